import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import { amountOf, membershipDays, timeLeft } from '../ui/format.ts';
import { texts } from './texts.ts';

/** What the list is filtered by. */
export const orderFilters = ['all', 'unpaid', 'paid'] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** Whether an order is among those that a filter shows. */
export const isShown = ({ status }: Pick<Order, 'status'>, filter: OrderFilter): boolean => {
  if (filter === 'all') return true;
  return filter === 'paid' ? status === 'paied' : isOpenOrder(status);
};

/** How much of the money that came went to the wallet: all of it, or what did not pay the order. */
export type Credited = 'all' | 'part' | undefined;

/** State of an order as lists and windows say it. What came for an order that is paid has paid it, but for a part. */
export const stateOf = ({ status, credited }: Order): { status: Order['status']; credited: Credited } => {
  if (credited === 0) return { status, credited: undefined };
  return { status, credited: status === 'paied' ? 'part' : 'all' };
};

/** Yuan that an order costs beside coupon and wallet: what is left to pay, or what was paid. */
export const restOf = ({ order_money, coupon_discount, wallet_spend }: Order): number =>
  (Math.round(order_money * 1000) - Math.round(coupon_discount * 1000) - Math.round(wallet_spend * 1000)) / 1000;

/** Traffic in G or T; empty without any. */
export const trafficText = ({ add_traffic }: Pick<Order, 'add_traffic'>): string =>
  add_traffic === 0 ? '' : amountOf(add_traffic);

/** What an order gives, in short. */
export const giftText = (order: Pick<Order, 'add_traffic' | 'add_vip_duration'>): string =>
  [trafficText(order), membershipDays(order.add_vip_duration)].filter(Boolean).join(' + ');

/** How much time an order has left of so many ms. */
export const leftText = (ms: number): string => (ms > 0 ? timeLeft(ms) : texts.over);
