import { job, NoInput } from '../platform/jobs.ts';
import { removeOldMisses } from './misses.ts';

const forgetMisses = job({
  name: 'coupons.forget-misses',
  input: NoInput,
  tries: 3,
  cron: '41 * * * *',
  run: ({ db, clock }) => removeOldMisses(db, clock.now()),
});

/** Jobs of this feature. */
export const couponsJobs = [forgetMisses];
