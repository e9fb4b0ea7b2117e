import { bytes, GIB, type Bytes } from '@skyport/contract/units';
import { HOUR_MS, LATEST_MS } from '../platform/clock.ts';

/** What decides how much an account may still use. Bytes; `day` is the business day that `dayUsed` belongs to. */
export interface TrafficState {
  readonly granted: number;
  readonly spent: number;
  readonly vipUntil: Date | null;
  readonly dailyQuota: number;
  readonly day: string;
  readonly dayUsed: number;
  /** A daily quota of `dailyUnlimitedGb` GB even without membership ("specialDailyUnlimitTraffic"). */
  readonly dailyUnlimited: boolean;
  readonly dailyUnlimitedGb: number;
}

/** The columns that a traffic state is read from; `day` as 'YYYY-MM-DD'. */
export interface TrafficColumns {
  readonly granted: number;
  readonly spent: number;
  readonly vip_until: Date | null;
  readonly daily_quota: number;
  readonly day: string;
  readonly day_used: number;
  readonly daily_unlimited: boolean;
  readonly daily_unlimited_gb: number;
}

/** The traffic state of a stored account. */
export const trafficStateOf = (row: TrafficColumns): TrafficState => ({
  granted: row.granted,
  spent: row.spent,
  vipUntil: row.vip_until,
  dailyQuota: row.daily_quota,
  day: row.day,
  dayUsed: row.day_used,
  dailyUnlimited: row.daily_unlimited,
  dailyUnlimitedGb: row.daily_unlimited_gb,
});

/** The daily quota in bytes: the account's own, or its special one. */
export const limitOf = (state: Pick<TrafficState, 'dailyQuota' | 'dailyUnlimited' | 'dailyUnlimitedGb'>): Bytes =>
  bytes(state.dailyUnlimited ? state.dailyUnlimitedGb * GIB : state.dailyQuota);

/** Bytes of the quota used on `today`: a counter of another day counts for nothing. */
export const usedToday = (state: Pick<TrafficState, 'day' | 'dayUsed'>, today: string): Bytes =>
  bytes(state.day === today ? state.dayUsed : 0);

/** Whether membership lies ahead. */
export const isMember = (state: Pick<TrafficState, 'vipUntil'>, now: Date): boolean =>
  state.vipUntil !== null && state.vipUntil > now;

/** Bytes of today's quota that are left; 0 without membership and without a special quota. */
export const quotaLeft = (state: TrafficState, now: Date, today: string): Bytes =>
  isMember(state, now) || state.dailyUnlimited
    ? bytes(Math.max(0, limitOf(state) - usedToday(state, today)))
    : bytes(0);

/** Bytes of permanent traffic that are left. */
export const permanentLeft = (state: Pick<TrafficState, 'granted' | 'spent'>): Bytes =>
  bytes(Math.max(0, state.granted - state.spent));

/**
 * Whether the account has something left that use can be charged to. Without it only public lines are open. Asked by
 * the documents and by the fleet, so that what is shown is what works.
 */
export const isEntitled = (state: TrafficState, now: Date, today: string): boolean =>
  permanentLeft(state) > 0 || quotaLeft(state, now, today) > 0;

/** What, besides the catalogue, decides which lines an account may use. */
export interface Entitlement {
  readonly entitled: boolean;
  readonly normalPermission: boolean;
  readonly isAgencyUser: boolean;
  /** Ids of permissions held now. */
  readonly permissions: readonly string[];
}

/** A text that is equal for accounts that may use the same lines: under it, prepared documents are shared. */
export const entitlementKey = (of: Entitlement): string => {
  const held = of.normalPermission
    ? '*'
    : of.permissions.length > 1
      ? of.permissions.toSorted().join(',')
      : (of.permissions[0] ?? '');
  return `${of.entitled ? 'e' : '-'}${of.isAgencyUser ? 'a' : '-'}|${held}`;
};

/**
 * The end of membership after `hours` more: counted from now when it has ended, else from its end. One that is for ever
 * stays where it is.
 */
export const extended = (vipUntil: Date | null, hours: number, now: Date): Date => {
  const from = Math.max(now.getTime(), vipUntil?.getTime() ?? 0);
  return new Date(Math.max(from, Math.min(from + hours * HOUR_MS, LATEST_MS)));
};

/** How much of an ending trial is taken back: what it has left, but never more than the account has. */
export const takenBack = (leftOfTrial: number, account: Pick<TrafficState, 'granted' | 'spent'>): Bytes =>
  bytes(Math.min(Math.max(0, leftOfTrial), permanentLeft(account)));
