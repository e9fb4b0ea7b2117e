import type { OrderCouponType } from '@skyport/contract/orders';
import { milliOfYuan } from '@skyport/contract/units';

/** A hundredth of a yuan in milli-yuan: prices, discounts and the wallet's share are whole fen. */
const FEN = 10;
/** Parts of a whole price in which a discount coupon says what is still paid. */
const WHOLE = 10_000;
/** What is left to pay is nothing, or at least this: providers take no smaller sums. */
const LEAST_PAYABLE = milliOfYuan(1);

const wholeFen = (amount: number): number => Math.floor(amount / FEN) * FEN;

/** What a coupon is worth on an order: milli-yuan, or the share that is still paid in ten-thousandths. */
export interface OrderCoupon {
  readonly type: OrderCouponType;
  readonly money: number;
  readonly discountBp: number;
}

/** Milli-yuan that a coupon takes off a price: whole fen, never more than the price. */
export const discountOf = ({ type, money, discountBp }: OrderCoupon, price: number): number =>
  type === 'cash' ? Math.min(money, price) : wholeFen((price * (WHOLE - discountBp)) / WHOLE);

/**
 * Milli-yuan of `payable` that a wallet with this balance pays. Never so much that something below 1 yuan is left,
 * which no provider takes: then the wallet leaves 1 yuan, or pays nothing.
 */
export const walletShare = (balance: number, payable: number): number => {
  const most = Math.min(wholeFen(Math.max(0, balance)), payable);
  const left = payable - most;
  return left > 0 && left < LEAST_PAYABLE ? Math.max(0, payable - LEAST_PAYABLE) : most;
};
