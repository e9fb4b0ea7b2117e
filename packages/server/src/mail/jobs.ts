import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { deliverMails } from './deliver.ts';
import { mailDeliver, removeOldMails } from './outbox.ts';

const forgetMails = jobKind({ name: 'mail.forget', input: z.unknown(), tries: 3 });

/** How long it stays known that a mail was sent or given up. */
const KEPT_MS = 30 * DAY_MS;

/** Jobs of this room. */
export const mailJobs = (deps: Deps): JobHandler[] => [
  handleJob(mailDeliver, async () => void (await deliverMails(deps))),
  handleJob(forgetMails, () => removeOldMails(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS))),
];

/** When they run (cron, UTC): each minute for what waited, and once a day. */
export const mailPeriodic = [
  { cron: '* * * * *', name: mailDeliver.name },
  { cron: '53 3 * * *', name: forgetMails.name },
] as const;
