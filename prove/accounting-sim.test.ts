import { expect, test } from 'vitest';
import { WHOLE_RUN } from '../testkit/property-seed.ts';
import { killPoints, simulate } from './accounting-sim.ts';
import { faultNames } from './sim/faults.ts';
import { runMany } from './sim/run.ts';

const SEED = 20_261_121;

/** Schedules; 10,000 reach every kill point, `npm run prove -- accounting-sim` runs a million. */
const SHARE = process.env[WHOLE_RUN] === undefined ? 1000 : 10_000;

test('bills every byte once in each schedule, and dies at every kill point in the whole run', async () => {
  const said: string[] = [];
  const proof = await simulate({ quick: true, rounds: SHARE, seed: SEED, sabotage: undefined }, 2, (line) =>
    said.push(line),
  );
  expect(proof, said.join('\n')).toEqual({ runs: SHARE, failures: [] });
  expect(killPoints.length).toBeGreaterThanOrEqual(12);
});

test.each(faultNames)('the planted fault %s is found, and its schedule made short', async (fault) => {
  const { failures } = await runMany({ seed: SEED, first: 0, stride: 1, end: 20_000, fault, most: 1 });
  const [failure] = failures;
  expect(failure?.problems.length).toBeGreaterThan(0);
  expect(failure?.problems.join()).not.toContain('the simulator fell');
  expect(failure?.steps.length).toBeLessThan(20);
});

test('a seed gives the same schedule and the same end again', async () => {
  const once = () => runMany({ seed: SEED, first: 0, stride: 1, end: 500, fault: 'lost-tick', most: 3 });
  expect(await once()).toEqual(await once());
});
