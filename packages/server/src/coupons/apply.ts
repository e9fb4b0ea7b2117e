import type { CodeName } from '@skyport/contract/codes';
import type { Db } from '@skyport/db';
import type { Ids } from '../platform/ids.ts';
import { discountOf, type OrderCoupon } from './discount.ts';
import { applyProblem, asRule, freeSlot, isFor, isTrialCoupon } from './rules.ts';
import { insertUse, listSlots, lockCoupon, takeUse, type CouponRow } from './store.ts';

/** What a coupon is worth to an order, as the order copies it. */
export interface CouponOfOrder {
  readonly useId: string;
  readonly code: string;
  readonly name: string;
  readonly type: OrderCoupon['type'];
  /** Milli-yuan that it takes off. */
  readonly discount: number;
}

/** A use of a coupon by an order. */
interface UseOfOrder {
  readonly couponId: string;
  readonly userId: string;
  readonly orderId: string;
  /** Of the order, in milli-yuan. */
  readonly price: number;
  readonly at: Date;
}

/** Why an account cannot apply a coupon to an order; undefined when it can. Nothing is locked. */
export const applyProblemOf = async (
  db: Db,
  coupon: CouponRow,
  { userId, at }: Pick<UseOfOrder, 'userId' | 'at'>,
): Promise<CodeName | undefined> => applyProblem(asRule(coupon), (await listSlots(db, coupon.id, userId)).length, at);

/** Takes a use of a coupon for an order whose row is locked; gives what it is worth there, or why there is none. */
export const applyToOrder = async (
  trx: Db,
  { ids }: { readonly ids: Ids },
  { couponId, userId, orderId, price, at }: UseOfOrder,
): Promise<CouponOfOrder | CodeName> => {
  const coupon = await lockCoupon(trx, couponId);
  if (!coupon || !isFor(coupon, userId)) return 'couponMissing';
  const slots = await listSlots(trx, coupon.id, userId);
  const problem = applyProblem(asRule(coupon), slots.length, at);
  if (problem) return problem;
  const { type, money, discount_bp, code, name } = coupon;
  if (isTrialCoupon(type)) return 'couponIsTrial';
  const slot = freeSlot(slots, coupon.per_user);
  if (slot === undefined) return 'couponUsedUp';
  if (!(await takeUse(trx, coupon.id, at))) return 'couponExhausted';
  const useId = ids.next();
  const discount = discountOf({ type, money, discountBp: discount_bp }, price);
  const applied = { orderId, discount, discountBp: discount_bp };
  await insertUse(trx, { id: useId, couponId, userId, type, slot, traffic: 0, days: 0, at, applied });
  return { useId, code, name, type, discount };
};
