import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { createFetchLimit } from './fetch-limit.ts';

const START = Date.UTC(2026, 10, 21);

/** How many of `tries` fetches at one instant are allowed. */
const granted = (limit: ReturnType<typeof createFetchLimit>, userNum: number, nowMs: number, tries: number) =>
  Array.from({ length: tries }, () => limit.allows(userNum, nowMs, 30)).filter(Boolean).length;

test('sixty fetches at once, then one every two seconds', () => {
  const limit = createFetchLimit();
  expect(granted(limit, 1, START, 100)).toBe(60);
  expect(granted(limit, 1, START + 2 * SECOND_MS - 1, 5)).toBe(0);
  expect(granted(limit, 1, START + 2 * SECOND_MS, 5)).toBe(1);
  expect(granted(limit, 1, START + 62 * SECOND_MS, 100)).toBe(30);
});

test('after two minutes of rest everything is back, and never more', () => {
  const limit = createFetchLimit();
  expect(granted(limit, 1, START, 100)).toBe(60);
  expect(granted(limit, 1, START + 2 * MINUTE_MS, 100)).toBe(60);
  expect(granted(limit, 1, START + 60 * MINUTE_MS, 100)).toBe(60);
});

test('what one account took is not missing to another', () => {
  const limit = createFetchLimit();
  granted(limit, 1, START, 100);
  expect(granted(limit, 2, START, 100)).toBe(60);
});

test('no limit at all is possible', () => {
  const limit = createFetchLimit();
  expect(Array.from({ length: 500 }, () => limit.allows(1, START, 0))).not.toContain(false);
});

test('whatever the pattern, nobody gets more than what was saved and what came back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 400 }), (pauses) => {
      const limit = createFetchLimit();
      let now = START;
      let taken = 0;
      for (const pause of pauses) {
        now += pause;
        if (limit.allows(7, now, 30)) taken++;
      }
      expect(taken).toBeLessThanOrEqual(60 + Math.floor((now - START) / 2000));
    }),
  );
});

test('a flood of accounts forgets some of them and keeps on answering', () => {
  const limit = createFetchLimit(11);
  granted(limit, 1, START, 100);
  for (let num = 2; num < 12; num++) expect(limit.allows(num, START, 30)).toBe(true);
  expect(granted(limit, 1, START, 1)).toBe(0);
  for (let num = 12; num < 40; num++) limit.allows(num, START, 30);
  expect(granted(limit, 1, START, 100)).toBe(60);
});
