import { GIB } from '@skyport/contract/units';
import { texts } from './texts.ts';

/** Digits behind the point of a shown number of G: finer than anybody types. */
const DECIMALS = 4;

/** A field that keeps bytes and is typed in G; the contract's schema validates the result. */
export const inGigabytes = {
  unit: texts.gigabytes,
  show: (bytes: unknown): number => Number((Number(bytes) / GIB).toFixed(DECIMALS)),
  take: (typed: string): number => Math.round(Number(typed) * GIB),
};
