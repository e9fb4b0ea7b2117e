import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A fault as operators see it. */
export interface FaultRow {
  readonly id: string;
  readonly at: Date;
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly call: string;
  readonly request_id: string;
}

/** Writes a fault into the error log. */
export const insertFault = async (db: Db, row: FaultRow): Promise<void> => {
  await db.insertInto('error_log').values(row).execute();
};

/** Removes faults up to an instant, or all of them; gives how many those were. */
export const removeErrorsUntil = async (db: Db, until: Date | null): Promise<number> => {
  const removal = db.deleteFrom('error_log');
  // The wire, from which the instant comes, has milliseconds.
  const some = until && removal.where(sql<boolean>`date_trunc('milliseconds', at) <= ${until}`);
  const { numDeletedRows } = await (some ?? removal).executeTakeFirst();
  return Number(numDeletedRows);
};

const AT_ONCE = 10_000;

/** Forgets faults from before an instant. */
export const removeOldErrors = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from error_log where id in (select id from error_log where at < ${before} limit ${AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0n) < AT_ONCE) return;
  }
};
