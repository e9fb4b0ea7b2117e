import { GIB } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql } from 'kysely';

/** How much of something is used, in percent, as far as anybody is told of it. */
export type Level = 0 | 80 | 100;

/** An account whose traffic has come to another level. Bytes. */
export interface TrafficChange {
  readonly userNum: number;
  readonly userId: string;
  readonly isAgencyUser: boolean;
  /** Its levels were never stored. */
  readonly isNew: boolean;
  readonly granted: number;
  readonly left: number;
  readonly base: number;
  readonly dayLimit: number;
  readonly dayLevel: Level;
  readonly dayNotified: Level;
  readonly baseLevel: Level;
  readonly baseNotified: Level;
}

/**
 * Accounts above `after` with the levels of their traffic (`levels`). The daily quota counts while membership or a
 * special quota lasts. Permanent traffic grows for years, so its level is a share of `base`: the traffic left after the
 * last larger grant, to which small grants (check-ins) only add. Reads columns of the traffic feature, because one
 * statement over all accounts costs less than a question for each. `after` bounds all three tables; otherwise each page
 * would read them from their first rows.
 */
const trafficLevels = ({ now, today, after }: { now: Date; today: string; after: number }) => sql`
  with present as (
    select a.user_num, u.id as user_id, u.is_agency_user, t.user_num is null as is_new, a.granted,
           a.granted - a.spent as rest,
           case when u.daily_unlimited then u.daily_unlimited_gb * ${GIB}::bigint else a.daily_quota end as day_limit,
           case when a.day = ${today}::date and (a.vip_until > ${now} or u.daily_unlimited) then a.day_used else 0 end as used,
           case when t.day = ${today}::date then t.day_level else 0 end as day_notified,
           t.granted as granted_before, coalesce(t.base_level, 0) as base_notified,
           greatest(a.granted - a.spent,
                    case when t.user_num is null then a.granted
                         when a.granted - t.granted >= ${GIB}::bigint then 0
                         else t.base + a.granted - t.granted end) as base
      from traffic_account a
      join users u on u.num = a.user_num and u.num > ${after}
      left join traffic_told t on t.user_num = a.user_num and t.user_num > ${after}
     where not u.disabled and a.user_num > ${after}
  ), levels as (
    select *, case when day_limit <= 0 then 0 when used >= day_limit then 100
                   when used * 5 >= day_limit * 4 then 80 else 0 end as day_level,
           case when base <= 0 then 0 when rest <= 0 then 100 when rest * 5 <= base then 80 else 0 end as base_level
      from present
  )`;

/**
 * Stores the levels of at most `limit` new accounts above `after`, without a notice. Gives the number of the last one;
 * undefined after the last page.
 */
export const noteNewAccounts = async (
  trx: Db,
  { now, today, after, limit }: { now: Date; today: string; after: number; limit: number },
): Promise<number | undefined> => {
  const { rows } = await sql<{ last: number | null; made: number }>`${trafficLevels({ now, today, after })}, made as (
      insert into traffic_told (user_num, day, day_level, granted, base, base_level)
      select user_num, ${today}::date, day_level, granted, base, base_level
        from levels where is_new order by user_num limit ${limit}
      returning user_num)
    select max(user_num) as last, count(*) as made from made`.execute(trx);
  const [{ last, made } = { last: null, made: 0 }] = rows;
  return made === limit ? (last ?? undefined) : undefined;
};

/** Accounts above `after` that are new or have a traffic level that differs from their last notice, by number. */
export const listTrafficChanges = async (
  trx: Db,
  { now, today, after, limit }: { now: Date; today: string; after: number; limit: number },
): Promise<TrafficChange[]> => {
  const { rows } = await sql<TrafficChange>`${trafficLevels({ now, today, after })}
    select user_num as "userNum", user_id as "userId", is_agency_user as "isAgencyUser", is_new as "isNew", granted,
           rest as left, base, day_limit as "dayLimit", day_level as "dayLevel", day_notified as "dayNotified",
           base_level as "baseLevel", base_notified as "baseNotified"
      from levels
     where is_new or granted <> granted_before or day_level <> day_notified or base_level <> base_notified
     order by user_num limit ${limit}`.execute(trx);
  return rows;
};

/** Notes what accounts have been told of now. */
export const noteTrafficNotified = async (trx: Db, changes: readonly TrafficChange[], today: string): Promise<void> => {
  const column = (of: (change: TrafficChange) => number) => changes.map(of);
  await sql`
    update traffic_told t set day = ${today}::date, day_level = c.day_level, granted = c.granted, base = c.base,
           base_level = c.base_level
      from unnest(${column((c) => c.userNum)}::bigint[], ${column((c) => c.dayLevel)}::smallint[],
                  ${column((c) => c.granted)}::bigint[], ${column((c) => c.base)}::bigint[],
                  ${column((c) => c.baseLevel)}::smallint[]) as c (user_num, day_level, granted, base, base_level)
     where t.user_num = c.user_num`.execute(trx);
};

/** A membership that ends soon. */
export interface EndingMembership {
  readonly userNum: number;
  readonly userId: string;
  readonly isAgencyUser: boolean;
  readonly until: Date;
  /** Calendar days from today to the day of its end. */
  readonly daysLeft: number;
}

/** Memberships of accounts above `after` that end within `days` calendar days and were not announced so long before. */
export const listEnding = async (
  db: Db,
  of: {
    now: Date;
    today: string;
    timezone: string;
    from: number;
    days: number;
    notice: number;
    after: number;
    limit: number;
  },
): Promise<EndingMembership[]> => {
  const { rows } = await sql<EndingMembership>`
    select a.user_num as "userNum", u.id as "userId", u.is_agency_user as "isAgencyUser", a.vip_until as until,
           (a.vip_until at time zone ${of.timezone})::date - ${of.today}::date as "daysLeft"
      from traffic_account a join users u on u.num = a.user_num
     where not u.disabled and a.user_num > ${of.after} and a.vip_until > ${of.now}
       and (a.vip_until at time zone ${of.timezone})::date - ${of.today}::date between ${of.from} and ${of.days}
       and not exists (select from membership_told m where m.user_num = a.user_num and m.days = ${of.notice}
                          and (m.until at time zone ${of.timezone})::date = (a.vip_until at time zone ${of.timezone})::date)
     order by a.user_num limit ${of.limit}`.execute(db);
  return rows;
};

/** Notes that an account was told of the end of its membership; false when it was told already. */
export const noteEndingNotified = async (
  trx: Db,
  told: { userNum: number; until: Date; days: number },
): Promise<boolean> => {
  const made = await trx
    .insertInto('membership_told')
    .values({ user_num: told.userNum, until: told.until, days: told.days })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
};

/** Forgets ends of membership that lie behind. */
export const forgetEndings = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('membership_told').where('until', '<', before).execute();
};

/** Lets one watch at a time go on, until the transaction ends. */
export const lockWatch = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.noticesWatch})`.execute(trx);
};
