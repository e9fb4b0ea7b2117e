import { beforeCommit, type Db } from '@skyport/db';
import { z } from 'zod';
import type { Deps } from './deps.ts';
import { insertJob } from './job-store.ts';

/** Everything about one kind of job. Methods, so that lists can hold jobs of different inputs. */
export interface Job<T> {
  /** Feature and verb, for example `mail.deliver`; unique in the installation. */
  readonly name: string;
  readonly input: z.ZodType<T>;
  /** Attempts before the job is left for an operator to see, however it was added. */
  readonly maxAttempts: number;
  /** When it runs by itself (cron, UTC). Its input must take an object without fields then. */
  readonly cron?: string;
  /**
   * `slow` for a job that may wait for somebody else's machine for minutes, `provider` for one that waits for a payment
   * provider for seconds: such jobs have places of their own, so that however many of them wait, all others go on.
   */
  readonly places?: 'slow' | 'provider';
  /** Jobs with equal keys that have not started yet are one job. */
  key?(input: T): string;
  /**
   * Does the job. May run twice for one cause, and must do no harm by it. A long one looks at `stop` between its slices
   * and ends when the process is to end.
   */
  run(deps: Deps, input: T, stop?: AbortSignal): Promise<void>;
}

/** Defines a job. */
export const job = <T>(definition: Job<T>): Job<T> => definition;

/** The input of jobs that need none. */
export const NoInput = z.object({});

/** The key under which the database joins jobs that have not started yet, or null. */
export const keyOf = <T>({ name, key }: Job<T>, input: T): string | null => (key ? `${name}:${key(input)}` : null);

/** Does a job as it came out of the database; throws when its payload is none of this kind. */
export const runJob = (definition: Job<unknown>, deps: Deps, payload: unknown): Promise<void> =>
  definition.run(deps, definition.input.parse(payload));

/** A job for later. */
interface Later<T> {
  readonly input: T;
  readonly at?: Date;
  readonly isLast?: boolean;
}

/** What comes after all others that wait. */
const LAST = 10;

/** Adds jobs inside the caller's transaction: a job exists exactly when what caused it was committed. */
export interface Jobs {
  add<T>(trx: Db, definition: Job<T>, input: T): Promise<void>;
  /** Adds a job that is not run before an instant; `isLast`: nor while others wait that could run. */
  addAt<T>(trx: Db, definition: Job<T>, later: Later<T>): Promise<void>;
}

/**
 * Jobs kept in PostgreSQL by graphile-worker. One with a key is added at the end of the transaction: all transactions
 * that add it lock the same row of the queue.
 */
export const databaseJobs: Jobs = {
  add: (trx, definition, input) => addJob(trx, definition, { input }),
  addAt: (trx, definition, later) => addJob(trx, definition, later),
};

const addJob = <T>(trx: Db, definition: Job<T>, { input, at, isLast = false }: Later<T>): Promise<void> => {
  const key = keyOf(definition, input);
  const { name, maxAttempts } = definition;
  const priority = isLast ? LAST : 0;
  const payload = JSON.stringify(input);
  const add = () => insertJob(trx, { name, payload, at: at ?? null, maxAttempts, key, priority });
  return key === null ? add() : beforeCommit(trx, key, add);
};
