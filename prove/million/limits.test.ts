import { expect, test } from 'vitest';
import { quantile } from './customers.ts';
import { problemsOf } from './limits.ts';

const good = { firstMs: 2000, emptyMs: 1200, buildingP99Ms: 30, usualP99Ms: 10, wholeSetMs: 60_000, memoryMb: 1024 };

test('a start at its limits has no problem', () => {
  expect(problemsOf(good)).toEqual([]);
  expect(problemsOf({ ...good, buildingP99Ms: 20, usualP99Ms: 1 })).toEqual([]);
  expect(problemsOf({ ...good, firstMs: 3000, emptyMs: 2000 })).toEqual([]);
});

test.each([
  [{ firstMs: 2400 }, 'the first answer came after 2.4 s, that of an empty panel after 1.2 s'],
  [{ firstMs: 3100, emptyMs: 2000 }, 'the first answer came after 3.1 s, that of an empty panel after 2.0 s'],
  [{ buildingP99Ms: 30.1 }, 'p99 of user info was 30.1 ms while sets were built, and is 10.0 ms'],
  [{ wholeSetMs: 61_000 }, 'a node had its whole set after 61.0 s'],
  [{ memoryMb: 1025 }, 'memory rose to 1025 MB'],
])('a start beyond a limit says which: %o', (change, problem) => {
  expect(problemsOf({ ...good, ...change })).toEqual([problem]);
});

test('a quantile is a value that so many do not exceed', () => {
  const values = Array.from({ length: 200 }, (_, n) => 200 - n);
  expect([quantile(values, 0.99), quantile([7], 0.99)]).toEqual([198, 7]);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});
