import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { removeExpired } from './store.ts';

const forgetExpired = jobKind({ name: 'accounts.forget-expired', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const accountsJobs = ({ db, clock }: Deps): JobHandler[] => [
  handleJob(forgetExpired, () => removeExpired(db, clock.now())),
];

/** When they run (cron, UTC). */
export const accountsPeriodic = [{ cron: '29 * * * *', name: forgetExpired.name }] as const;
