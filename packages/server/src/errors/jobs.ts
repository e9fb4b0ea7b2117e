import { DAY_MS } from '../platform/clock.ts';
import { removeOldErrors } from '../platform/error-log-store.ts';
import { job, NoInput } from '../platform/jobs.ts';

/** Faults older than this are removed from the error log, in ms. */
const ERROR_LOG_KEPT_MS = 30 * DAY_MS;

/** Forgets old faults. */
export const forgetErrors = job({
  name: 'errors.forget',
  input: NoInput,
  maxAttempts: 3,
  cron: '33 * * * *',
  run: ({ db, clock }) => removeOldErrors(db, new Date(clock.now().getTime() - ERROR_LOG_KEPT_MS)),
});

/** Jobs of this feature. */
export const errorsJobs = [forgetErrors];
