import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { removeExpired } from './store.ts';
import { removeOldUpdates } from './update-store.ts';
import { answerUpdates } from './updates.ts';

/** Telegram delivers nothing older than a day; what it may deliver again must be known. */
const KEPT_MS = 3 * DAY_MS;

const forget = job({
  name: 'telegram.forget',
  input: NoInput,
  maxAttempts: 3,
  cron: '41 * * * *',
  run: async ({ db, clock }) => {
    const now = clock.now();
    await removeExpired(db, now);
    await removeOldUpdates(db, new Date(now.getTime() - KEPT_MS));
  },
});

/** Jobs of this feature. */
export const telegramJobs = [answerUpdates, forget];
