import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { removeOldMisses } from './misses.ts';

const forgetMisses = jobKind({ name: 'coupons.forget-misses', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const couponsJobs = ({ db, clock }: Deps): JobHandler[] => [
  handleJob(forgetMisses, () => removeOldMisses(db, clock.now())),
];

/** When they run (cron, UTC). */
export const couponsPeriodic = [{ cron: '41 * * * *', name: forgetMisses.name }] as const;
