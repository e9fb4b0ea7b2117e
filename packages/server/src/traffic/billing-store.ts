import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { SECOND_MS } from '../platform/clock.ts';
import { leavesRecord, type Charge, type ChargedAccount } from './billing-rules.ts';
import { dayNumber, dayText, numbers, readNumbers, texts } from './columns.ts';
import { addUsage, type ReportName, type UsageColumns } from './journal-store.ts';

/** An account with what billing needs of its user, and the remainders of scaling (see carries.ts). */
export interface BilledAccount extends ChargedAccount {
  readonly userNum: number;
  readonly scalePpm: number;
  readonly isAgencyUser: boolean;
  readonly carries: string | null;
  /** Day of the record of use that was begun last, '' before the first. */
  readonly recordDay: string;
}

/** An account before a batch, and what the batch did to it, remainders and record included. */
export interface AccountCharge {
  readonly before: BilledAccount;
  readonly charge: Charge<BilledAccount>;
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
const SELECTED = sql.raw(COLUMNS.map((name) => `string_agg((${READ[name]})::text, ',') as "${name}"`).join(', '));

/**
 * For the rest of the transaction: the planner would read the whole table to find ten thousand rows of it, and spill what
 * it hashes to disk.
 */
const NO_HASH = sql.raw(`set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`);

/** An account that holds a number beyond exact ones cannot be charged, and must not keep others from being charged. */
const EXACT = sql.raw(
  `greatest(granted, spent, daily_quota, day_used, prev_used, pending, overrun, hour_used, trial_left) <= ${Number.MAX_SAFE_INTEGER}`,
);

/**
 * Reads the accounts of these users. Users without an account that can be charged are missing. Nothing is locked: in a billing turn the
 * database itself refuses to write what somebody changed meanwhile. Throws outside of one.
 */
const readBilled = async (trx: Db, userNums: readonly number[]): Promise<Map<number, BilledAccount>> => {
  const { rows } = await sql<Record<Column, string | null> & { carries: string | null; isolation: string }>`
    select current_setting('transaction_isolation') as isolation, ${NO_HASH}, string_agg(coalesce(carries, ''), ',') as carries,
           ${SELECTED}
      from traffic_account where user_num = any(${numbers(userNums)}::bigint[]) and ${EXACT}`.execute(trx);
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
    recordDay: recordDay < 0 ? '' : dayText(recordDay),
  };
};

/** The day that is charged, and when. */
type Charging = Pick<ReportName, 'day' | 'at'>;

const isShown = ({ charge }: AccountCharge): boolean => leavesRecord(charge);

/**
 * Writes charged accounts, and adds to the customers' records of the day: to the begun ones in the accounts themselves,
 * or, when a later day has begun already, to those written down.
 */
const writeCharges = async (trx: Db, { day, at }: Charging, charges: readonly AccountCharge[]): Promise<void> => {
  const begins = charges.filter((each) => isShown(each) && each.before.recordDay < day);
  if (begins.length > 0) await sql`select begin_records(${column(begins, userNum)}, ${day}::date)`.execute(trx);
  const isLate = (each: AccountCharge): boolean => isShown(each) && each.before.recordDay > day;
  const { chosen: late, rest: live } = partition(charges, isLate);
  const hour = live.reduce((latest, { charge }) => Math.max(latest, charge.account.hourly?.hour ?? 0), 0);
  const { chosen: plain, rest: others } = partition(live, (each) => isPlain(each, hour));
  await changePlain(trx, { at, hour }, plain);
  await changeOthers(trx, at, others, true);
  if (late.length === 0) return;
  await addToWritten(trx, { day, at }, late);
  await changeOthers(trx, at, late, false);
};

const partition = (charges: readonly AccountCharge[], is: (charge: AccountCharge) => boolean) => {
  const [chosen, rest]: [AccountCharge[], AccountCharge[]] = [[], []];
  for (const charge of charges) (is(charge) ? chosen : rest).push(charge);
  return { chosen, rest };
};

const column = (charges: readonly AccountCharge[], pick: (charge: AccountCharge) => number) =>
  sql`${numbers(charges.map(pick))}::bigint[]`;
const userNum = ({ before }: AccountCharge): number => before.userNum;
const carriesOf = (charges: readonly AccountCharge[]) =>
  sql`${texts(charges.map(({ charge }) => charge.account.carries))}::text[]`;

/** Whether only the figures changed that change with every report; nearly always. */
const isPlain = ({ before, charge: { account, overrun } }: AccountCharge, hour: number): boolean =>
  overrun === 0 &&
  account.pending === before.pending &&
  account.day === before.day &&
  account.prevDay === before.prevDay &&
  account.prevUsed === before.prevUsed &&
  account.hourly?.hour === hour &&
  account.hourly.pausedUntil === before.hourly?.pausedUntil;

/** What a charge adds to the record that was begun. */
const RECORDED = sql.raw(`rec_exempt = saturated(t.rec_exempt, w.exempt),
  rec_granted = case when w.recorded + w.exempt > 0 then t.granted else t.rec_granted end`);

const changePlain = async (
  trx: Db,
  { at, hour }: { readonly at: Date; readonly hour: number },
  charges: readonly AccountCharge[],
): Promise<void> => {
  if (charges.length === 0) return;
  await sql`
    update traffic_account t
       set spent = t.spent + w.recorded, day_used = w.day_used, hour = ${hour}, hour_used = w.hour_used, trial_left = w.trial_left,
           carries = w.carries, rec_spent = t.rec_spent + w.recorded, ${RECORDED},
           rec_at = case when w.recorded + w.exempt > 0 then ${at} else t.rec_at end
      from unnest(${column(charges, userNum)}, ${column(charges, ({ charge }) => charge.account.dayUsed)},
                  ${column(charges, ({ charge }) => charge.account.hourly?.used ?? 0)},
                  ${column(charges, ({ charge }) => charge.account.trialLeft)}, ${carriesOf(charges)},
                  ${column(charges, ({ charge }) => charge.spent)}, ${column(charges, ({ charge }) => charge.exempt)})
        as w (user_num, day_used, hour_used, trial_left, carries, recorded, exempt)
     where t.user_num = w.user_num`.execute(trx);
};

/** Writes everything that a charge can change; records are left alone when they were written down elsewhere. */
const changeOthers = async (trx: Db, at: Date, charges: readonly AccountCharge[], record: boolean): Promise<void> => {
  if (charges.length === 0) return;
  const of = (pick: (account: ChargedAccount, charge: Charge) => number) =>
    column(charges, ({ charge }) => pick(charge.account, charge));
  await sql`
    update traffic_account t
       set spent = t.spent + w.taken, overrun = saturated(t.overrun, w.over), pending = w.pending, day = date '1970-01-01' + w.day::integer,
           day_used = w.day_used, prev_day = date '1970-01-01' + w.prev_day::integer, prev_used = w.prev_used, hour = w.hour,
           hour_used = w.hour_used, paused_until = case when w.paused_until > 0 then to_timestamp(w.paused_until) end,
           trial_left = w.trial_left, carries = w.carries, rec_spent = t.rec_spent + w.recorded, ${RECORDED},
           rec_at = case when w.recorded + w.exempt > 0 then ${at} else t.rec_at end
      from unnest(${column(charges, userNum)}, ${of((_, c) => c.spent)}, ${of((_, c) => c.overrun)}, ${of((a) => a.pending)},
                  ${of((a) => dayNumber(a.day))}, ${of((a) => a.dayUsed)}, ${of((a) => dayNumber(a.prevDay))},
                  ${of((a) => a.prevUsed)}, ${of((a) => a.hourly?.hour ?? 0)}, ${of((a) => a.hourly?.used ?? 0)},
                  ${of((a) => secondsOf(a.hourly?.pausedUntil))}, ${of((a) => a.trialLeft)}, ${carriesOf(charges)},
                  ${of((_, c) => (record ? c.spent : 0))}, ${of((_, c) => (record ? c.exempt : 0))})
        as w (user_num, taken, over, pending, day, day_used, prev_day, prev_used, hour, hour_used, paused_until, trial_left,
              carries, recorded, exempt)
     where t.user_num = w.user_num`.execute(trx);
};

/** Pauses end with an hour, so whole seconds hold them exactly; 0 for none. */
const secondsOf = (instant: Date | null | undefined): number => (instant ? instant.getTime() / SECOND_MS : 0);

const addToWritten = async (trx: Db, { day, at }: Charging, late: readonly AccountCharge[]): Promise<void> => {
  await sql`
    insert into traffic_records (day, user_num, type, change, exempt, granted, spent, updated_at)
    select ${day}::date, w.user_num, w.type, -w.taken, w.exempt, w.granted, w.spent, ${at}
      from unnest(${column(late, userNum)},
                  ${texts(late.map((c) => (c.before.isAgencyUser ? 'agency_spend' : 'spend')))}::text[],
                  ${column(late, (c) => c.charge.spent)}, ${column(late, (c) => c.charge.exempt)},
                  ${column(late, (c) => c.charge.account.granted)}, ${column(late, (c) => c.charge.account.spent)})
        as w (user_num, type, taken, exempt, granted, spent)
    on conflict (user_num, day, type) do update set change = traffic_records.change + excluded.change,
      exempt = saturated(traffic_records.exempt, excluded.exempt), granted = excluded.granted, spent = excluded.spent,
      updated_at = excluded.updated_at`.execute(trx);
};

/** What billing reads and writes inside a transaction, and nothing that it decides. */
export interface BillingBooks {
  /** The accounts of these users, perhaps among others. Users without an account are missing. */
  readBilled(userNums: readonly number[]): Promise<ReadonlyMap<number, BilledAccount>>;
  addUsage(report: ReportName, usage: UsageColumns): Promise<void>;
  /** Accounts that were read before may stand at what was charged afterwards, and must be read again. */
  writeCharges(charging: Charging, charges: readonly AccountCharge[]): Promise<void>;
}

/** The books in the panel's database. */
export const billingBooks = (trx: Db): BillingBooks => ({
  readBilled: (nums) => readBilled(trx, nums),
  addUsage: (report, usage) => addUsage(trx, report, usage),
  writeCharges: (charging, charges) => writeCharges(trx, charging, charges),
});

export type { UsageColumns } from './journal-store.ts';
export { settleBooks, type SettleBooks } from './settle-store.ts';
