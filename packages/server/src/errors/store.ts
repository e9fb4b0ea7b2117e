import type { Db } from '@skyport/db';
import { sql } from 'kysely';

const AT_ONCE = 10_000;

/** Forgets faults from before an instant. */
export const removeOldErrors = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from error_log where id in (select id from error_log where at < ${before} limit ${AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0n) < AT_ONCE) return;
  }
};
