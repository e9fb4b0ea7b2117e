import { z } from 'zod';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { raiseLinkAlarms } from './alarms.ts';
import { removeFetches } from './store.ts';
import { keptSince } from './watch-rules.ts';
import { removeMisses } from './watch-store.ts';

const forgetFetches = jobKind({ name: 'subscription.forget-fetches', input: z.unknown(), tries: 3 });

const linkAlarms = jobKind({ name: 'subscription.link-alarms', input: z.unknown(), tries: 3 });

/** Jobs of this feature. */
export const subscriptionJobs = (deps: Deps): JobHandler[] => [
  handleJob(forgetFetches, async () => {
    const before = keptSince(deps.clock.now());
    await removeFetches(deps.db, before);
    await removeMisses(deps.db, before);
  }),
  handleJob(linkAlarms, () => raiseLinkAlarms(deps)),
];

/** When they run (cron, UTC). */
export const subscriptionPeriodic = [
  { cron: '17 * * * *', name: forgetFetches.name },
  { cron: '*/10 * * * *', name: linkAlarms.name },
] as const;
