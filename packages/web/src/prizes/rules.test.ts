import { seatsOf } from '@skyport/contract/prizes';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { angleFor, discountText, partsOf, pointAt, seatOf, seatPath } from './rules.ts';

test('fewer prizes than seats repeat round the wheel, more get one seat each, none has no wheel', () => {
  expect(seatsOf(['a', 'b', 'c'], 8)).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b']);
  expect(seatsOf(['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'c']);
  expect(seatsOf([], 8)).toEqual([]);
});

test('the wheel stops at a seat of the prize that was drawn, by turns at each of them', () => {
  const seats = seatsOf([{ _id: 'a' }, { _id: 'b' }], 4);
  expect([0, 1, 2].map((nth) => seatOf(seats, 'b', nth))).toEqual([1, 3, 1]);
  expect(seatOf(seats, 'gone', 0)).toBeUndefined();
});

test('wherever the wheel stands, it turns on by several turns until the middle of the seat is at the top', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 24 }), fc.nat(), fc.nat({ max: 5000 }), (seats, some, from) => {
      const seat = some % seats;
      const angle = angleFor(seat, { seats, from });
      expect(angle - from).toBeGreaterThanOrEqual(4 * 360);
      const [x, y] = pointAt(((seat + 0.5) * 360) / seats + angle, 1);
      expect(x).toBeCloseTo(0, 6);
      expect(y).toBeCloseTo(-1, 6);
    }),
  );
});

test('a seat is a slice of the circle', () => {
  expect(seatPath(0, 4, 100)).toBe(
    'M 0 0 L 0.00 -100.00 A 100 100 0 0 1 100.00 0.00 Z'.replace('100.00 0.00', '100.00 -0.00'),
  );
});

test('what was won is said part by part', () => {
  expect(partsOf({ traffic: 10 * 1024 ** 3, day: 3, discount: 0.85 })).toEqual(['10.00 G', '3 天', '8.5 折']);
  expect(partsOf({ traffic: 0, day: 0, discount: undefined })).toEqual([]);
  expect(discountText(0.8)).toBe('8 折');
});
