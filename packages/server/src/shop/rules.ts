import { mintCaps } from '@skyport/contract/coupons';
import type { ComboFields } from '@skyport/contract/shop';
import { GIB, milliOfYuan } from '@skyport/contract/units';

/** Customers of the premium channel see only what costs more than this. */
const PREMIUM_ABOVE = milliOfYuan(20);

/** Products (prices in milli-yuan) that a customer may see and buy, `isPremium` being one of the premium channel. */
export const offeredTo = <T extends { readonly price: number }>(combos: readonly T[], isPremium: boolean): T[] =>
  combos.filter(({ price }) => !isPremium || price > PREMIUM_ABOVE);

/** Lowest price of a GiB without a step-up, in milli-yuan. */
const CHEAPEST_GIB = 10n;

/** Whether a product needs a step-up: it gives more than a coupon may, or costs less than 0.01 yuan a GiB. */
export const needsStepUp = (
  combo: Pick<ComboFields, 'price' | 'traffic' | 'vipDuration' | 'additionPersend'>,
): boolean => {
  const percent = BigInt(100 + combo.additionPersend);
  const bytes = (BigInt(combo.traffic) * percent) / 100n;
  const hours = (BigInt(combo.vipDuration) * 24n * percent) / 100n;
  return (
    bytes > BigInt(mintCaps.traffic) ||
    hours > BigInt(mintCaps.vipDay) * 24n ||
    BigInt(milliOfYuan(combo.price)) * BigInt(GIB) < CHEAPEST_GIB * bytes
  );
};
