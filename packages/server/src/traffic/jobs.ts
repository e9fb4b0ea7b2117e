import { z } from 'zod';
import { usersChanged } from '../platform/fleet-changes.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { endDueTrials } from './trials.ts';

/** Takes back what is left of trials whose time is over. */
const endTrials = jobKind({ name: 'traffic.end-trials', input: z.unknown(), tries: 5 });

/** Jobs of this feature. */
export const trafficJobs = (deps: Deps): JobHandler[] => [
  handleJob(endTrials, async () => {
    await endDueTrials(deps, (trx, userNum) => usersChanged(trx, deps, [userNum]));
  }),
];

/** When they run (cron, UTC). */
export const trafficPeriodic = [{ cron: '* * * * *', name: endTrials.name }] as const;
