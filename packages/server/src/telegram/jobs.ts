import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { removeExpired } from './store.ts';
import { removeOldUpdates } from './update-store.ts';
import { answerUpdates, workUpdates } from './updates.ts';

const forget = jobKind({ name: 'telegram.forget', input: z.unknown(), tries: 3 });

/** Telegram delivers nothing older than a day; what it may deliver again must be known. */
const KEPT_MS = 3 * DAY_MS;

/** Jobs of this feature. */
export const telegramJobs = (deps: Deps): JobHandler[] => [
  handleJob(answerUpdates, () => workUpdates(deps)),
  handleJob(forget, async () => {
    const now = deps.clock.now();
    await removeExpired(deps.db, now);
    await removeOldUpdates(deps.db, new Date(now.getTime() - KEPT_MS));
  }),
];

/** When they run (cron, UTC). */
export const telegramPeriodic = [
  { cron: '* * * * *', name: answerUpdates.name },
  { cron: '41 * * * *', name: forget.name },
] as const;
