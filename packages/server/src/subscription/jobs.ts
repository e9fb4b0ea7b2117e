import { job, NoInput } from '../platform/jobs.ts';
import { removeFetches, removeWrongKeys } from './fetch-journal/store.ts';
import { raiseLinkAlarms } from './link-watch/alarms.ts';
import { retainedSince } from './link-watch/rules.ts';

/** Removes fetches and wrong keys that the link watch no longer shows. */
export const forgetFetches = job({
  name: 'subscription.forget-fetches',
  input: NoInput,
  maxAttempts: 3,
  cron: '17 * * * *',
  run: async ({ db, clock }) => {
    const before = retainedSince(clock.now());
    await removeFetches(db, before);
    await removeWrongKeys(db, before);
  },
});

/** Notifies owners and operators of links that are shared or guessed. */
export const linkAlarms = job({
  name: 'subscription.link-alarms',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/10 * * * *',
  run: raiseLinkAlarms,
});

/** Jobs of this feature. */
export const subscriptionJobs = [forgetFetches, linkAlarms];
