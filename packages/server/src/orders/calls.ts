import { buyersTradeState, isLivingTrade, isOpenOrder } from '@skyport/contract/order-states';
import { MOST_ORDERS, type ordersCalls } from '@skyport/contract/orders';
import { yuanOf } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
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
import { changeOrder, findOrder, type OrderRow } from './order-store.ts';
import { creditedOfTrade } from './payment-store.ts';
import { hurry } from './queries.ts';
import { ordersOf, presentTrade } from './present.ts';
import { findNewestTrade, findTrade, isForDevice, opensAt, type TradeRow } from './trade-store.ts';
import { walletCheck } from './wallet-check.ts';

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

/** How a trade stands as its buyer is told it, and what of its money is in the wallet. */
const toldOf = async (db: Db, trade: TradeRow, order: OrderRow) => ({
  status: buyersTradeState(trade.status, order.status),
  credited: isLivingTrade(trade.status) ? 0 : yuanOf(await creditedOfTrade(db, trade.id)),
});

/** A link or code that is not given out. */
const NO_WAY = { payurl: '', qrcode: '', urlscheme: '', seconds_left: 0 };

/** The newest trade as its customer goes on with it; its provider is asked while the order waits. */
const newestTrade: Handler<(typeof ordersCalls)['newestTrade']> = async ({ order_id, isMobile }, { caller }, deps) => {
  const { db, payments } = deps;
  const now = deps.clock.now();
  const trade = await findNewestTrade(db, caller.id, order_id);
  const order = trade && (await findOrder(db, trade.order_id));
  if (!trade || !order) return { trade: null };
  if (isOpenOrder(order.status)) await hurry(deps, trade);
  const shown = presentTrade(trade, order, { platform: payments.labelOf(trade.instance), now });
  const opensHere = isMobile === undefined || (isForDevice(trade, isMobile) && opensAt(trade, now));
  return {
    trade: {
      ...shown,
      ...(!opensHere && NO_WAY),
      order_id: order.id,
      pay_mode: trade.mode,
      ...(await toldOf(db, trade, order)),
    },
  };
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
    return { ...(await toldOf(db, trade, order)), ...shownGift(order) };
  },
  newestTrade,
  orderList: async (_input, { caller }, { db }) => ordersOf(db, caller.id, MOST_ORDERS),
  cancelOrder,
  feedback,
};
