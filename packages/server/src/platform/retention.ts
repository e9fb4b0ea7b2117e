import type { Db } from '@skyport/db';
import type { z } from 'zod';
import { job, NoInput, type Job } from './jobs.ts';

/** What is forgotten after a while. */
interface Retention {
  /** The job's name. */
  readonly name: string;
  readonly cron: string;
  /** For how long rows stay, in ms. */
  readonly keptMs: number;
  /** Removes rows that are older than `before`. */
  readonly remove: (db: Db, before: Date) => Promise<void>;
}

/** A job that removes what is older than it is kept. */
export const forgetJob = ({ name, cron, keptMs, remove }: Retention): Job<z.infer<typeof NoInput>> =>
  job({
    name,
    input: NoInput,
    maxAttempts: 3,
    cron,
    run: ({ db, clock }) => remove(db, new Date(clock.now().getTime() - keptMs)),
  });
