import { expect, test } from 'vitest';
import { locks } from './locks.ts';

test('no two things hold the same advisory lock', () => {
  const numbers = Object.values(locks);
  expect(new Set(numbers).size).toBe(numbers.length);
});
