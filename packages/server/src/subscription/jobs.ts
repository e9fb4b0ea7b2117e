import { job, NoInput } from '../platform/jobs.ts';
import { raiseLinkAlarms } from './alarms.ts';
import { removeFetches } from './store.ts';
import { keptSince } from './watch-rules.ts';
import { removeMisses } from './watch-store.ts';

/** Forgets who fetched what longer ago than the watch looks back. */
export const forgetFetches = job({
  name: 'subscription.forget-fetches',
  input: NoInput,
  maxAttempts: 3,
  cron: '17 * * * *',
  run: async ({ db, clock }) => {
    const before = keptSince(clock.now());
    await removeFetches(db, before);
    await removeMisses(db, before);
  },
});

/** Tells owners whose link is used from too many networks. */
export const linkAlarms = job({
  name: 'subscription.link-alarms',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/10 * * * *',
  run: raiseLinkAlarms,
});

/** Jobs of this feature. */
export const subscriptionJobs = [forgetFetches, linkAlarms];
