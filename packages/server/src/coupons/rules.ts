import type { CouponType } from '@skyport/contract/coupons';
import type { CodeName } from '@skyport/contract/codes';
import type { CouponDraft, CouponRow } from './store.ts';

/** What a redemption is decided by. */
export interface RedeemableCoupon {
  readonly type: CouponType;
  readonly expiresAt: Date;
  /** Uses a user; 0 = without limit. */
  readonly perUser: number;
  /** Uses in all; 0 = without limit. */
  readonly total: number;
  readonly used: number;
}

/** A stored coupon as the rules read it. */
export const asRule = (row: CouponRow): RedeemableCoupon => ({
  type: row.type,
  expiresAt: row.expires_at,
  perUser: row.per_user,
  total: row.total,
  used: row.used,
});

/** Whether an account may know a coupon: one that was drawn is its owner's alone. */
export const isFor = ({ owner_id }: Pick<CouponRow, 'owner_id'>, userId: string): boolean =>
  owner_id === null || owner_id === userId;

/** Picks the coupon of a typed code: the exact spelling wins, then the coupon found in any case. */
export const couponOf = <C extends Pick<CouponRow, 'code' | 'code_exact'>>(
  known: readonly C[],
  typed: string,
): C | undefined => known.find(({ code }) => code === typed) ?? known.find(({ code_exact }) => !code_exact);

/** A trial coupon gives traffic or days; the other types belong to purchases. */
export const isTrialCoupon = (type: CouponType): type is 'freeUse' | 'freeTime' =>
  type === 'freeUse' || type === 'freeTime';

/** Why a coupon has no use left, for this user or for anybody. */
const usesProblem = ({ perUser, total, used }: RedeemableCoupon, usesOfUser: number): CodeName | undefined => {
  if (perUser > 0 && usesOfUser >= perUser) return 'couponUsedUp';
  return total > 0 && used >= total ? 'couponExhausted' : undefined;
};

/**
 * Why a coupon cannot be redeemed without an order, in the order the product promises: missing, expired, wrong type,
 * used by this user, exhausted. Undefined when it can. `usesOfUser` counts unreleased uses.
 */
export const redeemProblem = (
  coupon: RedeemableCoupon | undefined,
  usesOfUser: number,
  now: Date,
): CodeName | undefined => {
  if (!coupon) return 'couponMissing';
  if (coupon.expiresAt <= now) return 'couponExpired';
  if (!isTrialCoupon(coupon.type)) return 'couponWrongType';
  return usesProblem(coupon, usesOfUser);
};

/**
 * Why a coupon cannot be applied to an order: expired, a trial coupon, used by this customer (uses of unpaid
 * orders count), exhausted. Undefined when it can.
 */
export const applyProblem = (coupon: RedeemableCoupon, usesOfUser: number, now: Date): CodeName | undefined => {
  if (coupon.expiresAt <= now) return 'couponExpired';
  if (isTrialCoupon(coupon.type)) return 'couponIsTrial';
  return usesProblem(coupon, usesOfUser);
};

/** What a coupon gives, how often, and for how long. */
export const WORTH_FIELDS = [
  'type',
  'traffic',
  'traffic_limited',
  'traffic_hours',
  'vip_days',
  'money',
  'discount_bp',
  'per_user',
  'total',
  'expires_at',
] as const;

/** Whether a draft leaves a coupon worth what it is. */
export const isWorthSame = (stored: CouponDraft, draft: CouponDraft): boolean =>
  WORTH_FIELDS.every((field) => stored[field].valueOf() === draft[field].valueOf());

/** The lowest free slot of a user, or undefined when `perUser` (0 = without limit) leaves none. */
export const freeSlot = (taken: readonly number[], perUser: number): number | undefined => {
  const takenSlots = new Set(taken);
  let slot = 1;
  while (takenSlots.has(slot)) slot++;
  return perUser === 0 || slot <= perUser ? slot : undefined;
};
