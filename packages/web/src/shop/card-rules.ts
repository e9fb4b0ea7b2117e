import { amountOf, membershipDays } from '@skyport/contract/gift-text';
import type { ComboFields } from '@skyport/contract/shop';
import { DAILY_QUOTA, GIB } from '@skyport/contract/units';
import { yuan } from '../ui/format.ts';
import { cardTexts as texts } from './card-texts.ts';

/** One card of the shop: everything that a customer reads on it. */
export interface ShopCard {
  readonly kind: 'traffic' | 'time';
  readonly name: string;
  /** What one gets first of all. */
  readonly title: string;
  readonly facts: readonly string[];
  /** With two decimals. */
  readonly price: string;
  /** Undefined where the price is for traffic and days together. */
  readonly unitPrice: string | undefined;
  readonly bonus: string | undefined;
  readonly permissions: string | undefined;
}

const CENT = 0.01;

const priceOf = (perUnit: number, said: (amount: string) => string): string =>
  perUnit < CENT ? texts.below(said(yuan(CENT))) : said(yuan(perUnit));

/** Bonus traffic: whole G, or its share where that rounds to nothing. */
const trafficBonus = ({ traffic, additionPersend }: ComboFields): string => {
  const extra = Math.round(((traffic / GIB) * additionPersend) / 100);
  return texts.bonus(extra === 0 ? texts.percent(additionPersend) : texts.gigabytes(extra));
};

const HOURS = 24;

/** Bonus days, to the hour above, as they are granted. */
const timeBonus = ({ vipDuration, additionPersend }: ComboFields): string => {
  const hours = Math.ceil((vipDuration * HOURS * additionPersend) / 100);
  return texts.bonus(membershipDays(hours / HOURS));
};

const permissionsOf = ({ permissionsGain, permissionsDesc, permissionDuration }: ComboFields): string | undefined => {
  if (permissionsDesc === '') return undefined;
  return permissionsGain.length === 0 ? permissionsDesc : texts.permissions(permissionsDesc, permissionDuration);
};

const trafficCard = (combo: ComboFields, shared: Shared): ShopCard => ({
  ...shared,
  kind: 'traffic',
  title: texts.traffic(amountOf(combo.traffic)),
  facts: [...(combo.vipDuration > 0 ? [texts.alsoDays(combo.vipDuration)] : []), ...shared.facts],
  unitPrice: combo.vipDuration > 0 ? undefined : priceOf(combo.price / (combo.traffic / GIB), texts.perGigabyte),
  bonus: combo.additionPersend > 0 ? trafficBonus(combo) : undefined,
});

const timeCard = (combo: ComboFields, shared: Shared, daily: number): ShopCard => ({
  ...shared,
  kind: 'time',
  title: texts.days(combo.vipDuration),
  facts: [
    texts.daily(amountOf(daily)),
    texts.allDays(amountOf(daily * combo.vipDuration * (1 + combo.additionPersend / 100))),
    ...(combo.traffic > 0 ? [texts.alsoTraffic(amountOf(combo.traffic))] : []),
    ...shared.facts,
  ],
  unitPrice: combo.traffic > 0 ? undefined : priceOf(combo.price / combo.vipDuration, texts.perDay),
  bonus: combo.additionPersend > 0 ? timeBonus(combo) : undefined,
});

type Shared = Pick<ShopCard, 'name' | 'facts' | 'price' | 'permissions'>;

/**
 * The cards of a product: one among the traffic packages, one among the time packages, or both. `daily` is the quota of
 * the customer as a member, in bytes a day.
 */
export const cardsOf = (combo: ComboFields, daily = DAILY_QUOTA): readonly ShopCard[] => {
  const shared: Shared = {
    name: combo.name,
    facts: [texts.devices(combo.deviceNum), texts.speed(combo.speed)],
    price: texts.yuan(yuan(combo.price)),
    permissions: permissionsOf(combo),
  };
  return [
    ...(combo.traffic > 0 ? [trafficCard(combo, shared)] : []),
    ...(combo.vipDuration > 0 ? [timeCard(combo, shared, daily)] : []),
  ];
};
