import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { z } from 'zod';

/** What a kind of job is: its name, the shape of its payload, and the key under which a second one replaces the first. */
export interface JobKind<T> {
  readonly name: string;
  readonly input: z.ZodType<T>;
  /** Jobs with equal keys that have not started yet are one job. */
  readonly key?: (input: T) => string;
  /** Attempts before the job is left for an operator to see. */
  readonly tries: number;
}

/** Declares a kind of job. */
export const jobKind = <T>(kind: JobKind<T>): JobKind<T> => kind;

/** Adds jobs inside the caller's transaction: a job exists exactly when what caused it was committed. */
export interface Jobs {
  add<T>(trx: Db, kind: JobKind<T>, input: T, at?: Date): Promise<void>;
}

/** Jobs kept in PostgreSQL by graphile-worker, through its SQL function. */
export const databaseJobs: Jobs = {
  add: async (trx, kind, input, at) => {
    await sql`select graphile_worker.add_job(
      identifier => ${kind.name}, payload => ${JSON.stringify(input)}::json, run_at => ${at ?? null}::timestamptz,
      max_attempts => ${kind.tries}, job_key => ${kind.key ? `${kind.name}:${kind.key(input)}` : null})`.execute(trx);
  },
};

/** A kind of job with the code that does it. Handlers may run twice and must do no harm by it. */
export interface JobHandler {
  readonly name: string;
  run(payload: unknown): Promise<void>;
}

/** Joins a kind with its code; the payload is checked before the code sees it. */
export const handleJob = <T>(kind: JobKind<T>, run: (input: T) => Promise<void>): JobHandler => ({
  name: kind.name,
  run: (payload) => run(kind.input.parse(payload)),
});
