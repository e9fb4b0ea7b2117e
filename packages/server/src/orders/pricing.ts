import { milliOfYuan } from '@skyport/contract/units';

/** A hundredth of a yuan in milli-yuan: prices, discounts and the wallet's share are whole fen. */
const FEN = 10;
/** What is left to pay is nothing, or at least this: providers take no smaller sums. */
const LEAST_PAYABLE = milliOfYuan(1);

const wholeFen = (amount: number): number => Math.floor(amount / FEN) * FEN;

/**
 * Milli-yuan of `payable` that a wallet with this balance pays. Never so much that something below 1 yuan is left,
 * which no provider takes: then the wallet leaves 1 yuan, or pays nothing.
 */
export const walletShare = (balance: number, payable: number): number => {
  const most = Math.min(wholeFen(Math.max(0, balance)), payable);
  const left = payable - most;
  return left > 0 && left < LEAST_PAYABLE ? Math.max(0, payable - LEAST_PAYABLE) : most;
};
