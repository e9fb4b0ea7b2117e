import { HOUR_MS } from '../platform/clock.ts';
import { PPM } from '../platform/ppm.ts';
import { isMember, limitOf, type TrafficState } from './rules.ts';

/** Billed bytes of one user in one batch above which they are not believed: a pebibyte. */
export const HIGHEST_BILLED = 2 ** 50;

/** A sum of bytes, which stops growing where numbers are no longer exact. */
export const saturated = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER);

/**
 * The global factor of an account, ppm: it spares those who were granted less than the threshold. Bytes; what an undo
 * gave back was granted before and does not count.
 */
export const globalScale = (granted: number, spareBelow: number, scalePpm: number): number =>
  granted < spareBelow ? PPM : scalePpm;

/** Limited traffic of an account, the one that ends first in front. */
export interface TrialLeft {
  readonly id: string;
  readonly left: number;
}

/** What an account used in its newest hour. */
export interface HourlyUse {
  /** Hours since 1970. */
  readonly hour: number;
  /** Billed bytes of that hour, whatever they were charged to. */
  readonly used: number;
  /** The end of the newest hour in which it used too much. */
  readonly pausedUntil: Date | null;
}

/** What charging reads and changes of an account. Bytes; `prevUsed` is the quota used on `prevDay`, before `day`. */
export interface ChargedAccount extends TrafficState {
  readonly prevDay: string;
  readonly prevUsed: number;
  readonly pending: number;
  readonly overrun: number;
  /** What is left of all its open trials together; see leftOfTrials. */
  readonly trialLeft: number;
  /** Absent before the first use. */
  readonly hourly?: HourlyUse | undefined;
}

/** Billed bytes of one account in one batch. */
export interface AccountUse {
  /** On public lines: exempt at once. */
  readonly free: number;
  /** On all other lines. */
  readonly billed: number;
  /** Business day. */
  readonly day: string;
  /** The instant that decides about membership. */
  readonly at: Date;
}

/**
 * Where the bytes went: `free + billed + pendingBefore = exempt + spent + overrun + pendingAfter`. `account` is the
 * account afterwards.
 */
export interface Charge<A extends ChargedAccount = ChargedAccount> {
  /** On public lines or to the day's quota. */
  readonly exempt: number;
  /** To permanent traffic. */
  readonly spent: number;
  /** Arrived with nothing left; never owed. */
  readonly overrun: number;
  readonly account: A;
}

/** Whether a charge appears in the customer's records: use below the minimum, which only becomes pending, does not. */
export const leavesRecord = ({ spent, exempt }: Pick<Charge, 'spent' | 'exempt'>): boolean => spent > 0 || exempt > 0;

/** How use is charged. */
export interface ChargingRules {
  /** Bytes below which use waits in `pending`. */
  readonly minimum: number;
  /** Bytes an hour above which a member is paused until the hour ends; 0: without limit. */
  readonly hourLimit: number;
}

/**
 * Charges one batch's use to an account. What it gives is a new object, in which whatever else belongs to
 * it is as before.
 */
export const chargeAccount = <A extends ChargedAccount>(
  before: A,
  use: AccountUse,
  rules: ChargingRules,
): Charge<A> => {
  const due = before.pending + use.billed;
  const hourly = use.billed === 0 ? before.hourly : countHour(before, use, rules.hourLimit);
  if (due < rules.minimum || due === 0)
    return { exempt: use.free, spent: 0, overrun: 0, account: { ...before, hourly, pending: due } };
  const used = quotaUsed(before, use.day);
  const hasQuota = before.dailyUnlimited || isMember(before, use.at);
  const fromQuota = hasQuota ? Math.min(due, Math.max(0, limitOf(before) - used)) : 0;
  const spent = Math.min(due - fromQuota, Math.max(0, before.granted - before.spent));
  const overrun = due - fromQuota - spent;
  const { day, dayUsed, prevDay, prevUsed } = daysAfter(before, use.day, used + fromQuota);
  return {
    exempt: use.free + fromQuota,
    spent,
    overrun,
    account: {
      ...before,
      hourly,
      day,
      dayUsed,
      prevDay,
      prevUsed,
      pending: 0,
      spent: before.spent + spent,
      overrun: saturated(before.overrun + overrun),
      trialLeft: before.trialLeft - Math.min(before.trialLeft, spent),
    },
  };
};

const NO_HOUR: HourlyUse = { hour: 0, used: 0, pausedUntil: null };

/** Counts a batch in the hour it began in. What comes late belongs to an hour that is over and pauses nobody. */
const countHour = (account: ChargedAccount, use: AccountUse, limit: number): HourlyUse => {
  const known = account.hourly ?? NO_HOUR;
  const hour = Math.floor(use.at.getTime() / HOUR_MS);
  if (hour < known.hour) return known;
  const used = saturated((hour === known.hour ? known.used : 0) + use.billed);
  const tooMuch = limit > 0 && used > limit && isMember(account, use.at);
  return { hour, used, pausedUntil: tooMuch ? new Date((hour + 1) * HOUR_MS) : known.pausedUntil };
};

/** Whether an account used so much in this hour that it has to wait for the next. */
export const isPaused = ({ pausedUntil }: { readonly pausedUntil: Date | null }, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

type Days = Pick<ChargedAccount, 'day' | 'dayUsed' | 'prevDay' | 'prevUsed'>;

/** Older than both counters: the newest one pays, so that an old report cannot open a third quota. */
const isCurrent = ({ day: current, prevDay }: Days, day: string): boolean => day === current || day < prevDay;

/** What is used of the quota that a day's use belongs to. */
const quotaUsed = (account: Days, day: string): number => {
  if (day > account.day) return 0;
  if (isCurrent(account, day)) return account.dayUsed;
  return day === account.prevDay ? account.prevUsed : 0;
};

/** The account's days once that quota's counter stands at `used`. */
const daysAfter = (account: Days, day: string, used: number): Days => {
  const { day: current, dayUsed, prevDay, prevUsed } = account;
  if (day > current) return { day, dayUsed: used, prevDay: current, prevUsed: dayUsed };
  if (isCurrent(account, day)) return { day: current, dayUsed: used, prevDay, prevUsed };
  return { day: current, dayUsed, prevDay: day, prevUsed: used };
};

/**
 * Limited traffic is spent before unlimited, the grant that ends first before the others. Accounts keep one sum of it:
 * this gives what each of these open trials, the one that ends first in front, has left when all have `left` together.
 */
export const leftOfTrials = (trials: readonly TrialLeft[], left: number): TrialLeft[] => {
  let rest = trials.reduce((sum, trial) => sum + trial.left, 0) - left;
  return trials.map((trial) => {
    const taken = Math.min(trial.left, rest);
    rest -= taken;
    return { id: trial.id, left: trial.left - taken };
  });
};
