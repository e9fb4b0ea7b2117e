import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { forgetJob } from '../platform/retention.ts';
import { deliverMails } from './deliver.ts';
import { removeOldMails } from './outbox-store.ts';

/** How long it stays known that a mail was sent or given up. */
const KEPT_MS = 30 * DAY_MS;

/** Sends what is due: at once what was queued, and each minute what waited. */
export const mailDeliver = job({
  name: 'mail.deliver',
  input: NoInput,
  maxAttempts: 3,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => void (await deliverMails(deps)),
});

const forgetMails = forgetJob({ name: 'mail.forget', cron: '53 3 * * *', keptMs: KEPT_MS, remove: removeOldMails });

/** Jobs of this room. */
export const mailJobs = [mailDeliver, forgetMails];
