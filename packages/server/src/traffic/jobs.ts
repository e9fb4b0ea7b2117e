import { z } from 'zod';
import { inTransaction } from '@skyport/db';
import { dayOf } from '../platform/clock.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { settleUse } from './billing.ts';
import { foldUsage } from './journal-store.ts';
import { countOpenDays, keepTraffic } from './retention.ts';
import { endDueTrials } from './trials.ts';

/** Takes back what is left of trials whose time is over. */
const endTrials = jobKind({ name: 'traffic.end-trials', input: z.unknown(), tries: 5 });

/** Brings the ledger up to date with the day's use: one posting a user. */
const postUse = jobKind({ name: 'traffic.post-use', input: z.unknown(), tries: 10 });
/** Makes room for the coming months and forgets what is older than the settings say. */
const keep = jobKind({ name: 'traffic.keep', input: z.unknown(), tries: 10 });

/** Adds reports to the use of their days. */
const fold = jobKind({ name: 'traffic.fold', input: z.unknown(), tries: 5 });

/** Counts the users of lines and nodes. */
const countUsers = jobKind({ name: 'traffic.count-users', input: z.unknown(), tries: 3 });

/** Users posted in one transaction. */
const POSTED_AT_ONCE = 500;

const today = ({ clock, settings }: Deps): string => dayOf(clock.now(), settings.current().timezone);

const postAllUse = async ({ db, clock }: Deps): Promise<void> => {
  const next = (): Promise<number> =>
    inTransaction(db, (trx) => settleUse(trx, { limit: POSTED_AT_ONCE }, clock.now()));
  while ((await next()) === POSTED_AT_ONCE);
};

/** Jobs of this feature. */
export const trafficJobs = (deps: Deps): JobHandler[] => [
  handleJob(endTrials, async () => {
    await endDueTrials(deps, (trx, userNum) => usersChanged(trx, deps, [userNum]));
  }),
  handleJob(postUse, () => postAllUse(deps)),
  handleJob(keep, () => keepTraffic(deps.db, deps.settings.current(), { now: deps.clock.now(), today: today(deps) })),
  handleJob(fold, () => foldUsage(deps.db)),
  handleJob(countUsers, () => countOpenDays(deps.db, today(deps))),
];

/** When they run (cron, UTC). */
export const trafficPeriodic = [
  { cron: '* * * * *', name: endTrials.name },
  { cron: '10 16 * * *', name: postUse.name },
  { cron: '25 17 * * *', name: keep.name },
  { cron: '*/30 * * * *', name: fold.name },
  { cron: '7 * * * *', name: countUsers.name },
] as const;
