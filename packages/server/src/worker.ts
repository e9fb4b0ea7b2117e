import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  runMigrations,
  type ParsedCronItem,
  type TaskList,
} from 'graphile-worker';
import { createJobPool } from './job-pool.ts';
import { HOUR_MS } from './platform/clock.ts';
import type { Deps } from './platform/deps.ts';
import type { FaultLog } from './platform/error-log.ts';
import { keyOf, type Job } from './platform/jobs.ts';
import type { JobOutcome, Metrics } from './platform/metrics.ts';
import type { Traces } from './platform/traces.ts';
import { openJobTables } from './worker-store.ts';

/** Makes the job tables as the owner and lets the app's role use them. Safe to run at every start. */
export const prepareJobs = async (ownerUrl: string, appRole: string): Promise<void> => {
  const pool = createJobPool(ownerUrl, 2, () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
    await openJobTables(pool, appRole);
  } finally {
    await pool.end();
  }
};

const silent = new GraphileLogger(() => () => undefined);

/** Refuses jobs of which two have one name: one of them would never run. */
export const assertUniqueNames = (jobs: readonly Job<unknown>[]): void => {
  const names = jobs.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`two jobs have the same name: ${twice.join(', ')}`);
};

/** How many jobs run at once: most of them, those that may wait for minutes, and those that wait for providers. */
const PLACES = { usual: 4, slow: 2, provider: 4 } as const;

/** The lines by which jobs are added at their times, each with the tries and the key of its definition. */
export const cronItemsOf = (jobs: readonly Job<unknown>[]): ParsedCronItem[] =>
  parseCronItems(
    jobs.flatMap((definition) => {
      if (definition.cron === undefined) return [];
      const jobKey = keyOf(definition, definition.input.parse({}));
      const options = {
        backfillPeriod: HOUR_MS,
        maxAttempts: definition.maxAttempts,
        ...(jobKey !== null && { jobKey }),
      };
      return [{ task: definition.name, match: definition.cron, options }];
    }),
  );

/**
 * Runs jobs of the database until stopped; a failing job is written down and tried again with growing pauses. Throws
 * when two jobs have one name, or one that runs by itself cannot do so without an input.
 */
export const startJobs = async (options: {
  databaseUrl: string;
  jobs: readonly Job<unknown>[];
  deps: Deps;
  faults: FaultLog;
  ended?: Metrics['job'];
  traces?: Traces | undefined;
}): Promise<{ stop(): Promise<void> }> => {
  const { deps, faults, ended, traces } = options;
  assertUniqueNames(options.jobs);
  const groups = Object.entries(PLACES).flatMap(([name, concurrency]) => {
    const jobs = options.jobs.filter(({ places = 'usual' }) => places === name);
    return jobs.length > 0 ? [{ jobs, concurrency, parsedCronItems: cronItemsOf(jobs) }] : [];
  });
  const pool = createJobPool(options.databaseUrl, 9, (fault) =>
    deps.log.warn({ reason: fault.message }, 'a job connection was lost'),
  );
  const stopping = new AbortController();
  const runners = await Promise.all(
    groups.map(({ jobs, ...group }) =>
      run({
        ...group,
        pgPool: pool,
        taskList: taskListOf(jobs, { deps, faults, ended, traces, stop: stopping.signal }),
        noHandleSignals: true,
        pollInterval: 2000,
        logger: silent,
      }),
    ),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(runners.map((runner) => runner.stop()));
      await pool.end();
    },
  };
};

interface TaskContext {
  readonly deps: Deps;
  readonly faults: FaultLog;
  readonly ended: Metrics['job'] | undefined;
  readonly traces: Traces | undefined;
  readonly stop: AbortSignal;
}

/** What a runner does for each job of its group. */
const taskListOf = (jobs: readonly Job<unknown>[], { deps, faults, ended, traces, stop }: TaskContext): TaskList =>
  Object.fromEntries(
    jobs.map((definition) => [
      definition.name,
      async (payload: unknown) => {
        const begun = performance.now();
        const span = traces?.open('job');
        const end = (outcome: JobOutcome): void => {
          ended?.(definition.name, outcome, (performance.now() - begun) / 1000);
          span?.end({ name: `job ${definition.name}`, failed: outcome === 'failed', attributes: {} });
        };
        const work = () => definition.run(deps, definition.input.parse(payload), stop);
        try {
          await (span ? span.within(work) : work());
          end('done');
        } catch (fault) {
          end('failed');
          await faults(fault, { call: `job ${definition.name}`, requestId: '' });
          throw fault;
        }
      },
    ]),
  );
