import { expect, test } from 'vitest';
import { createFailureLimiter } from './failure-limiter.ts';

const at = (ms: number): Date => new Date(ms);

test('the last allowed failure blocks a key until its window ends, and no other key', () => {
  const limiter = createFailureLimiter({ max: 20, windowMs: 600_000 });
  for (let n = 0; n < 19; n++) limiter.record('a', at(n));
  expect(limiter.isBlocked('a', at(19))).toBe(false);
  limiter.record('a', at(19));
  expect([limiter.isBlocked('a', at(20)), limiter.isBlocked('b', at(20))]).toEqual([true, false]);
  expect(limiter.isBlocked('a', at(599_999))).toBe(true);
  expect(limiter.isBlocked('a', at(600_000))).toBe(false);
});

test('a crawler with many keys does not fill the memory', () => {
  const limiter = createFailureLimiter({ max: 1, windowMs: 600_000, maxKeys: 100 });
  limiter.record('first', at(0));
  for (let n = 0; n < 100; n++) limiter.record(`key ${n}`, at(1));
  expect(limiter.isBlocked('first', at(2))).toBe(false);
  expect(limiter.isBlocked('key 99', at(2))).toBe(true);
});
