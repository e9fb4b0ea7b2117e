import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandwidthShares, pointOf } from './history-rules.ts';

const MINUTE = 60_000;
const FIVE = 5 * MINUTE;
const NOW = FIVE * 6_000_000;

test('a report within five minutes is one point, one over a border two, by time', () => {
  const usage = { up: 10n, down: 100n, now: NOW };
  expect(bandwidthShares({ ...usage, from: NOW - 2 * MINUTE, to: NOW - MINUTE })).toEqual([
    { at: NOW - FIVE, up: 10n, down: 100n },
  ]);
  expect(bandwidthShares({ ...usage, from: NOW - 4 * MINUTE, to: NOW + MINUTE, now: NOW + MINUTE })).toEqual([
    { at: NOW - FIVE, up: 8n, down: 80n },
    { at: NOW, up: 2n, down: 20n },
  ]);
});

test('an end on the border belongs to the point before, and no time at all to the point it is in', () => {
  expect(bandwidthShares({ from: NOW - MINUTE, to: NOW, up: 1n, down: 1n, now: NOW })).toMatchObject([
    { at: NOW - FIVE },
  ]);
  expect(bandwidthShares({ from: NOW, to: NOW, up: 1n, down: 1n, now: NOW })).toEqual([{ at: NOW, up: 1n, down: 1n }]);
});

test('wherever a clock stands, every byte is in a point of the fortnight and none is in the future', () => {
  const instant = fc.integer({ min: NOW - 40 * 86_400_000, max: NOW + 86_400_000 });
  const bytes = fc.bigInt(0n, 2n ** 60n);
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 20 * 86_400_000 }), bytes, bytes, (from, length, up, down) => {
      const shares = bandwidthShares({ from, to: from + length, up, down, now: NOW });
      expect(shares.reduce((sum, share) => sum + share.up, 0n)).toBe(up);
      expect(shares.reduce((sum, share) => sum + share.down, 0n)).toBe(down);
      expect(shares.every((share) => share.up >= 0n && share.down >= 0n && share.at === pointOf(share.at))).toBe(true);
      expect(shares.at(-1)!.at).toBeLessThanOrEqual(NOW);
      expect(new Set(shares.map(({ at }) => at)).size).toBe(shares.length);
    }),
  );
});
