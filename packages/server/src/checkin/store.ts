import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { LastCheckin } from './rules.ts';

/** The newest check-in of an account. */
export const findLastCheckin = async (db: Db, userId: string): Promise<LastCheckin | undefined> =>
  db
    .selectFrom('checkins')
    .select([sql<string>`day::text`.as('day'), 'streak'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the check-in of a day; false when the account has checked in on it already, whatever ran at once. */
export const insertCheckin = async (trx: Db, userId: string, checkin: LastCheckin): Promise<boolean> => {
  const made = await trx
    .insertInto('checkins')
    .values({ user_id: userId, day: sql`${checkin.day}::date`, streak: checkin.streak })
    .onConflict((c) => c.columns(['user_id', 'day']).doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
};
