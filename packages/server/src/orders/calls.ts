import { buyersTradeState, isOpenOrder } from '@skyport/contract/order-states';
import type { ordersCalls } from '@skyport/contract/orders';
import { inTransaction } from '@skyport/db';
import { takeAttemptsWithin } from '../platform/attempts.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { doBuy } from './buy.ts';
import { cancelOrder } from './cancel.ts';
import { cancelCoupon, useCoupon } from './coupon.ts';
import { createOrder } from './create.ts';
import { shownGift } from './gift.ts';
import { lockOwnOrder } from './lock.ts';
import { notifyFeedback } from './messages.ts';
import { changeOrder, findOrder } from './order-store.ts';
import { hurry } from './queries.ts';
import { ordersOf } from './present.ts';
import { findNewestTrade, findTrade } from './trade-store.ts';
import { walletCheck } from './wallet-check.ts';

/** Orders that a customer is shown. */
const MOST_SHOWN = 1000;

/** Stores what is wrong with an order and notifies the operators, unless that is what it said already. */
const feedback: Handler<(typeof ordersCalls)['feedback']> = async ({ order_id, msg }, { caller }, deps) => {
  await inTransaction(deps.db, async (trx) => {
    const { order } = await lockOwnOrder(trx, order_id, caller.id);
    if (order.feedback === msg) return;
    const changed = await changeOrder(trx, order.id, { feedback: msg, feedback_at: deps.clock.now() });
    const attempts = [{ kind: 'order_feedback.account', key: caller.id }] as const;
    if ('taken' in (await takeAttemptsWithin(trx, deps, { attempts }))) await notifyFeedback(trx, deps, changed);
  });
  return {};
};

/** What customers buy: orders, their coupons, and the trades that pay them. */
export const ordersHandlers: HandlersOf<typeof ordersCalls> = {
  createOrder,
  useCoupon,
  cancelCoupon,
  walletCheck,
  doBuy,
  tradeStatus: async ({ trade_id }, { caller }, deps) => {
    const { db } = deps;
    const trade = await findTrade(db, trade_id);
    const order = trade?.user_id === caller.id ? await findOrder(db, trade.order_id) : undefined;
    if (!trade || !order) return refuse('notFound');
    if (isOpenOrder(order.status)) await hurry(deps, trade);
    return {
      status: buyersTradeState(trade.status, order.status),
      ...shownGift(order),
    };
  },
  newestTrade: async (_input, { caller }, { db }) => {
    const trade = await findNewestTrade(db, caller.id);
    const order = trade && (await findOrder(db, trade.order_id));
    if (!trade || !order) return { trade: null };
    return { trade: { _id: trade.id, order_id: order.id, status: buyersTradeState(trade.status, order.status) } };
  },
  orderList: async (_input, { caller }, { db }) => ordersOf(db, caller.id, MOST_SHOWN),
  cancelOrder,
  feedback,
};
