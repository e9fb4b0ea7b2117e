import { isOpenOrder } from '@skyport/contract/order-states';
import type { Order } from '@skyport/contract/orders';
import { plainGb } from '../ui/format.ts';
import { texts } from './texts.ts';

/** What the list is filtered by. */
export const orderFilters = ['all', 'unpaid', 'paid'] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** Whether an order is among those that a filter shows. */
export const isShown = ({ status }: Pick<Order, 'status'>, filter: OrderFilter): boolean => {
  if (filter === 'all') return true;
  return filter === 'paid' ? status === 'paied' : isOpenOrder(status);
};

/** State of an order as lists and windows say it. */
export const stateOf = ({ status, credited }: Order): { status: Order['status']; credited: boolean } => ({
  status,
  credited: credited > 0,
});

/** Yuan that an order costs beside coupon and wallet: what is left to pay, or what was paid. */
export const restOf = ({ order_money, coupon_discount, wallet_spend }: Order): number =>
  (Math.round(order_money * 1000) - Math.round(coupon_discount * 1000) - Math.round(wallet_spend * 1000)) / 1000;

/** Days of membership as days and whole hours; empty without any. */
export const daysText = ({ add_vip_duration }: Pick<Order, 'add_vip_duration'>): string => {
  const hours = Math.round(add_vip_duration * 24);
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  return [days > 0 && texts.gift.days(days), rest > 0 && texts.gift.hours(rest)].filter(Boolean).join(' ');
};

/** Traffic in G; empty without any. */
export const trafficText = ({ add_traffic }: Pick<Order, 'add_traffic'>): string =>
  add_traffic === 0 ? '' : `${plainGb(add_traffic)} G`;

/** What an order gives, in short. */
export const giftText = (order: Pick<Order, 'add_traffic' | 'add_vip_duration'>): string =>
  [trafficText(order), daysText(order)].filter(Boolean).join(' + ');

/** How much time is left of so many ms: hours and minutes, in the last hour minutes and seconds. */
export const leftText = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 0) return texts.left.over;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.left.minutes(minutes, seconds % 60);
  return texts.left.hours(Math.floor(minutes / 60), minutes % 60);
};
