import type { Settings } from '@skyport/contract/settings-table';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { addDays, DAY_MS } from '../platform/clock.ts';
import { rollUpUsage } from './usage-store.ts';

/** Tables with monthly partitions. */
type PartitionedTable = 'traffic_records' | 'usage_daily';

/** Days whose charges can be given back when a node's reports turn out to be wrong. */
const CHARGES_KEPT_DAYS = 35;

/** This month and the ones after it have their partitions before the first row of them comes. */
const MONTHS_AHEAD = 3;

/** Makes the partitions that the coming months need; may run again. */
export const keepPartitions = async (db: Db, parent: PartitionedTable, today: string): Promise<void> => {
  // From the month before: a node may report yesterday's use on the first of a month.
  await sql`select keep_partitions(${parent}, ${addDays(today, -1)}::date, ${MONTHS_AHEAD})`.execute(db);
};

/** Drops the months in which nothing is from `before` on or later; may run again. */
export const dropPartitions = async (db: Db, parent: PartitionedTable, before: string): Promise<void> => {
  await sql`select drop_partitions(${parent}, ${before}::date)`.execute(db);
};

/** Removes the sums of days before this one. */
export const dropFigures = async (db: Db, before: string): Promise<void> => {
  await sql`delete from line_daily where day < ${before}::date`.execute(db);
  await sql`delete from node_daily where day < ${before}::date`.execute(db);
  await sql`delete from line_probe_usage where day < ${before}::date`.execute(db);
};

/** Removes what nodes charged to accounts before this day: it cannot be given back any more. */
export const dropCharges = async (db: Db, before: string): Promise<void> => {
  await sql`delete from node_charges where day < ${before}::date`.execute(db);
};

const BATCHES_AT_ONCE = 20_000;

/**
 * Removes batches that were dealt with before `before`. The newest of each epoch stays for ever: the next one follows
 * it, and an epoch that comes back is recognised by it.
 */
export const dropBatches = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from usage_held where settled_at < ${before}`.execute(db);
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from usage_batches where (node_id, epoch, seq) in (
        select b.node_id, b.epoch, b.seq from usage_batches b
         where b.applied_at < ${before}
           and exists (select from usage_batches later where later.node_id = b.node_id and later.epoch = b.epoch
                                                         and later.seq > b.seq)
         limit ${BATCHES_AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0n) < BATCHES_AT_ONCE) return;
  }
};

/** Counts who used each line and node on a day; may run again. */
export const countDailyUsers = async (db: Db, day: string): Promise<void> => {
  await sql`
    update line_daily l set users = c.users
      from (select line_num, count(*)::integer as users from usage_daily where day = ${day}::date group by line_num) c
     where l.day = ${day}::date and l.line_num = c.line_num and l.users <> c.users`.execute(db);
  await sql`
    insert into node_daily (day, node_id, users)
    select ${day}::date, l.node_id, count(distinct u.user_num)
      from usage_daily u join lines l on l.num = u.line_num where u.day = ${day}::date group by l.node_id
    on conflict (day, node_id) do update set users = excluded.users where node_daily.users <> excluded.users`.execute(
    db,
  );
};

/** Days whose users may still grow: late reports belong to yesterday. */
const OPEN_DAYS = [-1, 0];

/** Brings the hourly figures up to date. */
export const countOpenDays = async (db: Db, today: string): Promise<void> => {
  await rollUpUsage(db);
  for (const before of OPEN_DAYS) await countDailyUsers(db, addDays(today, before));
};

type RetentionSettings = Pick<
  Settings,
  'traffic_record_days' | 'usage_detail_days' | 'daily_figure_days' | 'usage_batch_days'
>;

/**
 * Removes what is older than the settings say, and makes the partitions of the coming months. Times are the panel's.
 */
export const applyRetention = async (
  db: Db,
  settings: RetentionSettings,
  { now, today }: { now: Date; today: string },
): Promise<void> => {
  const oldest = (days: number): string => addDays(today, 1 - days);
  for (const [parent, days] of [
    ['traffic_records', settings.traffic_record_days],
    ['usage_daily', settings.usage_detail_days],
  ] as const) {
    await keepPartitions(db, parent, today);
    await dropPartitions(db, parent, oldest(days));
  }
  await dropFigures(db, oldest(settings.daily_figure_days));
  await dropCharges(db, oldest(CHARGES_KEPT_DAYS));
  await dropBatches(db, new Date(now.getTime() - settings.usage_batch_days * DAY_MS));
};
