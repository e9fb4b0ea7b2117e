import type { paymentsCalls } from '@skyport/contract/payments';
import { milliOfYuan } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { emailsOf, isAgencyCustomer } from '../accounts/index.ts';
import { prepareExport } from '../exports/index.ts';
import { flagsOfOrder, receive, staffOrder } from '../orders/index.ts';
import type { Handler, HandlersOf } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { tradeExport } from './export.ts';
import { presentTrade } from './present.ts';
import { listNewestTrades } from './trade-list-store.ts';

type Calls = typeof paymentsCalls;

const REFERENCE_KNOWN = '该单号已入账，请勿重复登记';
const REFERENCE_UNSURE = '有同号款项，是否属于该订单需人工核对，请在“收款记录”中按笔处理';

const receipt: Handler<Calls['receipt']> = async (form, { caller, audited }, deps) => {
  const { order_id, reference, reason } = form;
  const amount = milliOfYuan(form.amount);
  const outcome = await inTransaction(deps.db, async (trx) => {
    const settled = await audited(trx, { ids: [order_id], note: () => ({ amount, reference, reason }) }, async () => {
      const done = await receive(trx, deps, { orderId: order_id, amount, reference, reason, notedBy: caller.id });
      if (done === undefined) return refuse('notFound');
      if (done === 'unsure') return refuse('conflict', REFERENCE_UNSURE);
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
  tradeList: async ({ requestNumber, ...filter }, _context, deps) =>
    (await listNewestTrades(deps.db, filter, requestNumber)).map((row) => presentTrade(row, deps)),
  exportList: ({ columns, ...filter }, by, deps) =>
    prepareExport(tradeExport, { asked: { filter, columns }, by }, deps),
  getOrderForTrade: async ({ order_id }, _context, deps) => {
    const { db } = deps;
    const found = (await staffOrder(db, order_id)) ?? refuse('notFound');
    const emails = await emailsOf(db, [found.user_id]);
    const is_agency_user = await isAgencyCustomer(db, found.user_id);
    const flags = await flagsOfOrder(db, deps, { id: found._id, status: found.status });
    return { ...found, ...flags, email: emails.get(found.user_id) ?? '', is_agency_user };
  },
  receipt,
};
