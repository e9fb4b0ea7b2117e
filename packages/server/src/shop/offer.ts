import type { ComboRow } from './store.ts';

/** What a product gives, and for how much: what staff give away who make one or make it cheaper. */
export type Offer = Pick<
  ComboRow,
  'name' | 'price' | 'traffic' | 'vip_days' | 'bonus_percent' | 'permission_ids' | 'permission_days'
>;

/** The offer of a product as it is stored. */
export const offerOf = (row: Offer): Offer => {
  const { name, price, traffic, vip_days, bonus_percent, permission_ids, permission_days } = row;
  return { name, price, traffic, vip_days, bonus_percent, permission_ids, permission_days };
};

const AMOUNTS = ['traffic', 'vip_days', 'bonus_percent', 'permission_days'] as const;

/** Whether an edit lowers the price of a product, or lets it give more of anything. */
export const isCheaper = (from: Offer, to: Offer): boolean =>
  to.price < from.price ||
  AMOUNTS.some((name) => to[name] > from[name]) ||
  to.permission_ids.some((id) => !from.permission_ids.includes(id));
