import type { TestData } from '@skyport/server/testing-app';
import { dayTold, milliOf, type Person } from './journal.ts';
import type { Month } from './month.ts';

/*
 * What people do for money: they order, apply coupons, pay at a provider, by wallet or to staff, or give it up.
 */

/** Shares of purchases: with a coupon, that are paid in the end, and of which their provider tells at once. */
const [WITH_COUPON, PAID, TOLD] = [0.4, 0.8, 0.7];
/** Of those that are paid: so many write a transfer to staff in the place of a provider. */
const BY_RECEIPT = 0.12;

const COUPONS = ['CASH3', 'NINE'];
/** An order that waits for money. */
interface Waiting {
  readonly _id: string;
  readonly order_money: number;
}

/** Somebody pays a trade at its provider, which tells the shop at once or later. */
const payAt = async (month: Month, mode: string, trade: TestData): Promise<void> => {
  const till = month.tills.find((each) => each.mode === mode);
  if (!till) throw new Error(`nobody serves ${mode}`);
  const { gateway } = till;
  const number = String(trade._id).replaceAll('-', '');
  if (!gateway.books.find(number, gateway.now())) await fetch(trade.payurl, { redirect: 'manual' });
  gateway.pay(number);
  if (month.random() < TOLD) await gateway.deliver();
};

/** Staff write down what came in another way. */
const payByReceipt = async (month: Month, order: Waiting): Promise<void> => {
  const { order: shown, payable } = await check(month, order._id);
  if (shown.status === 'paied' || payable === 0) return;
  const reference = `transfer-${month.next()}`;
  await month.staff('/api/admin/trades/receipt', { order_id: order._id, amount: payable, reference });
  month.journal.receipts += milliOf(payable);
};

const check = async (month: Month, id: string): Promise<TestData> => {
  const owner = month.journal.people.find(({ session }) => session.userId === month.owners.get(id));
  return (await month.call('/api/shop/wallet_check', { order_id: id }, owner!.session)).data;
};

/** Somebody orders a product and pays it, or does not. */
export const buy = async (month: Month, { session }: Person): Promise<boolean> => {
  const product = month.one(month.products);
  const made = await month.call('/api/shop/create_order', { combo_id: product._id }, session);
  if (made.code !== 0) return false;
  const order: Waiting = made.data;
  month.journal.products.set(order._id, product._id);
  month.owners.set(order._id, session.userId);
  if (month.random() < WITH_COUPON)
    await month.call('/api/coupon/orderUseCoupon', { order_id: order._id, code: month.one(COUPONS) }, session);
  if (month.random() > PAID) {
    if (month.random() < 0.5) await month.call('/api/order/cancel_order', { order_id: order._id }, session);
    return true;
  }
  if (month.random() < BY_RECEIPT) {
    await payByReceipt(month, order);
    return true;
  }
  const mode = month.one(['alipay', 'wxpay'])!;
  const trade = await month.call('/api/shop/dobuy', { order_id: order._id, pay_mode: mode }, session);
  if (trade.code !== 0) return false;
  if (trade.data.status !== 'paied') await payAt(month, mode, trade.data);
  return true;
};

/** Staff take back what a paid order gave. */
export const takeBack = async (month: Month, { session }: Person): Promise<boolean> => {
  const { data } = await month.call('/api/order/order_list', {}, session);
  const order = (data as TestData[]).find(({ _id, status }) => status === 'paied' && !month.journal.takenBack.has(_id));
  if (!order) return false;
  const form = { order_id: order._id, reason: 'refund', note: '客户要求退款' };
  const flag = await month.call('/api/admin/trades/flag_order', form, month.admin);
  if (flag.code !== 0) return false;
  const end = { flag_id: flag.data._id, reason: '已退款' };
  const taken = await month.call('/api/admin/trades/take_back', end, month.admin);
  if (taken.code !== 0) return false;
  month.journal.takenBack.set(order._id, taken.data.traffic);
  return true;
};

const ADDRESS = { addressType: 'USDT-TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };

/** Somebody sets an address the first time, and asks for the rebates later; staff pay them out or give them back. */
export const withdraw = async (month: Month, { session }: Person, password: string): Promise<boolean> => {
  const { data: wallet } = await month.call('/api/wallet/mywallet', {}, session);
  if (wallet.address === '') {
    const form = { ...ADDRESS, confirm: password };
    return (await month.call('/api/wallet/change_reward_adress', form, session)).code === 0;
  }
  const made = await month.call('/api/wallet/make_charge', {}, session);
  if (made.code !== 0) return false;
  const which = { charge_id: made.data._id };
  if (month.random() < 0.3) {
    await month.staff('/api/admin/charge/return_charge', { ...which, msg: '请核对地址' });
    return true;
  }
  await month.staff('/api/admin/charge/checkout_charge', which);
  month.journal.paidOut += milliOf(made.data.money);
  return true;
};

/** Somebody checks in. */
export const checkIn = async (month: Month, { session }: Person): Promise<boolean> => {
  const { code, data } = await month.call('/api/user/sign_use', {}, session);
  if (code !== 0) return false;
  dayTold(month.journal, month.panel.app().clock.now()).checkins += 1;
  month.give(session.num, data.addTraffic);
  return true;
};
