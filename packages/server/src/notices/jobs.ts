import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { forgetJob } from '../platform/retention.ts';
import { removeClickedNotices } from './store.ts';
import { watchMembership, watchTraffic } from './watch.ts';

const traffic = job({
  name: 'notices.traffic',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/2 * * * *',
  run: watchTraffic,
});
const membership = job({
  name: 'notices.membership',
  input: NoInput,
  maxAttempts: 3,
  cron: '11 * * * *',
  run: watchMembership,
});

/** How long a notification that was clicked is kept. */
const KEPT_MS = 90 * DAY_MS;

/** Forgets what was read long ago; what was not clicked stays. */
export const forgetClicked = forgetJob({
  name: 'notices.forget',
  cron: '47 * * * *',
  keptMs: KEPT_MS,
  remove: removeClickedNotices,
});

/** Jobs of this feature. */
export const noticesJobs = [traffic, membership, forgetClicked];
