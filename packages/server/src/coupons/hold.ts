import type { CodeName } from '@skyport/contract/codes';
import type { Db } from '@skyport/db';
import type { Ids } from '../platform/ids.ts';
import { applyProblem, asRule, freeSlot } from './rules.ts';
import { insertUse, listSlots, lockCoupon, takeUse, type CouponRow } from './store.ts';

/** A use of a coupon by an order. */
interface Holding {
  readonly couponId: string;
  readonly userId: string;
  readonly orderId: string;
  readonly at: Date;
}

/** Why an account cannot apply a coupon to an order; undefined when it can. Nothing is locked. */
export const applyProblemOf = async (
  db: Db,
  coupon: CouponRow,
  { userId, at }: Pick<Holding, 'userId' | 'at'>,
): Promise<CodeName | undefined> => applyProblem(asRule(coupon), (await listSlots(db, coupon.id, userId)).length, at);

/**
 * Holds a use of a coupon for an order whose row is locked; gives the coupon and the use's id, or why there is none.
 */
export const holdUse = async (
  trx: Db,
  { ids }: { readonly ids: Ids },
  { couponId, userId, orderId, at }: Holding,
): Promise<{ readonly coupon: CouponRow; readonly useId: string } | CodeName> => {
  const coupon = await lockCoupon(trx, couponId);
  if (!coupon) return 'couponMissing';
  const slots = await listSlots(trx, coupon.id, userId);
  const problem = applyProblem(asRule(coupon), slots.length, at);
  if (problem) return problem;
  const slot = freeSlot(slots, coupon.per_user);
  if (slot === undefined) return 'couponUsedUp';
  if (!(await takeUse(trx, coupon.id, at))) return 'couponExhausted';
  const useId = ids.next();
  await insertUse(trx, { id: useId, couponId: coupon.id, userId, slot, traffic: 0, days: 0, at, orderId });
  return { coupon, useId };
};
