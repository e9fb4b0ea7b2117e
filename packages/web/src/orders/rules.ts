import { isOpenOrder } from '@skyport/contract/order-states';
import { isUnderWay, type Order, tradeModeNames } from '@skyport/contract/orders';
import type { Stated } from '@skyport/contract/trades-columns';
import { yuan } from '../ui/format.ts';
import { timeLeft } from '../ui/time-left.ts';
import { texts } from './texts.ts';

/** What the list is filtered by. */
export const orderFilters = ['all', 'unpaid', 'paid'] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** Whether an order is among those that a filter shows. */
export const isShown = ({ status }: Pick<Order, 'status'>, filter: OrderFilter): boolean => {
  if (filter === 'all') return true;
  return filter === 'paid' ? status === 'paied' : isOpenOrder(status);
};

/** State of an order as lists and windows say it. What came for an order that is paid has paid it, but for a part. */
export const stateOf = ({ status, credited }: Order): Stated => {
  if (credited === 0) return { status, credited: undefined };
  return { status, credited: status === 'paied' ? 'part' : 'all' };
};

/** Yuan that an order costs beside coupon and wallet: what is left to pay, or what was paid. */
export const restOf = ({ order_money, coupon_discount, wallet_spend }: Order): number =>
  (Math.round(order_money * 1000) - Math.round(coupon_discount * 1000) - Math.round(wallet_spend * 1000)) / 1000;

/** Yuan of two sums, whole thousandths. */
export const sumOf = (one: number, other: number): number => (Math.round(one * 1000) + Math.round(other * 1000)) / 1000;

/** What was paid for an order, with the fee in it; empty until it is paid. */
export const paidText = ({ status, paid, fee }: Order): string => {
  if (status !== 'paied') return '';
  const money = texts.yuan(yuan(paid));
  return fee > 0 ? texts.paidWithFee(money, yuan(fee)) : money;
};

/** What the button says that leads to a payment. */
export const payLabel = (order: Order): string => (isUnderWay(order) ? texts.goOn : texts.pay);

/** The way by which an order is paid; empty while there is none. */
export const modeText = ({ pay_mode }: Order): string => (pay_mode === '' ? '' : tradeModeNames[pay_mode]);

/** What became of money that did not pay an order; a paid one may have taken it from the wallet since. */
export const creditedText = ({ status, credited, wallet_spend }: Order): string =>
  status === 'paied' && wallet_spend > 0
    ? texts.creditedAndSpent(yuan(credited), yuan(wallet_spend))
    : texts.creditedHint(yuan(credited));

/** How much time an order has left of so many ms. */
export const leftText = (ms: number): string => (ms > 0 ? timeLeft(ms) : texts.over);
