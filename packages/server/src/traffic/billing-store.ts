import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { SECOND_MS } from '../platform/clock.ts';
import type { Charge, ChargedAccount } from './billing-rules.ts';
import { dayNumber, dayText, numbers, readNumbers, words } from './columns.ts';
import { addUsage, type ReportName, type UsageRow } from './journal-store.ts';

/** An account with what billing needs of its user, and the remainders of scaling (see carries.ts). */
export interface BilledAccount extends ChargedAccount {
  readonly userNum: number;
  readonly scalePpm: number;
  readonly isAgencyUser: boolean;
  readonly carries: string | null;
  /** Day of the record of use that was begun last; absent before the first. */
  readonly recordDay?: string;
}

/** An account before a batch, and what the batch did to it. */
export interface AccountCharge {
  readonly before: BilledAccount;
  readonly charge: Charge;
  readonly carries: string | null;
}

/** Whole numbers of an account, in the order in which they are read. Instants in ms, days and hours since 1970; 0: none. */
const READ = {
  userNum: 'user_num',
  granted: 'granted',
  spent: 'spent',
  vipUntil: `coalesce((date_part('epoch', vip_until) * 1000)::bigint, 0)`,
  dailyQuota: 'daily_quota',
  unlimitedGb: 'coalesce(unlimited_gb, -1)',
  day: `day - date '1970-01-01'`,
  dayUsed: 'day_used',
  prevDay: `prev_day - date '1970-01-01'`,
  prevUsed: 'prev_used',
  pending: 'pending',
  overrun: 'overrun',
  hour: 'hour',
  hourUsed: 'hour_used',
  pausedUntil: `coalesce((date_part('epoch', paused_until) * 1000)::bigint, 0)`,
  scalePpm: 'scale_ppm',
  agency: 'is_agency_user::integer',
  trialLeft: 'trial_left',
  recordDay: `coalesce(rec_day - date '1970-01-01', -1)`,
} as const;

type Column = keyof typeof READ;
type Columns = Readonly<Record<Column, readonly number[]>>;
const COLUMNS = Object.keys(READ) as Column[];

/** They come by column: two hundred thousand values are few arrays, but many rows. */
const SELECTED = sql.raw(COLUMNS.map((name) => `array_agg(${READ[name]})::text as "${name}"`).join(', '));

/**
 * Reads the accounts of these users. Users without an account are missing. Nothing is locked: in a billing turn the
 * database itself refuses to write what somebody changed meanwhile. Throws outside of one.
 */
const readBilled = async (trx: Db, userNums: readonly number[]): Promise<Map<number, BilledAccount>> => {
  const { rows } = await sql<Record<Column, string | null> & { carries: string | null; isolation: string }>`
    select current_setting('transaction_isolation') as isolation, string_agg(coalesce(carries, ''), ',') as carries, ${SELECTED}
      from traffic_account where user_num = any(${numbers(userNums)}::bigint[])`.execute(trx);
  const [read] = rows;
  if (read?.isolation !== 'repeatable read') throw new Error('billing needs a turn of its own');
  const texts = read.carries?.split(',') ?? [];
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, readNumbers(read[name])])) as unknown as Columns;
  return new Map(columns.userNum.map((num, index) => [num, accountAt(columns, index, texts[index] ?? '')]));
};

const dateOf = (instant: number): Date | null => (instant === 0 ? null : new Date(instant));

const accountAt = (c: Columns, i: number, carries: string): BilledAccount => {
  const of = (column: readonly number[]): number => column[i] ?? 0;
  const unlimitedGb = of(c.unlimitedGb);
  const recordDay = of(c.recordDay);
  return {
    userNum: of(c.userNum),
    granted: of(c.granted),
    spent: of(c.spent),
    vipUntil: dateOf(of(c.vipUntil)),
    dailyQuota: of(c.dailyQuota),
    day: dayText(of(c.day)),
    dayUsed: of(c.dayUsed),
    prevDay: dayText(of(c.prevDay)),
    prevUsed: of(c.prevUsed),
    pending: of(c.pending),
    overrun: of(c.overrun),
    hourly: { hour: of(c.hour), used: of(c.hourUsed), pausedUntil: dateOf(of(c.pausedUntil)) },
    scalePpm: of(c.scalePpm),
    isAgencyUser: of(c.agency) === 1,
    dailyUnlimited: unlimitedGb >= 0,
    dailyUnlimitedGb: Math.max(0, unlimitedGb),
    trialLeft: of(c.trialLeft),
    carries: carries === '' ? null : carries,
    ...(recordDay >= 0 && { recordDay: dayText(recordDay) }),
  };
};

/** The day that is charged, and when. */
type Charging = Pick<ReportName, 'day' | 'at'>;

/** What leaves a record: a batch that only waits for the minimum leaves none. */
const isShown = ({ charge }: AccountCharge): boolean => charge.spent > 0 || charge.exempt > 0;

/**
 * Writes charged accounts, and adds to the customers' records of the day: to the begun ones in the accounts themselves,
 * or, when a later day has begun already, to those written down.
 */
const writeCharges = async (trx: Db, { day, at }: Charging, charges: readonly AccountCharge[]): Promise<void> => {
  const begins = charges.filter((each) => isShown(each) && (each.before.recordDay ?? '') < day);
  if (begins.length > 0)
    await sql`select begin_records(${numbers(userNums(begins))}::bigint[], ${day}::date)`.execute(trx);
  const late = charges.filter((each) => isShown(each) && (each.before.recordDay ?? '') > day);
  if (late.length > 0) await addToWritten(trx, { day, at }, late);
  const isLate = new Set(late);
  await updateAccounts(trx, at, late.length === 0 ? charges : charges.filter((each) => !isLate.has(each)), true);
  await updateAccounts(trx, at, late, false);
};

const userNums = (charges: readonly AccountCharge[]): number[] => charges.map(({ before }) => before.userNum);

const updateAccounts = async (trx: Db, at: Date, charges: readonly AccountCharge[], record: boolean): Promise<void> => {
  if (charges.length === 0) return;
  const of = (pick: (account: ChargedAccount, charge: Charge) => number | null): string =>
    numbers(charges.map(({ charge }) => pick(charge.account, charge)));
  await sql`
    update traffic_account t set spent = t.spent + w.taken, overrun = t.overrun + w.over, pending = w.pending,
           day = date '1970-01-01' + w.day, day_used = w.day_used, prev_day = date '1970-01-01' + w.prev_day,
           prev_used = w.prev_used, hour = w.hour, hour_used = w.hour_used, paused_until = to_timestamp(w.paused_until),
           trial_left = w.trial_left, carries = w.carries, rec_spent = t.rec_spent + w.rec_taken,
           rec_exempt = t.rec_exempt + w.rec_exempt,
           rec_granted = case when w.rec_taken + w.rec_exempt > 0 then t.granted else t.rec_granted end,
           rec_at = case when w.rec_taken + w.rec_exempt > 0 then ${at} else t.rec_at end
      from unnest(${numbers(userNums(charges))}::bigint[], ${of((_, c) => c.spent)}::bigint[],
                  ${of((_, c) => c.overrun)}::bigint[], ${of((a) => a.pending)}::bigint[],
                  ${of((a) => dayNumber(a.day))}::integer[], ${of((a) => a.dayUsed)}::bigint[],
                  ${of((a) => dayNumber(a.prevDay))}::integer[], ${of((a) => a.prevUsed)}::bigint[],
                  ${of((a) => a.hourly?.hour ?? 0)}::integer[], ${of((a) => a.hourly?.used ?? 0)}::bigint[],
                  ${of((a) => secondsOf(a.hourly?.pausedUntil))}::bigint[], ${of((a) => a.trialLeft)}::bigint[],
                  ${words(charges.map(({ carries }) => carries))}::text[],
                  ${of((_, c) => (record ? c.spent : 0))}::bigint[], ${of((_, c) => (record ? c.exempt : 0))}::bigint[])
        as w (user_num, taken, over, pending, day, day_used, prev_day, prev_used, hour, hour_used, paused_until, trial_left,
              carries, rec_taken, rec_exempt)
     where t.user_num = w.user_num`.execute(trx);
};

/** Pauses end with an hour, so whole seconds hold them exactly. */
const secondsOf = (instant: Date | null | undefined): number | null => (instant ? instant.getTime() / SECOND_MS : null);

const addToWritten = async (trx: Db, { day, at }: Charging, late: readonly AccountCharge[]): Promise<void> => {
  const of = (pick: (charge: AccountCharge) => number): string => numbers(late.map(pick));
  await sql`
    insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
    select ${day}::date, w.user_num, w.type, -w.taken, w.exempt, w.granted, w.spent, ${at}
      from unnest(${numbers(userNums(late))}::bigint[],
                  ${words(late.map((c) => (c.before.isAgencyUser ? 'agency_spend' : 'spend')))}::text[],
                  ${of((c) => c.charge.spent)}::bigint[], ${of((c) => c.charge.exempt)}::bigint[],
                  ${of((c) => c.charge.account.granted)}::bigint[], ${of((c) => c.charge.account.spent)}::bigint[])
        as w (user_num, type, taken, exempt, granted, spent)
    on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
      exempt = traffic_records.exempt + excluded.exempt, granted = excluded.granted, spent = excluded.spent,
      updated_at = excluded.updated_at`.execute(trx);
};

/** What billing reads and writes inside a transaction, and nothing that it decides. */
export interface BillingBooks {
  readBilled(userNums: readonly number[]): Promise<Map<number, BilledAccount>>;
  addUsage(report: ReportName, rows: readonly UsageRow[]): Promise<void>;
  writeCharges(charging: Charging, charges: readonly AccountCharge[]): Promise<void>;
}

/** The books in the panel's database. */
export const billingBooks = (trx: Db): BillingBooks => ({
  readBilled: (nums) => readBilled(trx, nums),
  addUsage: (report, rows) => addUsage(trx, report, rows),
  writeCharges: (charging, charges) => writeCharges(trx, charging, charges),
});

export type { UsageRow } from './journal-store.ts';
export { settleBooks, type SettleBooks } from './settle-store.ts';
