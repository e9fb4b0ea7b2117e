import type { PrizeDraft } from './store.ts';

/** What a prize gives, and how often: what staff give away who make one or make it better. */
export type PrizeOffer = Pick<
  PrizeDraft,
  'name' | 'traffic' | 'vip_days' | 'weight' | 'has_coupon' | 'discount_bp' | 'discount_days'
>;

/** The offer of a prize as it is stored. */
export const offerOf = (row: PrizeOffer): PrizeOffer => {
  const { name, traffic, vip_days, weight, has_coupon, discount_bp, discount_days } = row;
  return { name, traffic, vip_days, weight, has_coupon, discount_bp, discount_days };
};

const givesMoreOff = (from: PrizeOffer, to: PrizeOffer): boolean =>
  to.has_coupon && (!from.has_coupon || to.discount_bp < from.discount_bp || to.discount_days > from.discount_days);

/** Whether an edit lets a prize give more. Another weight changes the chance of every prize, so it counts too. */
export const isBetter = (from: PrizeOffer, to: PrizeOffer): boolean =>
  to.traffic > from.traffic || to.vip_days > from.vip_days || to.weight !== from.weight || givesMoreOff(from, to);
