import { expect, test } from 'vitest';
import { createFloods } from './floods.ts';

const at = (ms: number): Date => new Date(ms);

test('the last allowed wrong try blocks a key until its window ends, and no other key', () => {
  const floods = createFloods({ max: 20, windowMs: 600_000 });
  for (let n = 0; n < 19; n++) floods.note('a', at(n));
  expect(floods.blocked('a', at(19))).toBe(false);
  floods.note('a', at(19));
  expect([floods.blocked('a', at(20)), floods.blocked('b', at(20))]).toEqual([true, false]);
  expect(floods.blocked('a', at(599_999))).toBe(true);
  expect(floods.blocked('a', at(600_000))).toBe(false);
});

test('a crawler with many keys does not fill the memory', () => {
  const floods = createFloods({ max: 1, windowMs: 600_000, kept: 100 });
  floods.note('first', at(0));
  for (let n = 0; n < 100; n++) floods.note(`key ${n}`, at(1));
  expect(floods.blocked('first', at(2))).toBe(false);
  expect(floods.blocked('key 99', at(2))).toBe(true);
});
