import type { Deps } from '@skyport/server/platform/deps';
import { runJob } from '@skyport/server/platform/jobs';
import { allJobs } from '@skyport/server/wiring';
import { fillShop } from '../testkit/large-shop.ts';
import { startPanel } from '../testkit/panel.ts';
import { withDepsOf } from '../tools/large-fleet.ts';
import { neat, type Bench } from './measure.ts';

const SECRET_KEY = 'bench-only-secret-key-of-enough-length-0123456789';
const SIZES = { quick: [10_000, 100_000], whole: [100_000, 1_000_000] } as const;
/** How many times as long ten times the accounts may take. A large shop's first run reads more from outside memory. */
const MOST_GROWTH = { first: 20, next: 12 } as const;
/** Shorter runs are not judged. */
const JUDGED_SECONDS = 0.3;

/** Seconds of a job's first run over a shop that it has not seen, and of its next, with nothing new. */
interface JobTimes {
  readonly first: number;
  readonly next: number;
}

/** Every job that runs by itself, over a shop and over one of ten times the accounts. */
export const jobs: Bench = async ({ quick, say }) => {
  const [few, many] = SIZES[quick ? 'quick' : 'whole'];
  const small = await timesIn(few, say);
  const large = await timesIn(many, say);
  const growths = [...large].map(([name, { first, next }]) => {
    const { first: before = NaN, next: again = NaN } = small.get(name) ?? {};
    return { name, first, next, firstGrowth: neat(first / before), nextGrowth: neat(next / again) };
  });
  const problem = (run: keyof JobTimes, name: string, seconds: number, growth: number): string[] =>
    seconds > JUDGED_SECONDS && growth > MOST_GROWTH[run] ? [`the ${run} ${name} grew ${growth}-fold`] : [];
  const failures = growths.flatMap(({ name, first, next, firstGrowth, nextGrowth }) => [
    ...problem('first', name, first, firstGrowth),
    ...problem('next', name, next, nextGrowth),
  ]);
  const table = growths.toSorted((a, b) => b.first - a.first).map(({ name, ...row }) => [name, row]);
  return { ratios: {}, figures: { few, many, seconds: Object.fromEntries(table) }, failures };
};

const timesIn = async (users: number, say: (line: string) => void): Promise<ReadonlyMap<string, JobTimes>> => {
  const panel = await startPanel({ env: { SECRET_KEY, LOG_LEVEL: 'warn' } });
  try {
    await panel.processes.get('panel')?.stop();
    return await withDepsOf(panel, SECRET_KEY, async (deps) => {
      await fillShop(panel.rootUrl, deps, { users, say });
      const times = new Map<string, JobTimes>();
      for (const definition of allJobs.filter(({ cron }) => cron !== undefined)) {
        const found = { first: await secondsOf(definition, deps), next: await secondsOf(definition, deps) };
        times.set(definition.name, found);
        say(`${users} accounts, ${definition.name}: ${found.first} s, then ${found.next} s`);
      }
      return times;
    });
  } finally {
    await panel.stop();
  }
};

const secondsOf = async (definition: (typeof allJobs)[number], deps: Deps): Promise<number> => {
  const began = performance.now();
  await runJob(definition, deps, {});
  return neat((performance.now() - began) / 1000);
};
