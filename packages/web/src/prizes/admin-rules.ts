import { expectedOf, type Prize, type PrizeForm } from '@skyport/contract/prizes';
import { GIB } from '@skyport/contract/units';
import type { z } from 'zod';
import { texts } from './admin-texts.ts';

/** A prize in the editor. */
export type PrizeValues = z.input<typeof PrizeForm>;

/** What a new prize begins with. */
export const newPrize: PrizeValues = {
  name: texts.firstName,
  gainTraffic: 10,
  gainVipTime: 0,
  weight: 1,
  desc: '',
  hasDiscountCoupon: false,
  discountValue: 0,
  discountDuration: 0,
  photoUrl: '',
};

/** A prize with its number in the list and its chance, 0 to 1. */
export type ListedPrize = Prize & { readonly number: number; readonly chance: number };

/** What all prizes come to. G where nothing else is said. */
export interface PrizeSums {
  readonly weight: number;
  /** Weight times traffic of every prize. */
  readonly weighted: number;
  /** What the specification calls the win rate: the weighted sum by the total weight, 1 for 100 %. */
  readonly rate: number;
  /** What a draw gives on average. */
  readonly expected: number;
  readonly cost: number;
  /** How much of its cost a draw gives back on average; undefined where it costs nothing. */
  readonly returned: number | undefined;
}

/** The sums over all prizes; `cost` in bytes. */
export const sumsOf = (prizes: readonly Prize[], cost: number): PrizeSums => {
  const weight = prizes.reduce((sum, prize) => sum + prize.weight, 0);
  const weighted = prizes.reduce((sum, prize) => sum + prize.weight * prize.gainTraffic, 0);
  const { gigabytes: expected } = expectedOf(prizes);
  const gigabytes = cost / GIB;
  return {
    weight,
    weighted,
    rate: expected,
    expected,
    cost: gigabytes,
    returned: gigabytes > 0 ? expected / gigabytes : undefined,
  };
};

/** The prizes with their numbers and chances. */
export const listedPrizes = (prizes: readonly Prize[]): readonly ListedPrize[] => {
  const weight = prizes.reduce((sum, prize) => sum + prize.weight, 0);
  return prizes.map((prize, index) => ({
    ...prize,
    number: index + 1,
    chance: weight > 0 ? prize.weight / weight : 0,
  }));
};
