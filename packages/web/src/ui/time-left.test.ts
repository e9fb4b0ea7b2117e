import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

test.each([
  [24 * 3600_000, '24 小时'],
  [7260_000, '2 小时 1 分钟'],
  [7200_000, '2 小时'],
  [3600_000, '1 小时'],
  [3599_000, '59 分钟 59 秒'],
  [60_000, '1 分钟'],
  [59_000, '59 秒'],
  [1, '1 秒'],
])('%i ms that are left are told as “%s”', (ms, text) => {
  expect(timeLeft(ms)).toBe(text);
});
