import type { Order } from './orders.ts';
import { GIB, MIB } from './units.ts';

const HOURS = 24;

/** Days of membership, whose bonus is whole hours, as days and hours: "1 天 5 小时"; empty for none. */
export const membershipDays = (days: number): string => {
  const hours = Math.round(days * HOURS);
  const [whole, rest] = [Math.floor(hours / HOURS), hours % HOURS];
  return [whole > 0 && `${whole} 天`, rest > 0 && `${rest} 小时`].filter(Boolean).join(' ');
};

/** A number with at most 2 decimals, without zeros at its end. */
const plain = (n: number): string => String(Number(n.toFixed(2)));

/** Whether bytes are so few that they are shown in M: as G with two decimals they are next to nothing. */
export const isShownInM = (bytes: number): boolean => bytes > 0 && bytes < GIB / 10;

/** Bytes in the unit that the shop shows: T from 1 T on, M below 0.1 G, else G: "1 T", "4 M", "50 G". */
export const amountOf = (bytes: number): string => {
  if (bytes >= 1024 * GIB) return `${plain(bytes / (1024 * GIB))} T`;
  return isShownInM(bytes) ? `${plain(bytes / MIB)} M` : `${plain(bytes / GIB)} G`;
};

/** Traffic in G or T; empty without any. */
export const trafficText = ({ add_traffic }: Pick<Order, 'add_traffic'>): string =>
  add_traffic === 0 ? '' : amountOf(add_traffic);

/** What an order gives, in short. */
export const giftText = (order: Pick<Order, 'add_traffic' | 'add_vip_duration'>): string =>
  [trafficText(order), membershipDays(order.add_vip_duration)].filter(Boolean).join(' + ');
