import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeSlot, isTrialCoupon, redeemProblem, type RedeemableCoupon } from './rules.ts';

const now = new Date('2026-11-21T08:00:00Z');
const coupon: RedeemableCoupon = {
  type: 'freeUse',
  expiresAt: new Date('2026-11-22T00:00:00Z'),
  perUser: 1,
  total: 10,
  used: 3,
};

test('a trial coupon can be redeemed', () => {
  expect(redeemProblem(coupon, 0, now)).toBeUndefined();
  expect(redeemProblem({ ...coupon, type: 'freeTime', perUser: 0, total: 0, used: 999 }, 50, now)).toBeUndefined();
});

test('reasons come in the promised order', () => {
  const hopeless: RedeemableCoupon = { type: 'cash', expiresAt: now, perUser: 1, total: 3, used: 3 };
  expect(redeemProblem(undefined, 1, now)).toBe('couponMissing');
  expect(redeemProblem(hopeless, 1, now)).toBe('couponExpired');
  expect(redeemProblem({ ...hopeless, expiresAt: coupon.expiresAt }, 1, now)).toBe('couponWrongType');
  expect(redeemProblem({ ...hopeless, expiresAt: coupon.expiresAt, type: 'freeUse' }, 1, now)).toBe('couponUsedUp');
  expect(redeemProblem({ ...hopeless, expiresAt: coupon.expiresAt, type: 'freeUse' }, 0, now)).toBe('couponExhausted');
});

test('cash and discount coupons are no trial coupons', () => {
  expect((['freeUse', 'freeTime', 'cash', 'discount'] as const).map(isTrialCoupon)).toEqual([true, true, false, false]);
});

test('slots are given lowest first, none twice, and never above the limit', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), fc.integer({ min: 0, max: 12 }), (taken, perUser) => {
      const slot = freeSlot(taken, perUser);
      if (slot === undefined) {
        expect(taken.length).toBeGreaterThanOrEqual(perUser);
        return;
      }
      expect(taken).not.toContain(slot);
      for (let lower = 1; lower < slot; lower++) expect(taken).toContain(lower);
      if (perUser > 0) expect(slot).toBeLessThanOrEqual(perUser);
    }),
  );
});
