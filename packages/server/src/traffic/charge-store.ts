import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { SECOND_MS } from '../platform/clock.ts';
import type { BilledAccount } from './billed-account-store.ts';
import { leavesRecord, type Charge, type ChargedAccount } from './billing-rules.ts';
import { numbers, texts } from './columns.ts';
import { dayNumber } from './days.ts';
import type { ReportName } from './usage-store.ts';

/** An account before a batch, and what the batch did to it, remainders and record included. */
export interface AccountCharge {
  readonly before: BilledAccount;
  readonly charge: Charge<BilledAccount>;
}

/** The day that is charged, and when. */
export type Charging = Pick<ReportName, 'day' | 'at'>;

const isShown = ({ charge }: AccountCharge): boolean => leavesRecord(charge);

/**
 * Writes charged accounts, and adds to the customers' records of the day. The current day's record is kept in columns
 * of the account; a late charge for an earlier day goes to its row in `traffic_records`.
 */
export const writeCharges = async (
  trx: Db,
  { day, at }: Charging,
  charges: readonly AccountCharge[],
): Promise<void> => {
  const begins = charges.filter((each) => isShown(each) && each.before.recordDay < day);
  if (begins.length > 0) await sql`select begin_records(${column(begins, userNum)}, ${day}::date)`.execute(trx);
  const isLate = (each: AccountCharge): boolean => isShown(each) && each.before.recordDay > day;
  const { chosen: late, rest: live } = partition(charges, isLate);
  const hour = live.reduce((latest, { charge }) => Math.max(latest, charge.account.hourly?.hour ?? 0), 0);
  const { chosen: plain, rest: others } = partition(live, (each) => isPlain(each, hour));
  await changePlain(trx, { at, hour }, plain);
  await changeOthers(trx, others, { at, record: true });
  if (late.length === 0) return;
  await addToWritten(trx, { day, at }, late);
  await changeOthers(trx, late, { at, record: false });
};

const partition = (charges: readonly AccountCharge[], is: (charge: AccountCharge) => boolean) => {
  const [chosen, rest]: [AccountCharge[], AccountCharge[]] = [[], []];
  for (const charge of charges) (is(charge) ? chosen : rest).push(charge);
  return { chosen, rest };
};

const column = (charges: readonly AccountCharge[], pick: (charge: AccountCharge) => number) =>
  sql`${numbers(charges.map(pick))}::bigint[]`;
const userNum = ({ before }: AccountCharge): number => before.userNum;
const remaindersOf = (charges: readonly AccountCharge[]) =>
  sql`${texts(charges.map(({ charge }) => charge.account.remainders))}::text[]`;

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
                  ${column(charges, ({ charge }) => charge.account.trialLeft)}, ${remaindersOf(charges)},
                  ${column(charges, ({ charge }) => charge.spent)}, ${column(charges, ({ charge }) => charge.exempt)})
        as w (user_num, day_used, hour_used, trial_left, carries, recorded, exempt)
     where t.user_num = w.user_num`.execute(trx);
};

/** Writes everything that a charge can change; records are left alone when they were written down elsewhere. */
const changeOthers = async (
  trx: Db,
  charges: readonly AccountCharge[],
  { at, record }: { readonly at: Date; readonly record: boolean },
): Promise<void> => {
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
                  ${of((a) => secondsOf(a.hourly?.pausedUntil))}, ${of((a) => a.trialLeft)}, ${remaindersOf(charges)},
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
