import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from './schema.generated.ts';
import type { Db } from './schema.ts';

/** A whole number in [0, below). */
export interface Jitter {
  below(below: number): number;
}

const TRIES = 5;
const FIRST_PAUSE_MS = 10;
/** serialization_failure and deadlock_detected: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction, again (at most five times in all, after growing random pauses) when the server gave it
 * up for the sake of another one. So `work` may run more than once: everything outside the database belongs in a job.
 */
export const inTransaction = async <T>(
  db: Db,
  work: (trx: Transaction<DB>) => Promise<T>,
  jitter: Jitter = { below: randomInt },
): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (fault) {
      if (tries >= TRIES || !REPEATABLE.has(String((fault as { code?: unknown }).code))) throw fault;
      await new Promise((done) => setTimeout(done, jitter.below(FIRST_PAUSE_MS * 2 ** tries)));
    }
  }
};
