import { job, NoInput } from '../platform/jobs.ts';
import { copySortValues } from './sort-value-store.ts';

/** Accounts in one statement. */
const AT_ONCE = 20_000;

/** Copies last visits and use to the table by which the list of users is sorted. */
export const sortValues = job({
  name: 'users.sort-values',
  input: NoInput,
  maxAttempts: 3,
  cron: '*/10 * * * *',
  run: async ({ db }, _input, stop) => {
    for (let after: number | undefined = 0; after !== undefined && !stop?.aborted;)
      after = await copySortValues(db, { after, limit: AT_ONCE });
  },
});

/** Jobs of this feature. */
export const usersJobs = [sortValues];
