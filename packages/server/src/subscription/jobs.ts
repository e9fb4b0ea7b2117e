import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { removeFetches } from './store.ts';

/** Days for which the journal of fetches is kept. */
const KEPT_DAYS = 7;

const forgetFetches = jobKind({ name: 'subscription.forget-fetches', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const subscriptionJobs = ({ db, clock }: Deps): JobHandler[] => [
  handleJob(forgetFetches, () => removeFetches(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))),
];

/** When they run (cron, UTC). */
export const subscriptionPeriodic = [{ cron: '17 * * * *', name: forgetFetches.name }] as const;
