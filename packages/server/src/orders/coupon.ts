import { isOpenOrder } from '@skyport/contract/order-states';
import type { ordersCalls } from '@skyport/contract/orders';
import { inTransaction, type Db } from '@skyport/db';
import { applyProblemOf, applyToOrder, couponOfCode, isUseOfDeleted, releaseUse } from '../coupons/index.ts';
import type { Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { lockOwnOrder, ownOrder, refuseUnlessOpen } from './lock.ts';
import { changeOrder, type OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';
import { texts } from './texts.ts';

type Calls = typeof ordersCalls;

/** What an order says without a coupon. */
export const withoutCoupon = {
  coupon_use_id: null,
  coupon_code: '',
  coupon_name: '',
  coupon_type: '',
  discount: 0,
} as const;

/** Takes the coupon off a locked order and releases its use. */
export const dropCoupon = async (trx: Db, order: OrderRow, at: Date): Promise<OrderRow> => {
  if (order.coupon_use_id === null) return order;
  await releaseUse(trx, order.coupon_use_id, at);
  return changeOrder(trx, order.id, withoutCoupon);
};

/**
 * Whether the coupon of an order was deleted before its first payment began: such an order does not keep it. Deletion
 * writes the coupon alone, so each call of an order that sees this takes the coupon off.
 */
export const hasDeletedCoupon = async (db: Db, { status, fixed_at, coupon_use_id }: OrderRow): Promise<boolean> =>
  isOpenOrder(status) && fixed_at === null && coupon_use_id !== null && (await isUseOfDeleted(db, coupon_use_id));

/** Refuses where the coupon of an order stays as it is: when it is not open, or once a payment has begun. */
const refuseFrozen = (order: OrderRow, now: Date): void => {
  refuseUnlessOpen(order, now);
  if (order.fixed_at) refuse('conflict', texts.frozen);
};

/** Refuses what takes no coupon: an order that keeps the one it has, or whose coupon stays as it is. */
const refuseUnlessTakes = async (db: Db, order: OrderRow, now: Date): Promise<void> => {
  refuseFrozen(order, now);
  if (order.coupon_use_id !== null && !(await hasDeletedCoupon(db, order))) refuse('orderHasCoupon');
};

const wordsOf = (problem: string): string | undefined => (problem === 'couponUsedUp' ? texts.couponUsedUp : undefined);

/**
 * Applies a coupon to an order, whose copy of its value then counts: later edits and its end change nothing. The order
 * is looked at before the code: no guess is counted for one that takes no coupon, and its own coupon is told as such.
 */
export const useCoupon: Handler<Calls['useCoupon']> = async (
  { order_id, code, captcha },
  { caller, address },
  deps,
) => {
  const at = deps.clock.now();
  await refuseUnlessTakes(deps.db, await ownOrder(deps.db, order_id, caller.id), at);
  const coupon = await couponOfCode(deps, { code, captcha, call: '/api/coupon/orderUseCoupon', caller, address });
  const problem = await applyProblemOf(deps.db, coupon, { userId: caller.id, at });
  if (problem) return refuse(problem, wordsOf(problem));
  const saved = await inTransaction(deps.db, async (trx) => {
    const { order } = await lockOwnOrder(trx, order_id, caller.id);
    await refuseUnlessTakes(trx, order, at);
    await dropCoupon(trx, order, at);
    const { id: orderId, price } = order;
    const applied = await applyToOrder(trx, deps, { couponId: coupon.id, userId: caller.id, orderId, price, at });
    if (typeof applied === 'string') return refuse(applied, wordsOf(applied));
    const changed = await changeOrder(trx, orderId, {
      coupon_use_id: applied.useId,
      coupon_code: applied.code,
      coupon_name: applied.name,
      coupon_type: applied.type,
      discount: applied.discount,
    });
    deps.crash.at('order-coupon.before-commit');
    return changed;
  });
  deps.crash.at('order-coupon.after-commit');
  return presentOrder(deps.db, saved);
};

/** Takes the coupon off an order again. */
export const cancelCoupon: Handler<Calls['cancelCoupon']> = async ({ order_id }, { caller }, deps) => {
  const at = deps.clock.now();
  const saved = await inTransaction(deps.db, async (trx) => {
    const { order } = await lockOwnOrder(trx, order_id, caller.id);
    refuseFrozen(order, at);
    return dropCoupon(trx, order, at);
  });
  return presentOrder(deps.db, saved);
};
