import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { forgetJob } from '../platform/retention.ts';
import { removeClickedNotices, removeHiddenNotices } from './store.ts';
import { watchMembership, watchTraffic } from './watch.ts';

const traffic = job({
  name: 'notices.traffic',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/2 * * * *',
  run: (deps, _input, stop) => watchTraffic(deps, stop),
});
const membership = job({
  name: 'notices.membership',
  input: NoInput,
  maxAttempts: 3,
  cron: '11 * * * *',
  run: (deps, _input, stop) => watchMembership(deps, stop),
});

/** How long a notification that was clicked is kept. */
const KEPT_MS = 90 * DAY_MS;

/** How long one that was not clicked is kept beyond those that the bell shows. */
const HIDDEN_KEPT_MS = 365 * DAY_MS;

/** Deletes notifications that were read long ago. */
export const forgetClicked = forgetJob({
  name: 'notices.forget',
  cron: '47 * * * *',
  keptMs: KEPT_MS,
  remove: removeClickedNotices,
});

/** Deletes old unread notifications; the newest ones, which the bell shows, stay. */
export const forgetHidden = forgetJob({
  name: 'notices.forget-hidden',
  cron: '19 4 * * *',
  keptMs: HIDDEN_KEPT_MS,
  remove: removeHiddenNotices,
});

/** Jobs of this feature. */
export const noticesJobs = [traffic, membership, forgetClicked, forgetHidden];
