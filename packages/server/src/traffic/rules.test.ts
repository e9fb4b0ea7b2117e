import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GIB } from '@skyport/contract/units';
import {
  entitlementKey,
  extended,
  isEntitled,
  limitOf,
  permanentLeft,
  quotaLeft,
  takenBack,
  usedToday,
  type TrafficState,
} from './rules.ts';

const now = new Date('2026-11-21T08:00:00Z');
const today = '2026-11-21';
const later = new Date(now.getTime() + 3_600_000);
const empty: TrafficState = {
  granted: 0,
  spent: 0,
  vipUntil: null,
  dailyQuota: 50 * GIB,
  day: '1970-01-01',
  dayUsed: 0,
  dailyUnlimited: false,
  dailyUnlimitedGb: 0,
};

test('an account with nothing is not entitled, and one byte of permanent traffic entitles', () => {
  expect(isEntitled(empty, now, today)).toBe(false);
  expect(isEntitled({ ...empty, granted: 10, spent: 9 }, now, today)).toBe(true);
  expect(isEntitled({ ...empty, granted: 10, spent: 10 }, now, today)).toBe(false);
});

test('a member is entitled until the quota of the day is used, and again on the next day', () => {
  const member = { ...empty, vipUntil: later, day: today, dayUsed: 50 * GIB };
  expect(isEntitled({ ...member, dayUsed: 50 * GIB - 1 }, now, today)).toBe(true);
  expect(isEntitled(member, now, today)).toBe(false);
  expect(isEntitled(member, now, '2026-11-22')).toBe(true);
});

test('membership that ends this very instant no longer counts', () => {
  expect(isEntitled({ ...empty, vipUntil: now }, now, today)).toBe(false);
});

test('a special daily quota holds without membership and replaces the ordinary one', () => {
  const special = { ...empty, dailyUnlimited: true, dailyUnlimitedGb: 2 };
  expect(limitOf(special)).toBe(2 * GIB);
  expect(isEntitled(special, now, today)).toBe(true);
  expect(isEntitled({ ...special, day: today, dayUsed: 2 * GIB }, now, today)).toBe(false);
});

const anyState = fc.record({
  granted: fc.maxSafeNat(),
  spent: fc.maxSafeNat(),
  vipUntil: fc.option(fc.date({ noInvalidDate: true })),
  dailyQuota: fc.maxSafeNat(),
  day: fc.constantFrom(today, '2026-11-20'),
  dayUsed: fc.maxSafeNat(),
  dailyUnlimited: fc.boolean(),
  dailyUnlimitedGb: fc.nat(1_000_000),
});

test('what is left is never negative and never more than the quota', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const left = quotaLeft(state, now, today);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(limitOf(state));
      expect(permanentLeft(state)).toBeGreaterThanOrEqual(0);
      expect(usedToday(state, today)).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('more granted, or less spent, never takes entitlement away', () => {
  fc.assert(
    fc.property(anyState, fc.nat(1_000_000), (state, more) => {
      if (!isEntitled(state, now, today)) return;
      expect(isEntitled({ ...state, spent: Math.max(0, state.spent - more) }, now, today)).toBe(true);
    }),
  );
});

test('what an ending trial gives back leaves no account below zero', () => {
  fc.assert(
    fc.property(anyState, fc.maxSafeNat(), (state, left) => {
      const back = takenBack(left, state);
      expect(back).toBeLessThanOrEqual(left);
      if (state.spent <= state.granted) expect(state.granted - back).toBeGreaterThanOrEqual(state.spent);
    }),
  );
});

test('membership grows from now when it has ended, and from its end when it has not', () => {
  expect(extended(null, 24, now).toISOString()).toBe('2026-11-22T08:00:00.000Z');
  expect(extended(new Date(0), 24, now).toISOString()).toBe('2026-11-22T08:00:00.000Z');
  expect(extended(later, 29, now).toISOString()).toBe('2026-11-22T14:00:00.000Z');
});

test('the order of permissions does not matter to who shares a document', () => {
  const base = { entitled: true, normalPermission: false, isAgencyUser: false };
  expect(entitlementKey({ ...base, permissions: ['b', 'a'] })).toBe(
    entitlementKey({ ...base, permissions: ['a', 'b'] }),
  );
  expect(entitlementKey({ ...base, permissions: [] })).not.toBe(
    entitlementKey({ ...base, entitled: false, permissions: [] }),
  );
  expect(entitlementKey({ ...base, normalPermission: true, permissions: ['a'] })).toBe(
    entitlementKey({ ...base, normalPermission: true, permissions: [] }),
  );
});
