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
