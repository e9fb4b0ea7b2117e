import { shownTradeState } from '@skyport/contract/order-states';
import type { paymentsCalls, StaffTrade } from '@skyport/contract/payments';
import { milliOfYuan, yuanOf } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { emailsOf, isAgencyCustomer } from '../accounts/index.ts';
import { shownGift, receive, staffOrder, tradeNumberOf } from '../orders/index.ts';
import type { Deps, Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { listNewestTrades, type TradeListRow } from './trade-list-store.ts';

type Calls = typeof paymentsCalls;

const REFERENCE_KNOWN = '该单号已入账，请勿重复登记';

const presentTrade = (row: TradeListRow, { payments }: Pick<Deps, 'payments'>): StaffTrade => {
  return {
    _id: row.id,
    username: row.email,
    user_id: row.user_id,
    desc: row.name,
    tradeno: tradeNumberOf(row.id),
    fromChannel: row.channel_code,
    request_pay_amound: yuanOf(row.amount),
    received: yuanOf(row.received ?? 0),
    rewardMoney: yuanOf(row.reward),
    pay_mode: row.mode,
    device: row.device,
    third_pay_platform: payments.labelOf(row.instance),
    status: shownTradeState(row.status, row.order_status),
    state: row.status,
    unclaimed: yuanOf(row.unclaimed),
    create_time: row.created_at.toISOString(),
    ...shownGift(row),
    order_id: row.order_id,
  };
};

const receipt: Handler<Calls['receipt']> = async (form, { caller, audited }, deps) => {
  const { order_id, reference, reason } = form;
  const amount = milliOfYuan(form.amount);
  const outcome = await inTransaction(deps.db, async (trx) => {
    const settled = await audited(trx, { ids: [order_id], note: () => ({ amount, reference, reason }) }, async () => {
      const done = await receive(trx, deps, { orderId: order_id, amount, reference, reason, notedBy: caller.id });
      if (done === undefined) return refuse('notFound');
      return done === 'known' ? refuse('conflict', REFERENCE_KNOWN) : done;
    });
    deps.crash.at('receipt.before-commit');
    return settled;
  });
  deps.crash.at('receipt.after-commit');
  return { outcome };
};

/** Trades as staff see them, and money that staff have received themselves. */
export const paymentsHandlers: HandlersOf<Calls> = {
  tradeList: async ({ requestNumber, filterStr }, _context, deps) =>
    (await listNewestTrades(deps.db, requestNumber, filterStr)).map((row) => presentTrade(row, deps)),
  getOrderForTrade: async ({ order_id }, _context, { db }) => {
    const found = (await staffOrder(db, order_id)) ?? refuse('notFound');
    const emails = await emailsOf(db, [found.user_id]);
    const is_agency_user = await isAgencyCustomer(db, found.user_id);
    return { ...found, email: emails.get(found.user_id) ?? '', is_agency_user };
  },
  receipt,
};
