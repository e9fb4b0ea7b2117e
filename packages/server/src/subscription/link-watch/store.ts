import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { WRONG_KEY_SLOT_MS } from '../fetch-journal/store.ts';

/** Fetches of one client from one network, and how many networks there are. */
export interface FetchRow {
  readonly network: string;
  readonly family: string;
  /** The version that was said last; empty when none ever was. */
  readonly version: string;
  readonly first_hour: Date;
  readonly last_hour: Date;
  readonly count: number;
  readonly days: number;
}

/** An account's fetches since an instant, by network and client, newest first. Days are those of the time zone. */
export const listFetches = async (
  db: Db,
  of: { userNum: number; since: Date; timezone: string; limit: number },
): Promise<FetchRow[]> => {
  const { rows } = await sql<FetchRow>`
    select network, family,
           coalesce((array_agg(version order by hour desc) filter (where version <> ''))[1], '') as version,
           min(hour) as first_hour, max(hour) as last_hour, sum(count)::int as count,
           count(distinct (hour at time zone ${of.timezone})::date)::int as days
      from subscription_fetches
     where user_num = ${of.userNum} and hour >= ${of.since}
     group by network, family
     order by last_hour desc, count desc, network, family
     limit ${of.limit}`.execute(db);
  return rows;
};

/** How many networks fetched an account's link since an instant, and since a later one. */
export const countNetworks = async (
  db: Db,
  of: { userNum: number; since: Date; recently: Date },
): Promise<{ networks: number; recent: number }> => {
  const { rows } = await sql<{ networks: number; recent: number }>`
    select count(distinct network)::int as networks,
           (count(distinct network) filter (where hour > ${of.recently}))::int as recent
      from subscription_fetches where user_num = ${of.userNum} and hour >= ${of.since}`.execute(db);
  return rows[0] ?? { networks: 0, recent: 0 };
};

/** An account in the operators' list, with the figures of the 24 hours before `at`. */
export interface AlarmRow {
  readonly id: string;
  readonly email: string;
  readonly networks: number;
  readonly fetches: number;
  readonly wrong_keys: number;
  readonly networks_told_at: Date | null;
  readonly wrong_keys_told_at: Date | null;
  readonly at: Date;
}

/**
 * Replaces the figures of the last 24 hours: accounts with `guessed` wrong keys and more come first, then those with
 * links that were used from most networks.
 */
export const replaceAlarmFigures = async (
  trx: Db,
  { now, guessed, limit }: { now: Date; guessed: number; limit: number },
): Promise<void> => {
  const since = new Date(now.getTime() - DAY_MS);
  await sql`delete from link_alarm_figures`.execute(trx);
  await sql`
    insert into link_alarm_figures (user_num, place, networks, fetches, wrong_keys, at)
    select user_num, row_number() over (order by wrong_keys >= ${guessed} desc, networks desc, wrong_keys desc, user_num),
           networks, fetches, wrong_keys, ${now}
      from (select u.num as user_num, coalesce(f.networks, 0) as networks, coalesce(f.fetches, 0) as fetches,
                   coalesce(m.wrong_keys, 0) as wrong_keys
              from (select user_num, count(distinct network) as networks, sum(count) as fetches
                      from subscription_fetches where hour > ${since} group by user_num) f
              full join (select user_num, sum(count) as wrong_keys
                           from subscription_misses where slot > ${since} group by user_num) m using (user_num)
              join users u on u.num = user_num) all_accounts
     order by 2 limit ${limit}`.execute(trx);
};

/** The stored figures in their order, with the last notices about each account. */
export const listAlarms = async (db: Db): Promise<AlarmRow[]> => {
  const { rows } = await sql<AlarmRow>`
    select u.id, u.email, f.networks, f.fetches, f.wrong_keys, f.at,
           n.told_at as networks_told_at, w.told_at as wrong_keys_told_at
      from link_alarm_figures f
      join users u on u.num = f.user_num
      left join link_alarms n on n.user_num = u.num and n.kind = 'networks'
      left join link_alarms w on w.user_num = u.num and w.kind = 'wrongKeys'
     order by f.place`.execute(db);
  return rows;
};

/** An account above a limit, by its number and id, and by how much. */
export interface Excess {
  readonly num: number;
  readonly id: string;
  readonly amount: number;
}

/** Accounts whose links were fetched from more than `above` networks in the last 24 hours. */
export const listManyNetworks = async (db: Db, { now, above }: { now: Date; above: number }): Promise<Excess[]> => {
  const { rows } = await sql<Excess>`
    select u.num, u.id, f.amount::int as amount
      from (select user_num, count(distinct network) as amount from subscription_fetches
             where hour > ${new Date(now.getTime() - DAY_MS)}
             group by user_num having count(distinct network) > ${above}) f
      join users u on u.num = f.user_num
     order by u.num`.execute(db);
  return rows;
};

/** Accounts whose ids came with at least `least` wrong keys in the last hour. */
export const listManyWrongKeys = async (db: Db, { now, least }: { now: Date; least: number }): Promise<Excess[]> => {
  const { rows } = await sql<Excess>`
    select u.num, u.id, m.amount::int as amount
      from (select user_num, sum(count) as amount from subscription_misses
             where slot > ${new Date(now.getTime() - HOUR_MS - WRONG_KEY_SLOT_MS)}
             group by user_num having sum(count) >= ${least}) m
      join users u on u.num = m.user_num
     order by u.num`.execute(db);
  return rows;
};

/** Records that somebody is notified about an account now; false when that happened within the last 24 hours. */
export const recordAlarm = async (
  trx: Db,
  alarm: { userNum: number; kind: 'networks' | 'wrongKeys'; amount: number; at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into link_alarms (user_num, kind, amount, told_at)
    values (${alarm.userNum}, ${alarm.kind}, ${alarm.amount}, ${alarm.at})
    on conflict (user_num, kind) do update set amount = excluded.amount, told_at = excluded.told_at
      where link_alarms.told_at <= ${new Date(alarm.at.getTime() - DAY_MS)}
    returning user_num`.execute(trx);
  return rows.length > 0;
};
