import { expect, test } from 'vitest';
import { daysText, giftText, isShown, leftText, restOf } from './rules.ts';
import { sampleOrder } from './testing.ts';

test('unpaid orders are those that can still be paid; cancelled ones stand among all only', () => {
  const shown = (filter: 'all' | 'unpaid' | 'paid') =>
    (['topay', 'wallet_spend', 'paied', 'cancled'] as const).filter((status) => isShown({ status }, filter));
  expect(shown('all')).toEqual(['topay', 'wallet_spend', 'paied', 'cancled']);
  expect(shown('unpaid')).toEqual(['topay', 'wallet_spend']);
  expect(shown('paid')).toEqual(['paied']);
});

test('what is left to pay is exact to the fen', () => {
  expect(restOf({ ...sampleOrder, order_money: 30.3, coupon_discount: 10.1, wallet_spend: 0.1 })).toBe(20.1);
});

test.each([
  [0, ''],
  [30, '30 天'],
  [29 / 24, '1 天 5 小时'],
  [5 / 24, '5 小时'],
])('%f days are told as “%s”', (add_vip_duration, text) => {
  expect(daysText({ add_vip_duration })).toBe(text);
});

test('traffic and days stand beside each other', () => {
  expect(giftText({ ...sampleOrder, add_vip_duration: 7 })).toBe('50 G + 7 天');
  expect(giftText({ ...sampleOrder, add_traffic: 0, add_vip_duration: 7 })).toBe('7 天');
});

test.each([
  [24 * 3600_000, '24 小时 0 分钟'],
  [3600_000, '1 小时 0 分钟'],
  [3599_000, '59 分钟 59 秒'],
  [1, '0 分钟 1 秒'],
  [0, '已超时，即将取消'],
])('%i ms are told as “%s”', (ms, text) => {
  expect(leftText(ms)).toBe(text);
});
