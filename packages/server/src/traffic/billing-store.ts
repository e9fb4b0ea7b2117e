import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { Charge, ChargedAccount, TrialLeft } from './billing-rules.ts';
import { dayNumber, dayText, numbers, words } from './columns.ts';

/** A locked account with what billing needs of its user. */
export interface BilledAccount extends ChargedAccount {
  readonly userNum: number;
  readonly scalePpm: number;
  readonly isAgencyUser: boolean;
}

/** An account before a batch, and what the batch did to it. */
export interface AccountCharge {
  readonly before: BilledAccount;
  readonly charge: Charge;
}

/** The accounts of a batch by column, all of one length. Instants in ms, days since 1970, hours since 1970. */
interface AccountColumns {
  readonly user_num: number[];
  readonly granted: number[];
  readonly spent: number[];
  readonly vip_until: (number | null)[];
  readonly daily_quota: number[];
  readonly day: number[];
  readonly day_used: number[];
  readonly prev_day: number[];
  readonly prev_used: number[];
  readonly pending: number[];
  readonly overrun: number[];
  readonly hour: number[];
  readonly hour_used: number[];
  readonly paused_until: (number | null)[];
  readonly scale_ppm: number[];
  readonly is_agency_user: number[];
  readonly daily_unlimited: number[];
  readonly daily_unlimited_gb: number[];
  readonly last_active_at: number[];
}

/** Who was seen when, ms, by `users.num`. */
type LastActive = Map<number, number>;

const ms = (column: string) => sql`array_agg((extract(epoch from ${sql.ref(column)}) * 1000)::bigint)`;
const whole = (column: string) => sql`array_agg(${sql.ref(column)}::bigint)`;

/**
 * Locks the accounts of these users, in ascending order, with their open trials. Users without an account are missing.
 * They come by column: a hundred thousand values are few arrays, but many rows.
 */
const lockBilled = async (
  trx: Db,
  userNums: readonly number[],
  seen: LastActive,
): Promise<Map<number, BilledAccount>> => {
  const { rows } = await sql<AccountColumns>`
    with locked as materialized (
      select t.*, t.day - date '1970-01-01' as day_num, t.prev_day - date '1970-01-01' as prev_day_num, u.scale_ppm,
             u.is_agency_user::integer as agency, u.daily_unlimited::integer as unlimited, u.daily_unlimited_gb,
             u.last_active_at
        from traffic_account t join users u on u.num = t.user_num
       where t.user_num = any(${numbers(userNums)}::bigint[]) order by t.user_num for no key update of t)
    select ${whole('user_num')} as user_num, ${whole('granted')} as granted, ${whole('spent')} as spent,
           ${ms('vip_until')} as vip_until, ${whole('daily_quota')} as daily_quota, ${whole('day_num')} as day,
           ${whole('day_used')} as day_used, ${whole('prev_day_num')} as prev_day, ${whole('prev_used')} as prev_used,
           ${whole('pending')} as pending, ${whole('overrun')} as overrun, ${whole('hour')} as hour,
           ${whole('hour_used')} as hour_used, ${ms('paused_until')} as paused_until, ${whole('scale_ppm')} as scale_ppm,
           ${whole('agency')} as is_agency_user, ${whole('unlimited')} as daily_unlimited,
           ${whole('daily_unlimited_gb')} as daily_unlimited_gb, ${ms('last_active_at')} as last_active_at
      from locked having count(*) > 0`.execute(trx);
  const [columns] = rows;
  if (!columns) return new Map();
  const trials = await lockTrials(trx, userNums);
  return new Map(
    columns.user_num.map((num, index) => {
      seen.set(num, columns.last_active_at[index] ?? 0);
      return [num, accountAt(columns, index, trials.get(num) ?? NO_TRIALS)];
    }),
  );
};

const NO_TRIALS: readonly TrialLeft[] = [];
const dateOf = (instant: number | null | undefined): Date | null =>
  typeof instant === 'number' ? new Date(instant) : null;

const accountAt = (c: AccountColumns, i: number, trials: readonly TrialLeft[]): BilledAccount => {
  const of = (column: readonly number[]): number => column[i] ?? 0;
  return {
    userNum: of(c.user_num),
    granted: of(c.granted),
    spent: of(c.spent),
    vipUntil: dateOf(c.vip_until[i]),
    dailyQuota: of(c.daily_quota),
    day: dayText(of(c.day)),
    dayUsed: of(c.day_used),
    prevDay: dayText(of(c.prev_day)),
    prevUsed: of(c.prev_used),
    pending: of(c.pending),
    overrun: of(c.overrun),
    hourly: { hour: of(c.hour), used: of(c.hour_used), pausedUntil: dateOf(c.paused_until[i]) },
    scalePpm: of(c.scale_ppm),
    isAgencyUser: of(c.is_agency_user) === 1,
    dailyUnlimited: of(c.daily_unlimited) === 1,
    dailyUnlimitedGb: of(c.daily_unlimited_gb),
    trials,
  };
};

const lockTrials = async (trx: Db, userNums: readonly number[]): Promise<Map<number, TrialLeft[]>> => {
  const { rows } = await sql<{ id: string; user_num: number; left_bytes: number }>`
    select id, user_num, left_bytes from trial_grants
     where user_num = any(${numbers(userNums)}::bigint[]) and closed_at is null and left_bytes > 0
     order by user_num, expires_at, id for no key update`.execute(trx);
  const byUser = Map.groupBy(rows, ({ user_num }) => user_num);
  return new Map([...byUser].map(([user, own]) => [user, own.map(({ id, left_bytes }) => ({ id, left: left_bytes }))]));
};

interface Pair {
  readonly user: number;
  readonly line: number;
}

/** Remainders of scaling by `user.line`; a pair without one has none. */
const readCarries = async (trx: Db, pairs: readonly Pair[]): Promise<Map<string, bigint>> => {
  const { rows } = await sql<{ users: number[]; lines: number[]; carries: string }>`
    select array_agg(c.user_num) as users, array_agg(c.line_num) as lines, string_agg(c.carry::text, ',') as carries
      from unnest(${numbers(pairs.map(({ user }) => user))}::bigint[],
                  ${numbers(pairs.map(({ line }) => line))}::bigint[]) as w (u, l)
      join scale_carry c on c.user_num = w.u and c.line_num = w.l having count(*) > 0`.execute(trx);
  const [found] = rows;
  if (!found) return new Map();
  const carries = found.carries.split(',');
  return new Map(found.users.map((user, index) => [`${user}.${found.lines[index]}`, BigInt(carries[index] ?? 0)]));
};

/** Keeps new remainders. Rows that are there are changed in place, which costs half of what a conflict costs. */
const writeCarries = async (trx: Db, rows: readonly (Pair & { readonly carry: bigint })[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    with w as materialized (
      select * from unnest(${numbers(rows.map(({ user }) => user))}::bigint[], ${numbers(rows.map(({ line }) => line))}::bigint[],
                           ${numbers(rows.map(({ carry }) => carry))}::numeric[]) as w (user_num, line_num, carry)),
    known as (
      update scale_carry c set carry = w.carry from w where c.user_num = w.user_num and c.line_num = w.line_num
      returning c.user_num, c.line_num)
    insert into scale_carry (user_num, line_num, carry)
    select w.* from w where not exists (select from known k where k.user_num = w.user_num and k.line_num = w.line_num)
    on conflict (user_num, line_num) do update set carry = excluded.carry`.execute(trx);
};

/** Raw and billed bytes of one user on one line. */
export interface UsageRow extends Pair {
  readonly up: number;
  readonly down: number;
  readonly billed: bigint;
}

/** Adds to the use of a business day, by user and line and by line alone. A line's batches come one after the other. */
const addUsage = async (trx: Db, day: string, rows: readonly UsageRow[]): Promise<void> => {
  await addLineUsage(trx, day, rows);
  await sql`
    with w as materialized (
      select * from unnest(
        ${numbers(rows.map(({ user }) => user))}::bigint[], ${numbers(rows.map(({ line }) => line))}::bigint[],
        ${numbers(rows.map(({ up }) => up))}::bigint[], ${numbers(rows.map(({ down }) => down))}::bigint[],
        ${numbers(rows.map(({ billed }) => billed))}::bigint[]) as w (user_num, line_num, up, down, billed)),
    known as (
      update usage_daily d set up = d.up + w.up, down = d.down + w.down, billed = d.billed + w.billed
        from w where d.day = ${day}::date and d.user_num = w.user_num and d.line_num = w.line_num
      returning d.user_num, d.line_num)
    insert into usage_daily (day, user_num, line_num, up, down, billed)
    select ${day}::date, w.* from w
     where not exists (select from known k where k.user_num = w.user_num and k.line_num = w.line_num)
    on conflict (day, user_num, line_num) do update set up = usage_daily.up + excluded.up,
      down = usage_daily.down + excluded.down, billed = usage_daily.billed + excluded.billed`.execute(trx);
};

/** A line belongs to one node, whose batches come one after the other: nobody waits for these few rows. */
const addLineUsage = async (trx: Db, day: string, rows: readonly UsageRow[]): Promise<void> => {
  const byLine = [...Map.groupBy(rows, ({ line }) => line)].toSorted(([a], [b]) => a - b);
  const sum = (pick: (row: UsageRow) => number | bigint): string[] =>
    byLine.map(([, own]) => own.reduce((total, row) => total + BigInt(pick(row)), 0n).toString());
  await sql`
    insert into line_daily (day, line_num, up, down, billed)
    select ${day}::date, * from unnest(${byLine.map(([line]) => line)}::bigint[], ${sum(({ up }) => up)}::bigint[],
                                       ${sum(({ down }) => down)}::bigint[], ${sum(({ billed }) => billed)}::bigint[])
    on conflict (day, line_num) do update set up = line_daily.up + excluded.up, down = line_daily.down + excluded.down,
      billed = line_daily.billed + excluded.billed`.execute(trx);
};

/** Writes charged accounts and what is left of their trials. */
const writeAccounts = async (trx: Db, charges: readonly AccountCharge[]): Promise<void> => {
  const of = (pick: (account: ChargedAccount) => number | null): string =>
    numbers(charges.map(({ charge }) => pick(charge.account)));
  await sql`
    update traffic_account t set spent = w.spent, day = date '1970-01-01' + w.day, day_used = w.day_used,
           prev_day = date '1970-01-01' + w.prev_day, prev_used = w.prev_used, pending = w.pending, overrun = w.overrun,
           hour = w.hour, hour_used = w.hour_used, paused_until = to_timestamp(w.paused_until)
      from unnest(${numbers(charges.map(({ before }) => before.userNum))}::bigint[], ${of((a) => a.spent)}::bigint[],
                  ${of((a) => dayNumber(a.day))}::integer[], ${of((a) => a.dayUsed)}::bigint[],
                  ${of((a) => dayNumber(a.prevDay))}::integer[], ${of((a) => a.prevUsed)}::bigint[],
                  ${of((a) => a.pending)}::bigint[], ${of((a) => a.overrun)}::bigint[],
                  ${of((a) => a.hourly?.hour ?? 0)}::integer[], ${of((a) => a.hourly?.used ?? 0)}::bigint[],
                  ${of((a) => secondsOf(a.hourly?.pausedUntil))}::bigint[])
        as w (user_num, spent, day, day_used, prev_day, prev_used, pending, overrun, hour, hour_used, paused_until)
     where t.user_num = w.user_num`.execute(trx);
  const trials = charges.flatMap(({ charge }) => (charge.spent > 0 ? charge.account.trials : []));
  if (trials.length === 0) return;
  await sql`
    update trial_grants t set left_bytes = w.left_bytes
      from unnest(${words(trials.map(({ id }) => id))}::uuid[], ${numbers(trials.map(({ left }) => left))}::bigint[])
        as w (id, left_bytes)
     where t.id = w.id`.execute(trx);
};

/** Pauses end with an hour, so whole seconds hold them exactly. */
const secondsOf = (instant: Date | null | undefined): number | null => (instant ? instant.getTime() / SECOND_MS : null);

/**
 * Adds to the customers' records of the day. A batch that only waits for the minimum leaves none. Nobody else writes them
 * meanwhile: their accounts are locked.
 */
const addRecords = async (trx: Db, day: string, at: Date, charges: readonly AccountCharge[]): Promise<void> => {
  const shown = charges.filter(({ charge }) => charge.spent > 0 || charge.exempt > 0);
  if (shown.length === 0) return;
  const of = (pick: (charge: AccountCharge) => number): string => numbers(shown.map(pick));
  await sql`
    with w as materialized (
      select * from unnest(${of((c) => c.before.userNum)}::bigint[],
                  ${words(shown.map((c) => (c.before.isAgencyUser ? 'agency_spend' : 'spend')))}::text[],
                  ${of((c) => c.charge.spent)}::bigint[], ${of((c) => c.charge.exempt)}::bigint[],
                  ${of((c) => c.charge.account.granted)}::bigint[], ${of((c) => c.charge.account.spent)}::bigint[])
        as w (user_num, type, taken, exempt, granted, spent)),
    known as (
      update traffic_records r set change = r.change - w.taken, exempt = r.exempt + w.exempt, granted = w.granted,
             spent = w.spent, updated_at = ${at}
        from w where r.day = ${day}::date and r.user_num = w.user_num and r.type = w.type
      returning r.user_num)
    insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
    select ${day}::date, w.user_num, w.type, -w.taken, w.exempt, w.granted, w.spent, ${at}
      from w where not exists (select from known k where k.user_num = w.user_num)
    on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
      exempt = traffic_records.exempt + excluded.exempt, granted = excluded.granted, spent = excluded.spent,
      updated_at = excluded.updated_at`.execute(trx);
};

/** Being active is noticed this often: the wide user row is not written at every report. */
const ACTIVE_STEP_MS = 10 * MINUTE_MS;

/** Notes that users were active, of those who were locked long enough after they were last seen. */
const touchUsers = async (trx: Db, userNums: readonly number[], at: Date, seen: LastActive): Promise<void> => {
  const stale = userNums.filter((num) => (seen.get(num) ?? 0) < at.getTime() - ACTIVE_STEP_MS);
  if (stale.length === 0) return;
  await sql`
    update users set last_active_at = ${at}
     where num = any(${numbers(stale)}::bigint[]) and last_active_at < ${at}`.execute(trx);
};

/** What billing reads and writes inside a transaction, and nothing that it decides. */
export interface BillingBooks {
  lockBilled(userNums: readonly number[]): Promise<Map<number, BilledAccount>>;
  readCarries(pairs: readonly Pair[]): Promise<Map<string, bigint>>;
  writeCarries(rows: readonly (Pair & { readonly carry: bigint })[]): Promise<void>;
  addUsage(day: string, rows: readonly UsageRow[]): Promise<void>;
  writeAccounts(charges: readonly AccountCharge[]): Promise<void>;
  addRecords(day: string, at: Date, charges: readonly AccountCharge[]): Promise<void>;
  touchUsers(userNums: readonly number[], at: Date): Promise<void>;
}

/** The books in the panel's database. */
export const billingBooks = (trx: Db, seen: LastActive = new Map()): BillingBooks => ({
  lockBilled: (userNums) => lockBilled(trx, userNums, seen),
  readCarries: (pairs) => readCarries(trx, pairs),
  writeCarries: (rows) => writeCarries(trx, rows),
  addUsage: (day, rows) => addUsage(trx, day, rows),
  writeAccounts: (charges) => writeAccounts(trx, charges),
  addRecords: (day, at, charges) => addRecords(trx, day, at, charges),
  touchUsers: (userNums, at) => touchUsers(trx, userNums, at, seen),
});

export { settleBooks, type SettleBooks } from './settle-store.ts';
