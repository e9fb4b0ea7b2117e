import { mintCaps } from '@skyport/contract/coupons';
import type { ComboFields } from '@skyport/contract/shop';
import { GIB, milliOfYuan } from '@skyport/contract/units';

/** Customers of the premium channel see only what costs more than this. */
const PREMIUM_ABOVE = milliOfYuan(20);

/** Products (prices in milli-yuan) that a customer may see and buy, `isPremium` being one of the premium channel. */
export const offeredTo = <T extends { readonly price: number }>(combos: readonly T[], isPremium: boolean): T[] =>
  combos.filter(({ price }) => !isPremium || price > PREMIUM_ABOVE);

/** Lowest price, without a step-up, of a GiB, a day of membership and a day of one permission: in milli-yuan. */
const CHEAPEST_UNIT = 10n;
const HOURS = 24n;

/** Whether a product needs a step-up: it gives more than a coupon may, or costs less than 0.01 yuan a unit. */
export const needsStepUp = (
  combo: Pick<
    ComboFields,
    'price' | 'traffic' | 'vipDuration' | 'additionPersend' | 'permissionsGain' | 'permissionDuration'
  >,
): boolean => {
  const percent = BigInt(100 + combo.additionPersend);
  const bytes = (BigInt(combo.traffic) * percent) / 100n;
  const hours = (BigInt(combo.vipDuration) * HOURS * percent) / 100n;
  const permissionDays = BigInt(new Set(combo.permissionsGain).size) * BigInt(combo.permissionDuration);
  // Everything times the bytes of a GiB and the hours of a day, so that nothing is rounded.
  const unit = BigInt(GIB) * HOURS;
  const units = bytes * HOURS + hours * BigInt(GIB) + permissionDays * unit;
  return (
    bytes > BigInt(mintCaps.traffic) ||
    hours > BigInt(mintCaps.vipDay) * HOURS ||
    BigInt(milliOfYuan(combo.price)) * unit < CHEAPEST_UNIT * units
  );
};
