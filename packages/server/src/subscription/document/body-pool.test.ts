import { expect, test } from 'vitest';
import { createBodyPool } from './body-pool.ts';

test('buffers are reused one at a time, and never more of them are kept than may be', () => {
  const pool = createBodyPool(16 * 1024);
  const [one, two] = [pool.take(5000), pool.take(5000)];
  expect(one.buffer).not.toBe(two.buffer);
  pool.give(one);
  pool.give(two);
  const [three, four, five] = [pool.take(6000), pool.take(8192), pool.take(5000)];
  expect([three.length, four.length, five.length]).toEqual([6000, 8192, 5000]);
  expect(new Set([three.buffer, four.buffer])).toEqual(new Set([one.buffer, two.buffer]));
  expect([one.buffer, two.buffer]).not.toContain(five.buffer);
  for (const body of [three, four, five]) pool.give(body);
  expect(new Set([pool.take(8000), pool.take(8000), pool.take(8000)].map(({ buffer }) => buffer)).size).toBe(3);
});
