import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';

/** Figures of one day: milli-yuan and billed bytes. */
export interface DayRow {
  readonly day: string;
  readonly checkins: number;
  readonly paid_orders: number;
  readonly income: number;
  readonly permanent_users: number;
  readonly permanent_traffic: number;
  readonly quota_users: number;
  readonly quota_traffic: number;
  readonly draws: number;
  readonly draw_traffic: number;
  readonly prizes: number;
  readonly prize_traffic: number;
}

/** Days from the first to the last one, in the zone in which they begin. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

const startOf = (day: string, timezone: string): RawBuilder<unknown> =>
  sql`(${day}::date::timestamp at time zone ${timezone})`;
const endOf = (day: string, timezone: string): RawBuilder<unknown> =>
  sql`((${day}::date + 1)::timestamp at time zone ${timezone})`;
const isWithin = (column: RawBuilder<unknown>, { from, to, timezone }: Days): RawBuilder<unknown> =>
  sql`${column} >= ${startOf(from, timezone)} and ${column} < ${endOf(to, timezone)}`;

/** Records of use: what permanent traffic lost, and what the day's quota and public lines took. */
const used = sql.raw(`type in ('spend', 'agency_spend')`);

/** Ledger accounts where money comes from outside; what they lose has come in, what they get was sent back. */
const outside = sql.raw(`a.owner is null and a.unit = 'CNY_MILLI' and
  (a.kind like 'clearing:%' or a.kind in ('manual', 'exchange'))`);

/** One figure a day. */
type ByDay<T> = ReadonlyMap<string, T>;

const byDay = <T extends { readonly day: string }>(rows: readonly T[]): ByDay<T> =>
  new Map(rows.map((row) => [row.day, row]));

/** Check-ins of days. */
const countCheckins = async (db: Db, { from, to }: Days): Promise<ByDay<{ day: string; count: number }>> => {
  const { rows } = await sql<{ day: string; count: number }>`
    select day::text as day, count(*)::int as count from checkins
     where day between ${from}::date and ${to}::date group by day`.execute(db);
  return byDay(rows);
};

/** Orders that were paid on days. */
const countPaid = async (db: Db, days: Days): Promise<ByDay<{ day: string; count: number }>> => {
  const { rows } = await sql<{ day: string; count: number }>`
    select (paid_at at time zone ${days.timezone})::date::text as day, count(*)::int as count
      from orders where ${isWithin(sql`paid_at`, days)} group by 1`.execute(db);
  return byDay(rows);
};

/** Use of a day, and by how many. */
interface UseOfDay {
  readonly day: string;
  readonly permanent_users: number;
  readonly permanent: number;
  readonly quota_users: number;
  readonly quota: number;
}

/** Use of days, as their records say it now. */
const sumUse = async (db: Db, { from, to }: Days): Promise<ByDay<UseOfDay>> => {
  const { rows } = await sql<UseOfDay>`
    select day::text as day, count(*) filter (where change < 0)::int as permanent_users, saturated(-sum(change)) as permanent,
           count(*) filter (where exempt > 0)::int as quota_users, saturated(sum(exempt)) as quota
      from traffic_record_list where ${used} and day between ${from}::date and ${to}::date group by day`.execute(db);
  return byDay(rows);
};

/** Draws of a day: what they cost, and what they gave. */
interface DrawsOfDay {
  readonly day: string;
  readonly draws: number;
  readonly draw_traffic: number;
  readonly prizes: number;
  readonly prize_traffic: number;
}

/** Draws of days: also those that cost nothing; a prize is whatever was won. The ledger has only what moved traffic. */
const sumDraws = async (db: Db, days: Days): Promise<ByDay<DrawsOfDay>> => {
  const { rows } = await sql<DrawsOfDay>`
    select (drawn_at at time zone ${days.timezone})::date::text as day,
           count(*)::int as draws, sum(cost)::bigint as draw_traffic,
           count(*) filter (where traffic > 0 or vip_days > 0 or coupon_id is not null)::int as prizes,
           sum(traffic)::bigint as prize_traffic
      from prize_draws where ${isWithin(sql`drawn_at`, days)} group by 1`.execute(db);
  return byDay(rows);
};

/** Money that came in on each of some days. */
const sumIncome = async (db: Db, days: Days): Promise<ByDay<{ day: string; income: number }>> => {
  const { rows } = await sql<{ day: string; income: number }>`
    select (t.at at time zone ${days.timezone})::date::text as day, -sum(e.amount)::bigint as income
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
     where ${outside} and ${isWithin(sql`t.at`, days)} group by 1`.execute(db);
  return byDay(rows);
};

const noUse = { permanent_users: 0, permanent: 0, quota_users: 0, quota: 0 };
const noDraws = { draws: 0, draw_traffic: 0, prizes: 0, prize_traffic: 0 };

/** What days come to as everything stands now, of each day for itself; days without anything are zeros. */
export const computeDays = async (db: Db, days: Days, wanted: readonly string[]): Promise<DayRow[]> => {
  const [checkins, paid, income] = [
    await countCheckins(db, days),
    await countPaid(db, days),
    await sumIncome(db, days),
  ];
  const [use, draws] = [await sumUse(db, days), await sumDraws(db, days)];
  const countOf = (counts: ByDay<{ day: string; count: number }>, day: string): number => counts.get(day)?.count ?? 0;
  return wanted.map((day) => {
    const { permanent, quota, ...users } = { ...noUse, ...use.get(day) };
    return {
      ...noDraws,
      ...draws.get(day),
      ...users,
      day,
      checkins: countOf(checkins, day),
      paid_orders: countOf(paid, day),
      income: income.get(day)?.income ?? 0,
      permanent_traffic: permanent,
      quota_traffic: quota,
    };
  });
};

/** Lets days be closed one after the other, until the transaction ends. */
export const lockClosing = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('statistics', 0))`.execute(trx);
};

/** The closed day, the day before it (late use is booked there), and one more to be safe. */
const OPEN_DAYS = 3;

/**
 * Counts the use of the last days up to one that no closed row holds yet, in one statement, so that nothing is counted
 * twice and nothing is left out: bytes of permanent traffic and of quotas. Days are closed one after another, so older
 * ones are counted.
 */
export const takeUncounted = async (trx: Db, upTo: string): Promise<{ permanent: number; quota: number }> => {
  const { rows } = await sql<{ permanent: number; quota: number }>`
    with now as (
      select day, -sum(change) as permanent, sum(exempt) as quota
        from traffic_record_list
       where ${used} and day <= ${upTo}::date and day > ${upTo}::date - ${OPEN_DAYS}::int group by day),
    more as (
      select n.day, n.permanent, n.quota, n.permanent - coalesce(c.permanent, 0) as permanent_more,
             n.quota - coalesce(c.quota, 0) as quota_more
        from now n left join statistics_counted c on c.day = n.day),
    put as (
      insert into statistics_counted (day, permanent, quota)
      select day, permanent, quota from more where permanent_more <> 0 or quota_more <> 0
      on conflict (day) do update set permanent = excluded.permanent, quota = excluded.quota)
    select coalesce(sum(permanent_more), 0)::bigint as permanent, coalesce(sum(quota_more), 0)::bigint as quota
      from more`.execute(trx);
  return rows[0] ?? { permanent: 0, quota: 0 };
};

/**
 * Money that has come in before the end of a day and stands in no closed row, in milli-yuan, whenever it was booked:
 * what the accounts stand at, less what came after that day, less the closed rows. Nothing older than the day's end is
 * read again. The three are added up by the database, so that totals beyond what a number holds stay exact; throws a
 * RangeError when what is left for the one day is beyond it.
 */
export const uncountedIncome = async (trx: Db, day: string, timezone: string): Promise<number> => {
  const { rows } = await sql<{ income: number }>`
    select (coalesce((select -sum(a.balance) from ledger_account a where ${outside}), 0)
          + coalesce((select sum(e.amount) from ledger_tx t join ledger_entry e on e.tx_id = t.id
                        join ledger_account a on a.id = e.account_id
                       where ${outside} and t.at >= ${endOf(day, timezone)}), 0)
          - coalesce((select sum(income) from daily_statistics), 0))::bigint as income`.execute(trx);
  return rows[0]!.income;
};

/** Stores the row of a day that is over. */
export const insertDay = async (trx: Db, { day, ...figures }: DayRow, at: Date): Promise<void> => {
  await trx
    .insertInto('daily_statistics')
    .values({ ...figures, day: sql`${day}::date`, closed_at: at })
    .execute();
};

/** The newest closed day, or undefined. */
export const findLastDay = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from daily_statistics`.execute(db);
  return rows[0]?.day ?? undefined;
};

/** The first day of which anything is known: of use, check-ins, orders or money; undefined when nothing is. */
export const findFirstDay = async (db: Db, timezone: string): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(day) from traffic_record_list), (select min(day) from checkins),
                 (select min(paid_at at time zone ${timezone})::date from orders),
                 (select min(at at time zone ${timezone})::date from ledger_tx))::text as day`.execute(db);
  return rows[0]?.day ?? undefined;
};

/** Closed days since one, the newest first. */
export const listDays = async (db: Db, since: string): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select day::text as day, checkins, paid_orders, income, permanent_users, permanent_traffic, quota_users, quota_traffic,
           draws, draw_traffic, prizes, prize_traffic
      from daily_statistics where day >= ${since}::date order by daily_statistics.day desc`.execute(db);
  return rows;
};

/** Bytes of permanent traffic that all accounts have left, and how many are members at an instant. */
export const readTotals = async (db: Db, now: Date): Promise<{ left: number; members: number }> => {
  const { rows } = await sql<{ left: number; members: number }>`
    select saturated(coalesce(sum(granted - spent), 0)) as left,
           count(*) filter (where vip_until > ${now})::int as members from traffic_account`.execute(db);
  return rows[0] ?? { left: 0, members: 0 };
};
