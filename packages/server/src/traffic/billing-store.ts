import type { Db } from '@skyport/db';
import { postMany, type PostOutcome, type Posting } from '@skyport/db/ledger';
import { sql } from 'kysely';
import type { Charge, ChargedAccount, TrialLeft } from './billing-rules.ts';
import { trafficStateOf, type TrafficColumns } from './rules.ts';

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

interface BilledAccountRow extends TrafficColumns {
  user_num: number;
  scale_ppm: number;
  is_agency_user: boolean;
  prev_day: string;
  prev_used: number;
  pending: number;
  overrun: number;
  hour: number;
  hour_used: number;
  paused_until: Date | null;
}

/** Locks the accounts of these users, in ascending order, with their open trials. Users without an account are missing. */
export const lockBilled = async (trx: Db, userNums: readonly number[]): Promise<Map<number, BilledAccount>> => {
  const { rows } = await sql<BilledAccountRow>`
    select t.*, u.scale_ppm, u.is_agency_user, u.daily_unlimited, u.daily_unlimited_gb
      from traffic_account t join users u on u.num = t.user_num
     where t.user_num = any(${userNums}::bigint[]) order by t.user_num for no key update of t`.execute(trx);
  const trials = await lockTrials(trx, userNums);
  return new Map(rows.map((row) => [row.user_num, accountOf(row, trials.get(row.user_num) ?? [])]));
};

const accountOf = (row: BilledAccountRow, trials: readonly TrialLeft[]): BilledAccount => ({
  ...trafficStateOf(row),
  userNum: row.user_num,
  scalePpm: row.scale_ppm,
  isAgencyUser: row.is_agency_user,
  prevDay: row.prev_day,
  prevUsed: row.prev_used,
  pending: row.pending,
  overrun: row.overrun,
  trials,
  hourly: { hour: row.hour, used: row.hour_used, pausedUntil: row.paused_until },
});

const lockTrials = async (trx: Db, userNums: readonly number[]): Promise<Map<number, TrialLeft[]>> => {
  const { rows } = await sql<{ id: string; user_num: number; left_bytes: number }>`
    select id, user_num, left_bytes from trial_grants
     where user_num = any(${userNums}::bigint[]) and closed_at is null and left_bytes > 0
     order by user_num, expires_at, id for no key update`.execute(trx);
  const byUser = Map.groupBy(rows, ({ user_num }) => user_num);
  return new Map([...byUser].map(([user, own]) => [user, own.map(({ id, left_bytes }) => ({ id, left: left_bytes }))]));
};

interface Pair {
  readonly user: number;
  readonly line: number;
}

/** Remainders of scaling by `user.line`; a pair without one has none. */
export const readCarries = async (trx: Db, pairs: readonly Pair[]): Promise<Map<string, bigint>> => {
  const { rows } = await sql<{ user_num: number; line_num: number; carry: string }>`
    select c.user_num, c.line_num, c.carry::text as carry
      from unnest(${pairs.map(({ user }) => user)}::bigint[], ${pairs.map(({ line }) => line)}::bigint[]) as w (u, l)
      join scale_carry c on c.user_num = w.u and c.line_num = w.l`.execute(trx);
  return new Map(rows.map(({ user_num, line_num, carry }) => [`${user_num}.${line_num}`, BigInt(carry)]));
};

/** Keeps new remainders. */
export const writeCarries = async (trx: Db, rows: readonly (Pair & { readonly carry: bigint })[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`
    insert into scale_carry (user_num, line_num, carry)
    select * from unnest(${rows.map(({ user }) => user)}::bigint[], ${rows.map(({ line }) => line)}::bigint[],
                         ${rows.map(({ carry }) => carry.toString())}::numeric[])
    on conflict (user_num, line_num) do update set carry = excluded.carry`.execute(trx);
};

/** Raw and billed bytes of one user on one line. */
export interface UsageRow extends Pair {
  readonly up: number;
  readonly down: number;
  readonly billed: bigint;
}

/** Adds to the use of a business day, by user and line and by line alone. */
export const addUsage = async (trx: Db, day: string, rows: readonly UsageRow[]): Promise<void> => {
  await addLineUsage(trx, day, rows);
  await sql`
    insert into usage_daily (day, user_num, line_num, up, down, billed)
    select ${day}::date, * from unnest(
      ${rows.map(({ user }) => user)}::bigint[], ${rows.map(({ line }) => line)}::bigint[],
      ${rows.map(({ up }) => up)}::bigint[], ${rows.map(({ down }) => down)}::bigint[],
      ${rows.map(({ billed }) => billed.toString())}::bigint[])
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
export const writeAccounts = async (trx: Db, charges: readonly AccountCharge[]): Promise<void> => {
  const of = <T>(pick: (account: ChargedAccount) => T): T[] => charges.map(({ charge }) => pick(charge.account));
  await sql`
    update traffic_account t set spent = w.spent, day = w.day, day_used = w.day_used, prev_day = w.prev_day,
           prev_used = w.prev_used, pending = w.pending, overrun = w.overrun, hour = w.hour, hour_used = w.hour_used,
           paused_until = w.paused_until
      from unnest(${charges.map(({ before }) => before.userNum)}::bigint[], ${of((a) => a.spent)}::bigint[],
                  ${of((a) => a.day)}::date[], ${of((a) => a.dayUsed)}::bigint[], ${of((a) => a.prevDay)}::date[],
                  ${of((a) => a.prevUsed)}::bigint[], ${of((a) => a.pending)}::bigint[],
                  ${of((a) => a.overrun)}::bigint[], ${of((a) => a.hourly?.hour ?? 0)}::integer[],
                  ${of((a) => a.hourly?.used ?? 0)}::bigint[],
                  ${of((a) => a.hourly?.pausedUntil?.toISOString() ?? null)}::timestamptz[])
        as w (user_num, spent, day, day_used, prev_day, prev_used, pending, overrun, hour, hour_used, paused_until)
     where t.user_num = w.user_num`.execute(trx);
  const trials = charges.flatMap(({ charge }) => (charge.spent > 0 ? charge.account.trials : []));
  if (trials.length === 0) return;
  await sql`
    update trial_grants t set left_bytes = w.left_bytes
      from unnest(${trials.map(({ id }) => id)}::uuid[], ${trials.map(({ left }) => left)}::bigint[]) as w (id, left_bytes)
     where t.id = w.id`.execute(trx);
};

/** Adds to the customers' records of the day. A batch that only waits for the minimum leaves none. */
export const addRecords = async (trx: Db, day: string, at: Date, charges: readonly AccountCharge[]): Promise<void> => {
  const shown = charges.filter(({ charge }) => charge.spent > 0 || charge.exempt > 0);
  if (shown.length === 0) return;
  const of = <T>(pick: (charge: AccountCharge) => T): T[] => shown.map(pick);
  await sql`
    insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
    select ${day}::date, w.user_num, w.type, -w.taken, w.exempt, w.granted, w.spent, ${at}
      from unnest(${of((c) => c.before.userNum)}::bigint[],
                  ${of((c) => (c.before.isAgencyUser ? 'agency_spend' : 'spend'))}::text[],
                  ${of((c) => c.charge.spent)}::bigint[], ${of((c) => c.charge.exempt)}::bigint[],
                  ${of((c) => c.charge.account.granted)}::bigint[], ${of((c) => c.charge.account.spent)}::bigint[])
        as w (user_num, type, taken, exempt, granted, spent)
    on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
      exempt = traffic_records.exempt + excluded.exempt, granted = excluded.granted, spent = excluded.spent,
      updated_at = excluded.updated_at`.execute(trx);
};

/** Being active is noticed this often: the wide user row is not written at every report. */
const ACTIVE_STEP = '10 minutes';

/** Notes that users were active. */
export const touchUsers = async (trx: Db, userNums: readonly number[], at: Date): Promise<void> => {
  await sql`
    update users set last_active_at = ${at}
     where num = any(${userNums}::bigint[]) and last_active_at < ${at}::timestamptz - ${ACTIVE_STEP}::interval`.execute(
    trx,
  );
};

/** An account whose use the ledger does not hold yet. */
export interface UnpostedAccount {
  readonly userNum: number;
  readonly spent: number;
  readonly postedSpent: number;
}

/** Locks accounts that spent more than was posted, in ascending order. */
export const lockUnposted = async (
  trx: Db,
  { userNums, limit }: { readonly userNums?: readonly number[]; readonly limit?: number },
): Promise<UnpostedAccount[]> => {
  const { rows } = await sql<{ user_num: number; spent: number; posted_spent: number }>`
    select user_num, spent, posted_spent from traffic_account
     where posted_spent < spent and (${userNums ?? null}::bigint[] is null or user_num = any(${userNums ?? null}::bigint[]))
     order by user_num limit ${limit ?? null} for no key update`.execute(trx);
  return rows.map(({ user_num, spent, posted_spent }) => ({ userNum: user_num, spent, postedSpent: posted_spent }));
};

/** Notes that the ledger holds everything these accounts spent. */
export const markPosted = async (trx: Db, accounts: readonly UnpostedAccount[]): Promise<void> => {
  if (accounts.length === 0) return;
  await sql`
    update traffic_account t set posted_spent = w.spent
      from unnest(${accounts.map(({ userNum }) => userNum)}::bigint[], ${accounts.map(({ spent }) => spent)}::bigint[])
        as w (user_num, spent)
     where t.user_num = w.user_num`.execute(trx);
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
export const billingBooks = (trx: Db): BillingBooks => ({
  lockBilled: (userNums) => lockBilled(trx, userNums),
  readCarries: (pairs) => readCarries(trx, pairs),
  writeCarries: (rows) => writeCarries(trx, rows),
  addUsage: (day, rows) => addUsage(trx, day, rows),
  writeAccounts: (charges) => writeAccounts(trx, charges),
  addRecords: (day, at, charges) => addRecords(trx, day, at, charges),
  touchUsers: (userNums, at) => touchUsers(trx, userNums, at),
});

/** What posting use to the ledger reads and writes inside a transaction. */
export interface SettleBooks {
  lockUnposted(want: { readonly userNums?: readonly number[]; readonly limit?: number }): Promise<UnpostedAccount[]>;
  post(postings: readonly Posting[]): Promise<PostOutcome[]>;
  markPosted(accounts: readonly UnpostedAccount[]): Promise<void>;
}

/** The same in the panel's database. */
export const settleBooks = (trx: Db): SettleBooks => ({
  lockUnposted: (want) => lockUnposted(trx, want),
  post: (postings) => postMany(trx, postings),
  markPosted: (accounts) => markPosted(trx, accounts),
});
