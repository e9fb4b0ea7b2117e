import { expect, test } from 'vitest';
import { createRecentUsers } from './recent-users.ts';

test('who comes back within a minute is known again, later or among too many no more', () => {
  const recent = createRecentUsers(100, 60_000);
  expect([recent.again(1, 0), recent.again(1, 30_000), recent.again(2, 30_000)]).toEqual([false, true, false]);
  expect(recent.again(1, 500_000)).toBe(false);
  for (let num = 1000; num < 1300; num++) recent.again(num, 500_000);
  expect(recent.again(1, 500_000)).toBe(false);
});
