import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const refill = { burst: 3, perMinute: 6 };
const START = 1_800_000_000_000;

test('a bucket gives its burst at once and a token every ten seconds afterwards', () => {
  const buckets = createTokenBuckets<string>(10);
  const take = (ms: number): boolean => buckets.take('a', START + ms, refill);
  expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false]);
  expect([take(9_999), take(10_000), take(10_000)]).toEqual([false, true, false]);
  expect(buckets.take('b', START, refill)).toBe(true);
});

test('asking whether there is a token takes none', () => {
  const buckets = createTokenBuckets<number>(10);
  for (let n = 0; n < 10; n++) expect(buckets.has(1, START, refill)).toBe(true);
  for (let n = 0; n < 3; n++) buckets.take(1, START, refill);
  expect(buckets.has(1, START, refill)).toBe(false);
});

test('whatever the times, no minute gives more than burst and refill', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, (pauses) => {
      const buckets = createTokenBuckets<string>(10);
      const taken: number[] = [];
      let now = START;
      for (const pause of pauses) {
        now += pause;
        if (buckets.take('a', now, refill)) taken.push(now);
      }
      for (const from of taken) {
        expect(taken.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(3 + 6);
      }
    }),
  );
});

test('the bucket that was used longest ago is forgotten first', () => {
  const buckets = createTokenBuckets<string>(2);
  const one = { burst: 1, perMinute: 1 };
  expect(['a', 'b', 'c'].map((key) => buckets.take(key, START, one))).toEqual([true, true, true]);
  expect(['c', 'b', 'a'].map((key) => buckets.take(key, START, one))).toEqual([false, false, true]);
});

test('a clock that is put back fills the buckets', () => {
  const buckets = createTokenBuckets<string>(10);
  for (let n = 0; n < 3; n++) buckets.take('a', START, refill);
  expect(buckets.take('a', START, refill)).toBe(false);
  expect(buckets.take('a', START - 3_600_000, refill)).toBe(true);
});
