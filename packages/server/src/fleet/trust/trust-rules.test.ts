import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { noteReported, noteSynced, noteUnsynced, removedAfter, unsyncedSince } from '../desired/sync-times.ts';
import { budgetProblem, capacityOf, countedSpan, dayMost, timesProblem } from './trust-rules.ts';
import { busiestDay, busiestHour, slotOf, SLOT_MS, spread } from './slots.ts';

const now = new Date('2026-11-21T04:00:00Z');
const ms = now.getTime();
const at = (offset: number): Date => new Date(ms + offset);

test('a report may hold a quarter more than its link carries since the last one, and no more', () => {
  const window = { since: at(-5000), bytes: 0 };
  const of = (bytes: number, change = {}) => budgetProblem(bytes, { ...window, ...change }, { linkMbps: 8, now });
  // Five seconds of the window, and five that readings may be apart.
  expect(of(12_500_000)).toBeUndefined();
  expect(of(12_500_001)).toEqual({ code: 'budget', bytes: 12_500_001, most: 12_500_000 });
  expect(of(12_500_000, { bytes: 1 })).toEqual({ code: 'budget', bytes: 12_500_000, most: 12_499_999 });
  expect(of(6_250_001, { since: at(DAY_MS) })).toBeDefined();
  expect(capacityOf(1_000_000, 1e15)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a report that ends before it begins, or ahead of the clock, cannot be', () => {
  expect(timesProblem({ from: ms + 1, to: ms }, now)).toEqual({ code: 'backwards' });
  expect(timesProblem({ from: ms, to: ms + 10 * MINUTE_MS + 1 }, now)).toEqual({ code: 'future' });
  expect(timesProblem({ from: 0, to: ms + 10 * MINUTE_MS }, now)).toBeUndefined();
});

test('a report counts over its own time, within the window; a clock that is wrong says nothing', () => {
  const since = at(-HOUR_MS);
  const span = (from: number, to: number) => {
    const found = countedSpan({ from: ms + from, to: ms + to }, { since }, now);
    return [found.from - ms, found.to - ms];
  };
  expect(span(-MINUTE_MS, -1000)).toEqual([-MINUTE_MS, -1000]);
  expect(span(-30 * DAY_MS, MINUTE_MS)).toEqual([-HOUR_MS, 0]);
  expect(span(-9 * HOUR_MS, -8 * HOUR_MS)).toEqual([-HOUR_MS, 0]);
});

test('spreading loses nothing, and stays inside its span', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 0, max: 5 * DAY_MS }),
      fc.integer({ min: 0, max: 5 * DAY_MS }),
      (bytes, from, length) => {
        const shares = spread(bytes, { from, to: from + length });
        const sum = [...shares.values()].reduce((total, share) => total + BigInt(share), 0n);
        expect(sum).toBe(BigInt(bytes));
        for (const [slot, share] of shares) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(slot).toBeGreaterThanOrEqual(slotOf(from));
          expect(slot * SLOT_MS).toBeLessThanOrEqual(from + length);
        }
      },
    ),
  );
});

test('no 24 hours hold more than the busiest day says, wherever they begin', () => {
  const uses = fc.array(fc.record({ at: fc.integer({ min: 0, max: 300 }), bytes: fc.integer({ min: 0, max: 1000 }) }));
  fc.assert(
    fc.property(uses, fc.integer({ min: 100, max: 200 }), fc.integer({ min: 0, max: 60 }), (known, first, length) => {
      const before = new Map<number, number>();
      for (const use of known) before.set(use.at, (before.get(use.at) ?? 0) + use.bytes);
      const added = new Map(Array.from({ length: length + 1 }, (_, index) => [first + index, 7]));
      let most = 0;
      for (let start = 0; start < 400; start++) {
        let [sum, own] = [0, 0];
        for (let slot = start; slot < start + 97; slot++) {
          sum += (before.get(slot) ?? 0) + (added.get(slot) ?? 0);
          own += added.get(slot) ?? 0;
        }
        if (own > 0) most = Math.max(most, sum);
      }
      expect(busiestDay(before, added)).toBe(most);
      expect(busiestHour(before, added)).toBeLessThanOrEqual(most);
    }),
  );
});

test('a node is believed three times its median day, 50 GB at least, and 500 GB before it has a week', () => {
  const most = (...gigabytes: number[]) => dayMost(gigabytes.map((each) => each * 1e9)) / 1e9;
  expect(most(1, 1, 1, 1, 1, 1)).toBe(500);
  expect(most(1, 1, 1, 1, 1, 1, 900)).toBe(50);
  expect(most(10, 20, 30, 40, 50, 60, 70)).toBe(120);
  expect(most(10, 20, 30, 40, 50, 60, 70, 80)).toBe(135);
});

test('a removal counts from when the agent got it', () => {
  const times = unsyncedSince(ms - HOUR_MS);
  const since = (offset: number) => removedAfter(times, at(offset)).getTime() - ms;
  expect(since(0)).toBe(-HOUR_MS);
  noteSynced(times, at(MINUTE_MS));
  expect([since(0), since(3 * MINUTE_MS), since(3 * MINUTE_MS + 1)]).toEqual([-HOUR_MS, -HOUR_MS, MINUTE_MS + 1]);
  noteSynced(times, at(10 * MINUTE_MS));
  for (let again = 0; again < 2; again++) noteUnsynced(times);
  expect(since(20 * MINUTE_MS)).toBe(10 * MINUTE_MS);
  noteSynced(times, at(30 * MINUTE_MS));
  expect([since(31 * MINUTE_MS), since(40 * MINUTE_MS)]).toEqual([10 * MINUTE_MS, 38 * MINUTE_MS]);
});

test('an agent that reports and refuses its desired set keeps nobody served for longer than an hour', () => {
  const times = unsyncedSince(ms);
  const since = (offset: number) => removedAfter(times, at(offset)).getTime() - ms;
  expect(since(5 * HOUR_MS)).toBe(0);
  for (const minute of [1, 30]) noteReported(times, at(minute * MINUTE_MS));
  expect([since(63 * MINUTE_MS), since(63 * MINUTE_MS + 1)]).toEqual([0, 61 * MINUTE_MS + 1]);
});
