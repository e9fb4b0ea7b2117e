import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { JobState } from '@skyport/contract/jobs';

/** A job of the queue, as graphile-worker's view of it shows. Its payload is not read: secrets may stand in it. */
export interface QueuedRow {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly attempts: number;
  readonly max_attempts: number;
  readonly run_at: Date;
  readonly created_at: Date;
  readonly last_error: string | null;
}

/** A worker that died leaves its lock behind; after so long graphile-worker itself takes such a job for free. */
const state = sql<JobState>`
  case when locked_at > now() - interval '4 hours' then 'running'
       when attempts >= max_attempts then 'failed'
       when attempts > 0 then 'retrying'
       else 'waiting' end`;

const columns = sql`id::text as id, task_identifier as name, ${state} as state, attempts::int as attempts,
  max_attempts::int as max_attempts, run_at, created_at, last_error`;

/** Jobs in a state, or all; failed ones first, then by the time at which they are run. At most `most`. */
export const listQueued = async (db: Db, wanted: JobState | undefined, most: number): Promise<QueuedRow[]> => {
  const { rows } = await sql<QueuedRow>`
    select * from (select ${columns} from graphile_worker.jobs) j
     where ${wanted ?? null}::text is null or state = ${wanted ?? null}
     order by array_position(array['failed', 'retrying', 'running', 'waiting'], state), run_at, id::bigint
     limit ${most}`.execute(db);
  return rows;
};

/** Counts jobs by state; states without jobs are left out. */
export const countQueued = async (db: Db): Promise<{ state: JobState; count: number }[]> => {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select ${state} as state, count(*)::int as count from graphile_worker.jobs group by 1`.execute(db);
  return rows;
};

/** When the oldest job was due that could run and does not; null for none. */
export const findOldestDue = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select min(run_at) as at from graphile_worker.jobs
     where run_at <= now() and attempts < max_attempts and (locked_at is null or locked_at < now() - interval '4 hours')`.execute(
    db,
  );
  return rows[0]?.at ?? null;
};

/** Those of the jobs that there are. */
export const findQueued = async (db: Db, ids: readonly string[]): Promise<QueuedRow[]> => {
  const { rows } = await sql<QueuedRow>`
    select ${columns} from graphile_worker.jobs where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
};

/**
 * Has jobs run at once with all their attempts, by graphile-worker's own function, which passes over those that a
 * worker has; gives how many those were.
 */
export const rescheduleJobs = async (trx: Db, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(${[...ids]}::bigint[], run_at => now(), attempts => 0)`.execute(trx);
  return rows.length;
};
