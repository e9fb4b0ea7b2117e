import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { removeOldErrors } from './store.ts';

/** How long a fault can be looked at. */
const KEPT_MS = 30 * DAY_MS;

/** Forgets old faults. */
export const forgetErrors = job({
  name: 'errors.forget',
  input: NoInput,
  maxAttempts: 3,
  cron: '33 * * * *',
  run: ({ db, clock }) => removeOldErrors(db, new Date(clock.now().getTime() - KEPT_MS)),
});

/** Jobs of this feature. */
export const errorsJobs = [forgetErrors];
