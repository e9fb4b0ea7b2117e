import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A job as the queue holds it. */
export interface JobRow {
  readonly name: string;
  /** Its input as JSON. */
  readonly payload: string;
  /** The instant before which it is not run; null for at once. */
  readonly at: Date | null;
  readonly maxAttempts: number;
  /** Jobs with equal keys that have not started yet are one job. */
  readonly key: string | null;
  /** Smaller ones run first; 0 is usual. */
  readonly priority: number;
}

/** Adds a job to the queue, by graphile-worker's own function. */
export const insertJob = async (trx: Db, { name, payload, at, maxAttempts, key, priority }: JobRow): Promise<void> => {
  await sql`select graphile_worker.add_job(
      identifier => ${name}, payload => ${payload}::json, run_at => ${at}::timestamptz,
      max_attempts => ${maxAttempts}, job_key => ${key}, priority => ${priority})`.execute(trx);
};
