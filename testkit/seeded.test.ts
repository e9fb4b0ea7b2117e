import { expect, test } from 'vitest';
import { seeded } from './seeded.ts';

test('a seed gives the same numbers again, between 0 and 1, and another seed gives others', () => {
  const take = (seed: number): number[] => Array.from({ length: 50 }, seeded(seed));
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
  expect(take(7).every((n) => n >= 0 && n < 1)).toBe(true);
});
