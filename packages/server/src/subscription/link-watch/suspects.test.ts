import { expect, test } from 'vitest';
import { createSuspects } from './suspects.ts';

const at = (minutes: number): Date => new Date(1_800_000_000_000 + minutes * 60_000);

test('twenty wrong links make a client suspect, and 320 the /48 around it', () => {
  const suspects = createSuspects();
  for (let n = 0; n < 20; n++) expect(suspects.note('2001:db8:5:1::1', at(0))).toBe(false);
  expect(suspects.note('2001:0DB8:5:1:ffff::2', at(1))).toBe(true);
  expect(suspects.isSuspect('2001:db8:5:2::1', at(1))).toBe(false);
  for (let n = 0; n < 320; n++) suspects.note(`2001:db8:5:${(100 + n).toString(16)}::1`, at(2));
  expect(suspects.isSuspect('2001:db8:5:2::1', at(3))).toBe(true);
  expect(suspects.isSuspect('2001:db8:6::1', at(3))).toBe(false);
  expect(suspects.isSuspect('2001:db8:5:2::1', at(11))).toBe(false);
});

test('no more links of suspects are looked up at a time than there is room for, and each gives its place back', async () => {
  const suspects = createSuspects(2);
  const ends: (() => void)[] = [];
  const wait = () => suspects.lookUp(() => new Promise<void>((resolve) => ends.push(resolve)));
  const [one] = [wait(), wait()];
  expect(wait()).toBeUndefined();
  // A look-up begins in a later turn of the event loop.
  await new Promise(setImmediate);
  ends[0]!();
  await one;
  expect(wait()).toBeDefined();
  const failed = createSuspects(1);
  await expect(failed.lookUp(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(failed.lookUp(async () => 1)).toBeDefined();
});
