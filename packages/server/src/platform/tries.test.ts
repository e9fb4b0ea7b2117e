import { expect, test } from 'vitest';
import { createTries } from './tries.ts';

const at = (ms: number): Date => new Date(ms);

test('the last allowed wrong try blocks a key until its window ends, and no other key', () => {
  const tries = createTries({ max: 20, windowMs: 600_000 });
  for (let n = 0; n < 19; n++) tries.note('a', at(n));
  expect(tries.blocked('a', at(19))).toBe(false);
  tries.note('a', at(19));
  expect([tries.blocked('a', at(20)), tries.blocked('b', at(20))]).toEqual([true, false]);
  expect(tries.blocked('a', at(599_999))).toBe(true);
  expect(tries.blocked('a', at(600_000))).toBe(false);
});

test('a crawler with many keys does not fill the memory', () => {
  const tries = createTries({ max: 1, windowMs: 600_000, kept: 100 });
  tries.note('first', at(0));
  for (let n = 0; n < 100; n++) tries.note(`key ${n}`, at(1));
  expect(tries.blocked('first', at(2))).toBe(false);
  expect(tries.blocked('key 99', at(2))).toBe(true);
});
