import { AsyncLocalStorage } from 'node:async_hooks';
import { inTransaction, type Db } from '@skyport/db';
import { sql } from 'kysely';
import { expect } from 'vitest';

/** Whether somebody waits for what this transaction has locked. */
const isWaitedFor = async (trx: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx);
  return rows.length > 0;
};

/**
 * What a call gives that comes while a change of the same account is done but not committed yet. The change is
 * committed as soon as the call waits for it; or has been answered, where it does not wait.
 */
export const callDuring = async <T>(
  db: Db,
  change: (trx: Db) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> => {
  // The call is somebody else's, not part of the change.
  const asSomebodyElse = AsyncLocalStorage.snapshot();
  const { given } = await inTransaction(db, async (trx) => {
    await change(trx);
    let answered = false;
    const answer = asSomebodyElse(call).finally(() => {
      answered = true;
    });
    await expect.poll(async () => answered || (await isWaitedFor(trx))).toBe(true);
    return { given: answer };
  });
  return given;
};
