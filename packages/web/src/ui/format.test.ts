import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { date, dateTime, daysLeft, gb, percent, plain, plainGb, traffic } from './format.ts';

test('traffic is shown in GB of 1024³ bytes with two decimals', () => {
  expect(gb(0)).toBe('0.00');
  expect(gb(GIB)).toBe('1.00');
  expect(gb(1_500_000_000)).toBe('1.40');
  expect(gb(126.4 * GIB)).toBe('126.40');
});

test('a share is a percent without zeros at its end', () => {
  expect([0, 0.07, 0.125, 0.2, 0.123_45].map(percent)).toEqual(['0%', '7%', '12.5%', '20%', '12.35%']);
});

test('a list names traffic with the unit that suits it', () => {
  expect(traffic(1536 * 1024)).toBe('1.5 M');
  expect(traffic(512 * 1024 ** 2)).toBe('512 M');
  expect(traffic(18.52 * GIB)).toBe('18.52 G');
  expect(traffic(-3.82 * 1024 ** 4)).toBe('−3.82 T');
});

test('little traffic is neither nothing nor a unit of zeros, and none has no decimals', () => {
  expect([0, 1, 800, 12 * 1024, 1024 ** 2].map(traffic)).toEqual(['0 M', '1 B', '800 B', '12 K', '1 M']);
  expect(traffic(-0)).toBe('0 M');
});

test('what rounds to 1024 of a unit is one of the next, and just below it is not', () => {
  expect([1023 * 1024, 1_048_300, 1024 ** 2 - 1].map(traffic)).toEqual(['1023 K', '1 M', '1 M']);
  expect([1023.4 * 1024 ** 2, 1023.6 * 1024 ** 2].map(traffic)).toEqual(['1023 M', '1.00 G']);
  expect([1023.99 * GIB, -1023.999 * GIB].map(traffic)).toEqual(['1023.99 G', '−1.00 T']);
});

test('a quota has no zeros behind the point', () => {
  expect([50 * GIB, 0.5 * GIB, GIB / 3].map(plainGb)).toEqual(['50', '0.5', '0.33']);
});

test('what rounds to nothing has no sign, and no number has zeros at its end', () => {
  expect([-0.04, 0, 50, 0.55].map((n) => plain(n, 1))).toEqual(['0', '0', '50', '0.6']);
});

test('days that are left are rounded, and never below zero', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  expect(daysLeft('2026-12-14T11:00:00Z', now)).toBe(23);
  expect(daysLeft('2026-12-14T13:00:00Z', now)).toBe(24);
  expect(daysLeft('2026-11-01T00:00:00Z', now)).toBe(0);
  expect(daysLeft(null, now)).toBe(0);
});

test('dates are shown with their time, or the day alone', () => {
  const instant = new Date(2026, 0, 5, 7, 8, 9).toISOString();
  expect(dateTime(instant)).toBe('2026-01-05 07:08:09');
  expect(date(instant)).toBe('2026-01-05');
  expect(dateTime(null) + date(undefined)).toBe('');
});
