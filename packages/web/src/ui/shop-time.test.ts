import { DEFAULT_TIMEZONE } from '@skyport/contract/units';
import { afterEach, expect, test } from 'vitest';
import { endOfShopDay, setShopZone, shopDate, shopTime, startOfShopDay } from './shop-time.ts';

afterEach(() => setShopZone(DEFAULT_TIMEZONE));

test("an instant is written by the shop's clock, wherever the browser stands", () => {
  expect(shopTime('2026-11-20T16:00:05Z')).toBe('2026-11-21 00:00:05');
  expect([shopDate('2026-11-20T15:59:59Z'), shopDate('2026-11-20T16:00:00Z')]).toEqual(['2026-11-20', '2026-11-21']);
  setShopZone('America/New_York');
  expect(shopTime('2026-11-20T16:00:05Z')).toBe('2026-11-20 11:00:05');
  expect([shopTime(null), shopDate(undefined)]).toEqual(['', '']);
});

test("a day runs from the shop's midnight to the last second before its next one", () => {
  expect(new Date(startOfShopDay('2026-11-21')!).toISOString()).toBe('2026-11-20T16:00:00.000Z');
  expect(endOfShopDay('2026-11-21')).toBe('2026-11-21T15:59:59.000Z');
  expect([startOfShopDay(''), startOfShopDay('2026-13-40'), endOfShopDay('')]).toEqual([undefined, undefined, '']);
});

const zones = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'America/New_York',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Beirut',
];

test.each(zones)('in %s each day of a year begins when its date is first shown, and ends with the next one', (zone) => {
  setShopZone(zone);
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    const start = startOfShopDay(day)!;
    const dates = [start - 1, start].map((ms) => shopDate(new Date(ms).toISOString()));
    expect(dates).toEqual([new Date(at - 86_400_000).toISOString().slice(0, 10), day]);
    expect(shopDate(endOfShopDay(day))).toBe(day);
  }
});
