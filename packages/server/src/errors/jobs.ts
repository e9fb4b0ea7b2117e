import { DAY_MS } from '../platform/clock.ts';
import { removeOldErrors } from '../platform/error-log-store.ts';
import { forgetJob } from '../platform/retention.ts';

/** Faults older than this are removed from the error log, in ms. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets old faults. */
export const forgetErrors = forgetJob({
  name: 'errors.forget',
  cron: '33 * * * *',
  keptMs: KEPT_MS,
  remove: removeOldErrors,
});

/** Jobs of this feature. */
export const errorsJobs = [forgetErrors];
