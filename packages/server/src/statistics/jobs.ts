import { job, NoInput } from '../platform/jobs.ts';
import { closeDays } from './close.ts';

/** Closes days two hours after their end, in whatever zone they begin. */
const close = job({
  name: 'statistics.close',
  input: NoInput,
  maxAttempts: 5,
  cron: '0 * * * *',
  run: async (deps) => void (await closeDays(deps)),
});

/** Jobs of this feature. */
export const statisticsJobs = [close];
