import { Logger as GraphileLogger, parseCronItems, run, runMigrations, type TaskList } from 'graphile-worker';
import { Pool } from 'pg';
import { HOUR_MS } from './platform/clock.ts';
import type { FaultLog } from './platform/error-log.ts';
import type { JobHandler } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';

/** Makes the job tables as the owner and lets the app's role use them. Safe to run at every start. */
export const prepareJobs = async (ownerUrl: string, appRole: string): Promise<void> => {
  const pool = poolFor(ownerUrl, 2, () => undefined);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
    const role = `"${appRole.replaceAll('"', '""')}"`;
    await pool.query(`grant usage on schema graphile_worker to ${role};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
      grant usage, select on all sequences in schema graphile_worker to ${role};
      grant execute on all functions in schema graphile_worker to ${role};
      ${OPEN_ROWS}`);
  } finally {
    await pool.end();
  }
};

/** The job tables hide their rows from everyone but their owner (row security without a policy); the app's role needs them. */
const OPEN_ROWS = `do $$ declare hidden regclass; begin
  for hidden in select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity loop
    execute format('alter table %s disable row level security', hidden);
  end loop;
end $$;`;

/** A pool whose lost connections, idle or not, are heard of and do not end the process. */
const poolFor = (connectionString: string, max: number, onError: (fault: Error) => void): Pool => {
  const pool = new Pool({ connectionString, max });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};

const silent = new GraphileLogger(() => () => undefined);

/** A periodic job: a cron line in UTC and the name of the job. */
export interface PeriodicJob {
  readonly cron: string;
  readonly name: string;
}

/** Runs jobs of the database until stopped; a failing job is written down and tried again with growing pauses. */
export const startJobs = async (options: {
  databaseUrl: string;
  handlers: readonly JobHandler[];
  periodic: readonly PeriodicJob[];
  log: Log;
  faults: FaultLog;
}): Promise<{ stop(): Promise<void> }> => {
  const pool = poolFor(options.databaseUrl, 6, (fault) =>
    options.log.warn({ reason: fault.message }, 'a job connection was lost'),
  );
  const taskList: TaskList = Object.fromEntries(
    options.handlers.map((handler) => [
      handler.name,
      async (payload: unknown) => {
        try {
          await handler.run(payload);
        } catch (fault) {
          await options.faults(fault, { call: `job ${handler.name}`, requestId: '' });
          throw fault;
        }
      },
    ]),
  );
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    parsedCronItems: parseCronItems(
      options.periodic.map(({ cron, name }) => ({ task: name, match: cron, options: { backfillPeriod: HOUR_MS } })),
    ),
    logger: silent,
  });
  return {
    stop: async () => {
      await runner.stop().catch(() => undefined);
      await pool.end();
    },
  };
};
