import type { TrafficType } from '@skyport/contract/traffic-types';
import { MOST_TRAFFIC } from '@skyport/contract/users-form';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { trafficStateOf, type TrafficColumns, type TrafficState } from './rules.ts';

/** An account's traffic as stored. `postedSpent` is the part of `spent` that the ledger holds already. */
export interface TrafficAccount extends TrafficState {
  readonly userNum: number;
  readonly postedSpent: number;
}

interface AccountRow extends TrafficColumns {
  user_num: number;
  posted_spent: number;
}

const accountOf = (row: AccountRow): TrafficAccount => ({
  ...trafficStateOf(row),
  userNum: row.user_num,
  postedSpent: row.posted_spent,
});

const selectAccount = (db: Db, userNum: number) =>
  db
    .selectFrom('traffic_account as t')
    .innerJoin('users as u', 'u.num', 't.user_num')
    .select(['t.user_num', 't.granted', 't.spent', 't.posted_spent', 't.vip_until', 't.daily_quota', 't.day_used'])
    .select([sql<string>`t.day::text`.as('day'), 'u.daily_unlimited', 'u.daily_unlimited_gb'])
    .where('t.user_num', '=', userNum);

/** The traffic account of a user. Throws when there is none. */
export const getAccount = async (db: Db, userNum: number): Promise<TrafficAccount> =>
  accountOf(await selectAccount(db, userNum).executeTakeFirstOrThrow());

/** The same, locked for the rest of the transaction: always before any ledger account. */
export const lockAccount = async (trx: Db, userNum: number): Promise<TrafficAccount> =>
  accountOf(await selectAccount(trx, userNum).forUpdate('t').executeTakeFirstOrThrow());

/**
 * Bytes of a locked account that staff may take away: neither what trials have left, which ends by itself, nor use
 * that waits to be charged.
 */
export const takeableTraffic = async (trx: Db, userNum: number): Promise<number> => {
  const { rows } = await sql<{ takeable: number }>`
    select greatest(0, granted - spent - trial_left - pending) as takeable
      from traffic_account where user_num = ${userNum}`.execute(trx);
  return rows[0]?.takeable ?? 0;
};

/** Bytes of an account's use that wait to be charged, until they are as many as the minimum. */
export const pendingTraffic = async (db: Db, userNum: number): Promise<number> => {
  const { pending } = await db
    .selectFrom('traffic_account')
    .select('pending')
    .where('user_num', '=', userNum)
    .executeTakeFirstOrThrow();
  return pending;
};

/**
 * Bytes that may still be given on a day by a kind of movement: an account holds, and a record counts, no more than
 * `MOST_TRAFFIC`. Of a locked account.
 */
export const givableTraffic = async (
  trx: Db,
  { userNum, day, recordType }: { readonly userNum: number; readonly day: string; readonly recordType: TrafficType },
): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select greatest(granted, (select change from traffic_records
                               where user_num = ${userNum} and day = ${day}::date and type = ${recordType})) as held
      from traffic_account where user_num = ${userNum}`.execute(trx);
  return MOST_TRAFFIC - (rows[0]?.held ?? 0);
};

/** Opens the traffic account of a new user. */
export const insertAccount = async (trx: Db, userNum: number): Promise<void> => {
  await trx.insertInto('traffic_account').values({ user_num: userNum }).execute();
};

/** What may change of a locked account. */
export type AccountChange = Partial<Pick<TrafficAccount, 'granted' | 'postedSpent' | 'vipUntil'>>;

/** Writes a locked account. */
export const changeAccount = async (trx: Db, userNum: number, change: AccountChange): Promise<void> => {
  await trx
    .updateTable('traffic_account')
    .set({
      ...(change.granted !== undefined && { granted: change.granted }),
      ...(change.postedSpent !== undefined && { posted_spent: change.postedSpent }),
      ...(change.vipUntil !== undefined && { vip_until: change.vipUntil }),
    })
    .where('user_num', '=', userNum)
    .execute();
};

/** What a traffic record adds to the one of its user, day and type. Bytes. */
export interface RecordEntry {
  readonly userNum: number;
  readonly day: string;
  readonly type: TrafficType;
  readonly change: number;
  readonly granted: number;
  readonly spent: number;
  readonly description: string;
  readonly at: Date;
}

/** Adds to the record of a user, day and type; the newest description stays. */
export const addRecord = async (trx: Db, entry: RecordEntry): Promise<void> => {
  const newest = {
    granted: entry.granted,
    spent: entry.spent,
    description: entry.description,
    updated_at: entry.at,
  };
  await trx
    .insertInto('traffic_records')
    .values({
      ...newest,
      day: sql`${entry.day}::date`,
      user_num: entry.userNum,
      type: entry.type,
      change: entry.change,
    })
    .onConflict((c) =>
      c.columns(['user_num', 'day', 'type']).doUpdateSet({
        ...newest,
        change: sql`traffic_records.change + excluded.change`,
      }),
    )
    .execute();
};

/** A stored traffic record. */
export interface RecordRow {
  readonly type: TrafficType;
  readonly description: string;
  readonly change: number;
  readonly exempt: number;
  readonly granted: number;
  readonly spent: number;
  readonly day: string;
  readonly updated_at: Date;
}

/** Records of a user since a day, newest first. */
export const listRecords = async (db: Db, userNum: number, since: string): Promise<RecordRow[]> => {
  const { rows } = await sql<RecordRow>`
    select type, description, change, exempt, granted, spent, updated_at, day::text as day from traffic_record_list
     where user_num = ${userNum} and day >= ${since}::date order by traffic_record_list.day desc, updated_at desc`.execute(
    db,
  );
  return rows;
};

/** Ids of users by their numbers. */
export const listUserIds = async (db: Db, userNums: readonly number[]): Promise<string[]> => {
  const rows = await db.selectFrom('users').select('id').where('num', 'in', userNums).execute();
  return rows.map(({ id }) => id);
};

/** The number of the user with an id, or undefined. */
export const findUserNum = async (db: Db, id: string): Promise<number | undefined> => {
  const row = await db.selectFrom('users').select('num').where('id', '=', id).executeTakeFirst();
  return row?.num;
};
