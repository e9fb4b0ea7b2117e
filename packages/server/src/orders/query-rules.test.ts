import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { nextQuery } from './query-rules.ts';

const made = new Date('2026-11-23T00:00:00Z');
const at = (ms: number): Date => new Date(made.getTime() + ms);
const trade = { created_at: made, expires_at: at(2 * HOUR_MS) };

test('a trade is asked about at 10 s, 30 s, 1 m, 2 m, 5 m, 10 m, then each 30 min until its end and 24 h', () => {
  const seen: number[] = [];
  for (let next = nextQuery(trade, made); next; next = nextQuery(trade, next))
    seen.push((next.getTime() - made.getTime()) / SECOND_MS);
  expect(seen.slice(0, 8)).toEqual([10, 30, 60, 120, 300, 600, 2400, 4200]);
  const last = seen.at(-1)! * SECOND_MS;
  expect(last).toBeLessThanOrEqual(26 * HOUR_MS);
  expect(last).toBeGreaterThan(26 * HOUR_MS - 30 * MINUTE_MS);
});

test('what was missed is not made up for', () => {
  expect(nextQuery(trade, at(4 * MINUTE_MS))).toEqual(at(5 * MINUTE_MS));
  expect(nextQuery(trade, at(26 * HOUR_MS))).toBeUndefined();
});
