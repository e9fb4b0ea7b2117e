import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { removeOldHandoffs } from './handoff-store.ts';
import { removeExpiredRequests } from './request-store.ts';
import { removeExpired } from './store.ts';
import { removeOldTries } from './tries.ts';

const forgetExpired = jobKind({ name: 'accounts.forget-expired', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const accountsJobs = ({ db, clock }: Deps): JobHandler[] => [
  handleJob(forgetExpired, async () => {
    const now = clock.now();
    await removeExpired(db, now);
    await removeExpiredRequests(db, now);
    await removeOldTries(db, now);
    await removeOldHandoffs(db, now);
  }),
];

/** When they run (cron, UTC). */
export const accountsPeriodic = [{ cron: '29 * * * *', name: forgetExpired.name }] as const;
