import { inTransaction, type Db } from '@skyport/db';
import { sql } from 'kysely';
import { HOUR_MS } from '../platform/clock.ts';
import { noteActive } from './active-store.ts';
import { saturated } from './billing-rules.ts';
import { numbers } from './columns.ts';

/**
 * Raw and billed bytes of users on lines, a report's rows in columns of one length: ten thousand rows of their own
 * would outlive the report, and be copied about until its turn is over.
 */
export interface UsageColumns {
  readonly users: readonly number[];
  readonly lines: readonly number[];
  readonly up: readonly number[];
  readonly down: readonly number[];
  readonly billed: readonly number[];
  /** What accounts were charged for it: users, and their bytes of permanent traffic and of the day's quota. */
  readonly charged: {
    readonly users: readonly number[];
    readonly spent: readonly number[];
    readonly quota: readonly number[];
    /** Part of the permanent traffic that came from trials. */
    readonly trial: readonly number[];
  };
}

/** Whose report it is, of which business day, and when it was billed. */
export interface ReportName {
  readonly nodeId: string;
  readonly day: string;
  readonly at: Date;
}

/**
 * Stores the use of a report: by user and line in `usage_journal`, where it waits for `rollUpUsage`, and by line in the
 * figures of the day.
 */
export const addUsage = async (trx: Db, { nodeId, day, at }: ReportName, usage: UsageColumns): Promise<void> => {
  const { users, lines, up, down, billed, charged } = usage;
  if (users.length === 0) return;
  await addLineUsage(trx, day, usage);
  await sql`
    insert into usage_journal (node_id, day, at, row_count, user_nums, line_nums, up, down, billed, charged_nums, spent, quota, trial)
    values (${nodeId}, ${day}::date, ${at}, ${users.length}, ${numbers(users)}::bigint[], ${numbers(lines)}::bigint[],
            ${numbers(up)}::bigint[], ${numbers(down)}::bigint[], ${numbers(billed)}::bigint[],
            ${numbers(charged.users)}::bigint[], ${numbers(charged.spent)}::bigint[], ${numbers(charged.quota)}::bigint[],
            ${numbers(charged.trial)}::bigint[])`.execute(trx);
};

/** A line belongs to one node, whose batches come one after the other: nobody waits for these few rows. */
const addLineUsage = async (trx: Db, day: string, usage: UsageColumns): Promise<void> => {
  const sums = new Map<number, { up: number; down: number; billed: number }>();
  usage.lines.forEach((line, index) => {
    const sum = sums.get(line) ?? { up: 0, down: 0, billed: 0 };
    sum.up = saturated(sum.up + (usage.up[index] ?? 0));
    sum.down = saturated(sum.down + (usage.down[index] ?? 0));
    sum.billed = saturated(sum.billed + (usage.billed[index] ?? 0));
    sums.set(line, sum);
  });
  const byLine = [...sums].toSorted(([a], [b]) => a - b);
  await sql`
    insert into line_daily (day, line_num, up, down, billed)
    select ${day}::date, * from unnest(${numbers(byLine.map(([line]) => line))}::bigint[],
                                       ${numbers(byLine.map(([, { up }]) => up))}::bigint[],
                                       ${numbers(byLine.map(([, { down }]) => down))}::bigint[],
                                       ${numbers(byLine.map(([, { billed }]) => billed))}::bigint[])
    on conflict (day, line_num) do update set up = saturated(line_daily.up, excluded.up),
      down = saturated(line_daily.down, excluded.down), billed = saturated(line_daily.billed, excluded.billed)`.execute(
    trx,
  );
};

/** Rows of reports that one statement rolls up, so that it ends well within the statement limit. */
const ROLLED_UP_AT_ONCE = 500_000;

/** Precision of a user's last activity: that wide row is not written for every report. */
const ACTIVE_STEP_MS = HOUR_MS;

/**
 * Rolls up reports, of all nodes or of one, into the use of their days (`usage_daily`), one node after the
 * other, and notes who was active. The view `usage_detail` shows the same before and after. May run at any time,
 * and beside itself.
 */
export const rollUpUsage = async (db: Db, nodeId?: string): Promise<void> => {
  const chosen = nodeId === undefined ? sql`true` : sql`node_id = ${nodeId}`;
  for (;;) {
    const { rows: groups } = await sql<RollUp>`
      select node_id, day::text, array_agg(id order by id) as ids from (
        select id, node_id, day, sum(row_count) over (partition by node_id, day order by id) - row_count as before
          from usage_journal where ${chosen}) j
       where before < ${ROLLED_UP_AT_ONCE} group by node_id, day order by node_id, day`.execute(db);
    if (groups.length === 0) return;
    for (const group of groups) await inTransaction(db, (trx) => rollUpReports(trx, group));
  }
};

/** Reports of one node and day that are rolled up together. */
interface RollUp {
  readonly node_id: string;
  readonly day: string;
  readonly ids: number[];
}

const rollUpReports = async (trx: Db, { node_id: nodeId, day, ids }: RollUp): Promise<void> => {
  // Half a million rows are added up in memory: spilled to disk, they take a third longer.
  await sql`set local work_mem = '64MB'`.execute(trx);
  const { rows } = await sql<{ users: number[] | null; at: Date | null }>`
    with taken as (
      delete from usage_journal where id = any(${numbers(ids)}::bigint[])
      returning at, user_nums, line_nums, up, down, billed, charged_nums, spent, quota, trial),
    t as (
      select unnest(charged_nums) as user_num, unnest(spent) as spent, unnest(quota) as quota, unnest(trial) as trial
        from taken),
    c as materialized (
      select user_num, saturated(sum(spent)) as spent, saturated(sum(quota)) as quota,
             saturated(sum(coalesce(trial, 0))) as trial
        from t group by user_num),
    charges as (
      insert into node_charges (day, node_id, user_num, spent, quota, trial)
      select ${day}::date, ${nodeId}::uuid, c.* from c order by user_num
      on conflict (day, node_id, user_num) do update set spent = saturated(node_charges.spent, excluded.spent),
        quota = saturated(node_charges.quota, excluded.quota), trial = saturated(node_charges.trial, excluded.trial)),
    u as (
      select unnest(user_nums) as user_num, unnest(line_nums) as line_num, unnest(up) as up, unnest(down) as down,
             unnest(billed) as billed from taken),
    w as materialized (
      select user_num, line_num, saturated(sum(up)) as up, saturated(sum(down)) as down, saturated(sum(billed)) as billed
        from u group by user_num, line_num),
    known as (
      update usage_daily d set up = saturated(d.up, w.up), down = saturated(d.down, w.down), billed = saturated(d.billed, w.billed)
        from w where d.day = ${day}::date and d.user_num = w.user_num and d.line_num = w.line_num
      returning d.user_num, d.line_num),
    new as (
      insert into usage_daily (day, user_num, line_num, up, down, billed)
      select ${day}::date, w.* from w
       where not exists (select from known k where k.user_num = w.user_num and k.line_num = w.line_num)
      on conflict (day, user_num, line_num) do update set up = saturated(usage_daily.up, excluded.up),
        down = saturated(usage_daily.down, excluded.down), billed = saturated(usage_daily.billed, excluded.billed))
    select json_agg(distinct user_num) as users, (select max(at) from taken) as at from w`.execute(trx);
  const [seen] = rows;
  if (!seen?.users || !seen.at) return;
  await noteActive(trx, seen.users, { at: seen.at, since: new Date(seen.at.getTime() - ACTIVE_STEP_MS) });
};
