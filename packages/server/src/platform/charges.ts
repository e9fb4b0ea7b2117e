import type { Charge } from './payment-providers.ts';

/** Decimals of a thousandth. */
const THOUSANDTH = 3;

/** How many thousandths the smallest unit of a currency of ISO 4217 is. Throws for what cannot be a currency. */
const unitIn = (currency: string): number => {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return 10 ** (THOUSANDTH - maximumFractionDigits);
};

/** A charge in thousandths of its currency. Throws for what cannot be a currency. */
export const thousandthsOf = ({ currency, minor }: Charge): number => minor * unitIn(currency);

/** The charge of an amount in thousandths of a currency. Throws for what cannot be a currency. */
export const chargeOf = (thousandths: number, currency: string): Charge => ({
  currency,
  minor: Math.round(thousandths / unitIn(currency)),
});
