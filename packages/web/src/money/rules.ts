import { yuan } from '../ui/format.ts';
import { texts } from './texts.ts';

/** An amount with its currency. */
export const sumText = ({ amount, currency }: { readonly amount: number; readonly currency: 'CNY' | 'USDT' }): string =>
  texts.amount(currency === 'CNY' ? yuan(amount) : amount.toFixed(3), currency);
