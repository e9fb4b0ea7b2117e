import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { systemRandom, type Random } from '../platform/ids.ts';
import { drawOne, lotteryEntries, totalWeight } from './rules.ts';
import { chiSquareP } from './testing/chi-square.ts';

/** Mulberry32: the same numbers from the same seed, in every run. */
const seeded = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { bytes: Buffer.alloc, below: (below) => Math.floor(next() * below) };
};

const WEIGHTS = [1, 2, 5, 10, 40, 100, 242, 600];
const DRAWS = 1_000_000;

const countsOf = (weights: readonly number[], random: Random): number[] => {
  const prizes = weights.map((weight, place) => ({ weight, place }));
  const counts = weights.map(() => 0);
  for (let n = 0; n < DRAWS; n += 1) counts[drawOne(prizes, random).place]! += 1;
  return counts;
};
const expectedOf = (weights: readonly number[]): number[] =>
  weights.map((weight) => (DRAWS * weight) / weights.reduce((sum, each) => sum + each, 0));

test('a million draws fit their weights', () => {
  expect(chiSquareP(countsOf(WEIGHTS, seeded(20)), expectedOf(WEIGHTS))).toBeGreaterThanOrEqual(1e-6);
});

test('a million draws by slightly other weights do not fit', () => {
  const others = WEIGHTS.map((weight, place) => (place === 3 ? weight + 1 : weight));
  expect(chiSquareP(countsOf(others, seeded(20)), expectedOf(WEIGHTS))).toBeLessThan(1e-6);
});

test.each([
  { counts: [10, 10], expected: [10, 10], p: 1 },
  // Quantiles as tables have them.
  { counts: [50 + Math.sqrt(3.841 * 25), 50 - Math.sqrt(3.841 * 25)], expected: [50, 50], p: 0.05 },
  { counts: [100 + Math.sqrt(9.21 * 50), 100 - Math.sqrt(9.21 * 50), 100], expected: [100, 100, 100], p: 0.01 },
  { counts: [100 + Math.sqrt(1.386 * 50), 100 - Math.sqrt(1.386 * 50), 100], expected: [100, 100, 100], p: 0.5 },
])('the measure of the fit is right: p = $p', ({ counts, expected, p }) => {
  expect(chiSquareP(counts, expected)).toBeCloseTo(p, 3);
});

test('production draws from the cryptographic source of the operating system', () => {
  // Modules are shared by test files: what one of them has read is seen to change only by this.
  const source = vi.spyOn(crypto, 'randomInt');
  syncBuiltinESMExports();
  drawOne([{ weight: 3 }, { weight: 4 }], systemRandom);
  expect(source).toHaveBeenCalledExactlyOnceWith(7);
  source.mockRestore();
  syncBuiltinESMExports();
});

test('what weighs nothing is never drawn, and whatever is drawn is one of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 12 }).filter((all) => all.some((one) => one > 0)),
      fc.nat(),
      (weights, seed) => {
        const prizes = weights.map((weight) => ({ weight }));
        const total = totalWeight(prizes);
        const drawn = drawOne(prizes, { bytes: Buffer.alloc, below: (below) => seed % below });
        expect(prizes).toContain(drawn);
        expect(drawn.weight).toBeGreaterThan(0);
        expect(total).toBe(weights.reduce((sum, weight) => sum + weight, 0));
      },
    ),
  );
});

test('each place of the weights leads to the prize that it belongs to', () => {
  const prizes = [{ weight: 2 }, { weight: 0 }, { weight: 1 }];
  const at = (place: number) => prizes.indexOf(drawOne(prizes, { bytes: Buffer.alloc, below: () => place }));
  expect([at(0), at(1), at(2)]).toEqual([0, 0, 2]);
});

test('what the lottery gives, it has less of', () => {
  expect(lotteryEntries(7, -5)).toEqual([
    { account: { owner: null, kind: 'lottery' }, unit: 'BYTE', amount: 5 },
    { account: { owner: 7, kind: 'traffic' }, unit: 'BYTE', amount: -5 },
  ]);
});
