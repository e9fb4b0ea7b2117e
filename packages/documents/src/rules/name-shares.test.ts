import { expect, test } from 'vitest';
import { popularBlocked } from '../testing/popular-blocked.ts';
import { popularMainland } from '../testing/popular-mainland.ts';
import { fileNames, nameWays } from '../testing/ways.ts';

/** Measured shares of popular mainland names that use no line, in percent, rounded down. */
const FLOORS: Record<keyof typeof nameWays, number> = {
  mihomo: 96,
  clash: 89,
  stash: 89,
  singbox: 89,
  surge: 89,
  surfboard: 89,
  qx: 89,
  xray: 72,
};

test('the samples are a few hundred names without a repetition', () => {
  for (const names of [popularMainland, popularBlocked]) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(350);
  }
});

test.each(Object.entries(FLOORS))(
  '%s: popular mainland names stay off the lines, blocked ones do not',
  (kind, floor) => {
    const wayOf = nameWays[kind as keyof typeof nameWays];
    const isInFile = (name: string): boolean => kind === 'mihomo' && fileNames(name);
    const through = popularMainland.filter((name) => wayOf(name) === 'line' && !isInFile(name));
    const share = 100 * (1 - through.length / popularMainland.length);
    expect(Math.floor(share), `${share.toFixed(1)} %: ${through.join(' ')}`).toBe(floor);
    expect(popularBlocked.filter((name) => wayOf(name) !== 'line' || isInFile(name))).toEqual([]);
  },
);
