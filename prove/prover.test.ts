import { expect, test } from 'vitest';
import { bound95, missedSabotages, type Prover } from './prover.ts';

test('without failures the bound is three over the number of runs', () => {
  expect(bound95(1000, 0)).toBe(0.003);
  expect(bound95(2, 0)).toBe(1);
});

test('with failures the bound is the exact one, and nothing is known of no runs', () => {
  // Upper 95 % limits (one-sided) of Clopper and Pearson.
  expect(bound95(10, 1)).toBeCloseTo(0.394, 3);
  expect(bound95(100, 5)).toBeCloseTo(0.102, 3);
  expect(bound95(5, 5)).toBe(1);
  expect(bound95(0, 0)).toBe(1);
});

test('of all faults those are named that a prover does not notice', async () => {
  const prover: Prover = {
    claim: 'notices what is loud',
    sabotages: { loud: 'heard', quiet: 'not heard' },
    prove: async ({ sabotage }) => ({ runs: 1, failures: sabotage === 'loud' ? ['it was loud'] : [] }),
  };
  const said: string[] = [];
  const options = { quick: true, rounds: undefined, seed: 1, sabotage: 'all' };
  expect(await missedSabotages(prover, options, (line) => said.push(line))).toEqual(['quiet']);
  expect(said).toEqual(['loud: it was loud', 'quiet: NOT NOTICED']);
});
