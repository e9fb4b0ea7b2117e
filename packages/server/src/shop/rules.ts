import { milliOfYuan } from '@skyport/contract/units';

/** Customers of the premium channel see only what costs more than this. */
const PREMIUM_ABOVE = milliOfYuan(20);

/** Products (prices in milli-yuan) that a customer may see and buy, `isPremium` being one of the premium channel. */
export const offeredTo = <T extends { readonly price: number }>(combos: readonly T[], isPremium: boolean): T[] =>
  combos.filter(({ price }) => !isPremium || price > PREMIUM_ABOVE);
