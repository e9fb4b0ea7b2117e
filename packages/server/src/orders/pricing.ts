import { milliOfYuan } from '@skyport/contract/units';
import type { PaymentTerms } from '../platform/payment-providers.ts';

/** A hundredth of a yuan in milli-yuan: prices, discounts and the wallet's share are whole fen. */
const FEN = 10;
/** What is left to pay is nothing, or at least this: providers take no smaller sums. */
const LEAST_PAYABLE = milliOfYuan(1);

const PPM = 1_000_000n;

/** Milli-yuan that an instance asks beside what is to be paid by its terms, rounded up to the fen. */
export const feeOn = (payable: number, terms: Pick<PaymentTerms, 'feePpm' | 'feeFixed'> | undefined): number => {
  if (!terms || payable <= 0) return 0;
  const millionths = BigInt(payable) * BigInt(terms.feePpm) + BigInt(terms.feeFixed) * PPM;
  const fen = PPM * BigInt(FEN);
  return Number((millionths + fen - 1n) / fen) * FEN;
};

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
