import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { containing } from './like-pattern.ts';
import { idRangeOf } from './id-range.ts';

/** More accounts than this are not named one by one: a list finds enough of them by reading its newest rows. */
const MOST = 1000;

/** Accounts that a text means. */
export interface UsersLike {
  readonly ids: readonly string[];
  readonly nums: readonly number[];
}

/** Finds accounts by a part of their address or the beginning of their id; undefined if too many match. */
export const findUsersLike = async (db: Db, text: string): Promise<UsersLike | undefined> => {
  const range = idRangeOf(text);
  const { rows } = await sql<{ id: string; num: number }>`
    select id, num from users
     where email ilike ${containing(text)} ${range ? sql`or id between ${range.from}::uuid and ${range.to}::uuid` : sql``}
     limit ${MOST + 1}`.execute(db);
  return rows.length > MOST ? undefined : { ids: rows.map(({ id }) => id), nums: rows.map(({ num }) => num) };
};
