import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/**
 * Notes that accounts (`users.num`) are active at an instant; those that were so after `since` stay as they are, and so
 * does whoever's row somebody else is writing just now: nobody waits for a note.
 */
export const noteActive = async (
  db: Db,
  nums: readonly number[],
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<void> => {
  await sql`
    update users set last_active_at = ${at} where num in (
      select num from users where num = any(${[...nums]}::bigint[]) and last_active_at < ${since}
       order by num for no key update skip locked)`.execute(db);
};
