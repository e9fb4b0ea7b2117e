import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Proof, ProofOptions, Prover } from './prover.ts';
import { agentPoints } from './sim/disk-state.ts';
import { faults, type Fault } from './sim/faults.ts';
import { panelPoints } from './sim/process.ts';
import type { Failure, Share, ShareResult } from './sim/run.ts';

const RUNS = 1_000_000;
const QUICK_RUNS = 20_000;
/** Failing schedules that a thread looks for before it ends. */
const MOST = 2;
/** With fewer schedules some kill point may not have been met by chance. */
const ENOUGH_FOR_ALL_POINTS = 10_000;

/** Every place where a process is killed. */
export const killPoints: readonly string[] = [...agentPoints, ...panelPoints];

/**
 * The product's own code — counters to journal to batches in the agent, pulls, billing and posting in the panel — over
 * engines, disks, network and tables in memory, through schedules that a seed decides. At the end of each schedule the
 * bytes that engines moved are compared with what was booked, and every account with a slow model of the rules.
 */
export const accountingSim: Prover = {
  claim: 'accounting: every byte an agent read is billed exactly once, whatever is killed, lost, repeated or put back',
  sabotages: faults,
  prove: (options, say) => simulate(options, availableParallelism(), say),
};

/** Runs the schedules on `threads` threads. */
export const simulate = async (
  { quick, rounds, seed, sabotage }: ProofOptions,
  threads: number,
  say: (line: string) => void,
): Promise<Proof> => {
  const end = rounds ?? (quick || sabotage !== undefined ? QUICK_RUNS : RUNS);
  const begun = performance.now();
  const done = new Map<number, number>();
  const runs = (): number => [...done.values()].reduce((sum, n) => sum + n, 0);
  let said = 0;
  const parts = await Promise.all(
    Array.from({ length: threads }, (_, first) =>
      runThread({ seed, first, stride: threads, end, fault: sabotage as Fault | undefined, most: MOST }, (n) => {
        done.set(first, n);
        if (runs() < said + end / 10) return;
        said = runs();
        say(`${said} of ${end} schedules`);
      }),
    ),
  );
  const seconds = (performance.now() - begun) / 1000;
  const deaths = killPoints.map((point) => parts.reduce((sum, part) => sum + (part.deaths.get(point) ?? 0), 0));
  const total = parts.reduce((sum, part) => sum + part.done, 0);
  say(
    `${total} schedules, ${Math.round(total / seconds)} a second on ${threads} threads; ${killPoints.length} kill points, ` +
      `each met by ${Math.min(...deaths)} to ${Math.max(...deaths)} deaths`,
  );
  const unmet = killPoints.filter((_, index) => deaths[index] === 0);
  const failures = parts.flatMap((part) => part.failures).toSorted((a, b) => a.schedule - b.schedule);
  for (const failure of failures) tell(failure, say);
  return {
    runs: total,
    failures: [
      ...failures.map(({ schedule, problems }) => `seed ${seed}, schedule ${schedule}: ${problems.join('; ')}`),
      ...(total >= ENOUGH_FOR_ALL_POINTS ? unmet.map((point) => `nobody ever died at ${point}`) : []),
    ],
  };
};

type Part = ShareResult & { readonly deaths: ReadonlyMap<string, number> };

const runThread = (share: Share, progress: (done: number) => void): Promise<Part> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('sim/worker.ts', import.meta.url), { workerData: share });
    worker.on('message', (message: Part | { done: number }) => {
      if ('deaths' in message) resolve(message);
      else progress(message.done);
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new Error('a thread of the simulator ended before its schedules did')));
  });

/** A failing schedule, ready to be read. */
const tell = ({ seed, schedule, setup, steps }: Failure, say: (line: string) => void): void => {
  const { settings, ...rest } = setup;
  const { traffic_spend_scale, upload_traffic_spend_scale, minestTrafficSpend, noGlobalTrafficScaleLimit } = settings;
  say(`seed ${seed}, schedule ${schedule}, made short; it begins with`);
  say(`  ${JSON.stringify(rest)}`);
  say(
    `  ${JSON.stringify({ traffic_spend_scale, upload_traffic_spend_scale, minestTrafficSpend, noGlobalTrafficScaleLimit })}`,
  );
  for (const { ms, ...event } of steps) say(`  after ${ms} ms ${JSON.stringify(event)}`);
};
