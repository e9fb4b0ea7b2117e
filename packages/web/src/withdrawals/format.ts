import { walletTexts as texts } from './texts.ts';

/** USDT with three decimals. */
export const usdtText = (amount: number): string => texts.usdt(amount.toFixed(3));

/** A rate without zeros at its end. */
export const rateText = (rate: number): string => texts.confirm.rateValue(String(rate));
