import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { Given } from './take-back-store.ts';

/** A part of what an order gave: how much, and how much of it is there to be taken back. */
export interface Part {
  readonly given: number;
  readonly left: number;
}

/** Of what was given, what is left: never more than there is, never below zero. */
export const partOf = (given: number, there: number): Part => ({ given, left: Math.max(0, Math.min(given, there)) });

/** Milliseconds from one instant to a later one; none to an earlier one. */
const between = (from: Date, to: Date | null): number => (to === null ? 0 : Math.max(0, to.getTime() - from.getTime()));

/** Milliseconds of membership that an order gave: less than it sold where a membership was for ever already. */
export const givenMembership = ({ vip_hours, vip_before, vip_after, granted_at }: Given): number => {
  if (vip_hours === 0) return 0;
  const from = vip_before !== null && vip_before > granted_at ? vip_before : granted_at;
  return Math.min(vip_hours * HOUR_MS, between(from, vip_after));
};

/** What of some time is left that ends at an instant. */
export const timePart = (given: number, { end, now }: { readonly end: Date | null; readonly now: Date }): Part =>
  partOf(given, between(now, end));

/** Milliseconds of each permission that an order gave. */
export const givenPermission = ({ permission_days }: Given): number => permission_days * DAY_MS;
