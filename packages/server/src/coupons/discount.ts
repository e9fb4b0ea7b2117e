/** A hundredth of a yuan in milli-yuan: what a coupon takes off is whole fen. */
const FEN = 10;

/** Parts of a whole price in which a discount coupon says what is still paid. */
export const WHOLE = 10_000;

/** What a coupon is worth on an order: milli-yuan, or the share that is still paid in ten-thousandths. */
export interface OrderCoupon {
  readonly type: 'cash' | 'discount';
  readonly money: number;
  readonly discountBp: number;
}

const partOf = (price: number, offBp: number): number => Math.floor((price * offBp) / WHOLE / FEN) * FEN;

/** Milli-yuan that a coupon takes off a price: whole fen, never more than the price. */
export const discountOf = ({ type, money, discountBp }: OrderCoupon, price: number): number =>
  type === 'cash' ? Math.min(money, price) : partOf(price, WHOLE - discountBp);

/** What a coupon took off an order, as the order keeps it. Milli-yuan. */
export interface Applied {
  readonly price: number;
  readonly discount: number;
}

/**
 * The share that was still paid of an order, in ten-thousandths: `now`, the coupon's own, while that takes off what was
 * taken off; else the roundest one that does. Orders keep the sum alone.
 */
export const appliedShare = ({ price, discount }: Applied, now: number): number => {
  if (partOf(price, WHOLE - now) === discount) return now;
  const least = (discount * WHOLE) / price;
  const off = [1000, 100, 10, 1].map((step) => Math.ceil(least / step) * step);
  return WHOLE - (off.find((bp) => partOf(price, bp) === discount) ?? Math.round(least));
};
