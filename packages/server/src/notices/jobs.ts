import { job, NoInput } from '../platform/jobs.ts';
import { watchMembership, watchTraffic } from './watch.ts';

const traffic = job({ name: 'notices.traffic', input: NoInput, tries: 3, cron: '*/2 * * * *', run: watchTraffic });
const membership = job({
  name: 'notices.membership',
  input: NoInput,
  tries: 3,
  cron: '11 * * * *',
  run: watchMembership,
});

/** Jobs of this feature. */
export const noticesJobs = [traffic, membership];
