import { expect, test } from 'vitest';
import { appliedShare, discountOf } from './discount.ts';

const applied = (discountBp: number, price: number) => ({
  price,
  discount: discountOf({ type: 'discount', money: 0, discountBp }, price),
});

test('the share of a discount is that of its coupon while that takes off the same', () => {
  expect(appliedShare(applied(8333, 9990), 8333)).toBe(8333);
});

test.each([
  [8000, 30_000, 8000],
  [8500, 19_900, 8500],
  [10_000, 30_000, 10_000],
  [8333, 9990, 8330],
  [8333, 99_999_990, 8333],
])('a coupon of %d changed later took off %d by the roundest share that does', (discountBp, price, share) => {
  expect(appliedShare(applied(discountBp, price), 5000)).toBe(share);
});

test('whatever was taken off, the share that is told takes off exactly that', () => {
  for (let bp = 1000; bp <= 10_000; bp += 7)
    for (const price of [10, 990, 9990, 123_450, 9_999_990]) {
      const was = applied(bp, price);
      expect(applied(appliedShare(was, 5000), price)).toEqual(was);
    }
});
