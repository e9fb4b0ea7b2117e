import { expect, test } from 'vitest';
import { giftText, membershipDays } from './gift-text.ts';
import { GIB } from './units.ts';

test('traffic and days stand beside each other', () => {
  expect(giftText({ add_traffic: 100 * GIB, add_vip_duration: 7 })).toBe('100 G + 7 天');
  expect(giftText({ add_traffic: 0, add_vip_duration: 7 })).toBe('7 天');
  expect(giftText({ add_traffic: GIB / 3, add_vip_duration: 0 })).toBe('0.33 G');
  expect(giftText({ add_traffic: 1024 * GIB, add_vip_duration: 0 })).toBe('1 T');
});

test.each([
  [0, ''],
  [30, '30 天'],
  [29 / 24, '1 天 5 小时'],
  [5 / 24, '5 小时'],
])('%f days of membership are told as “%s”', (days, text) => {
  expect(membershipDays(days)).toBe(text);
});
