import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { watchMembership, watchTraffic } from './watch.ts';

const traffic = jobKind({ name: 'notices.traffic', input: z.unknown(), tries: 3 });
const membership = jobKind({ name: 'notices.membership', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const noticesJobs = (deps: Deps): JobHandler[] => [
  handleJob(traffic, () => watchTraffic(deps)),
  handleJob(membership, () => watchMembership(deps)),
];

/** When they run (cron, UTC). */
export const noticesPeriodic = [
  { cron: '*/2 * * * *', name: traffic.name },
  { cron: '11 * * * *', name: membership.name },
] as const;
