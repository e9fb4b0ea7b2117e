import { openOrderStates } from '@skyport/contract/order-states';
import type { ordersCalls } from '@skyport/contract/orders';
import { inTransaction, type Db } from '@skyport/db';
import { releaseUse } from '../coupons/index.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { endTrades } from './close-trades.ts';
import { returnHold } from './hold.ts';
import { settleStoredOf } from './inbox.ts';
import { lockOwnOrder, ownOrder } from './lock.ts';
import { moveOrder, type OrderRow } from './order-store.ts';
import { presentOrder } from './present.ts';

/**
 * Cancels a locked order: wallet money and coupon come back, its trades are closed. Undefined, and nothing is changed,
 * when it is not open any more. Money that arrives for it later goes to the wallet.
 */
export const cancel = async (
  trx: Db,
  deps: Pick<Deps, 'clock' | 'jobs' | 'payments'>,
  { order, actor }: { readonly order: OrderRow; readonly actor: string },
): Promise<OrderRow | undefined> => {
  const at = deps.clock.now();
  const cancelled = await moveOrder(trx, order.id, {
    from: openOrderStates,
    to: 'cancled',
    change: { cancelled_at: at },
  });
  if (!cancelled) return undefined;
  await endTrades(trx, deps, { orderId: order.id });
  if (order.coupon_use_id !== null) await releaseUse(trx, order.coupon_use_id, at);
  await returnHold(trx, order, { actor, at });
  return cancelled;
};

/** Cancels an order of the caller; money that is stored for it by then pays it instead. */
export const cancelOrder: Handler<(typeof ordersCalls)['cancelOrder']> = async ({ order_id }, { caller }, deps) => {
  await ownOrder(deps.db, order_id, caller.id);
  await settleStoredOf(deps, order_id);
  const order = await inTransaction(deps.db, async (trx) => {
    const { order: locked } = await lockOwnOrder(trx, order_id, caller.id);
    const cancelled = await cancel(trx, deps, { order: locked, actor: caller.id });
    if (!cancelled) return refuse('orderNotCancellable');
    deps.crash.at('cancel.before-commit');
    return cancelled;
  });
  deps.crash.at('cancel.after-commit');
  return presentOrder(deps.db, order);
};
