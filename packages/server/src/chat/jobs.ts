import { z } from 'zod';
import { DAY_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { handleJob, jobKind, type JobHandler } from '../platform/jobs.ts';
import { deliverChats, removeOldChats } from './deliver.ts';
import { chatDeliver, chatRemove, forgetOldMessages } from './outbox.ts';

const forgetChats = jobKind({ name: 'chat.forget', input: z.unknown(), tries: 3 });

/** How long it stays known that a message was sent or given up. */
const KEPT_MS = 7 * DAY_MS;

/** Jobs of this room. */
export const chatJobs = (deps: Deps): JobHandler[] => [
  handleJob(chatDeliver, async () => void (await deliverChats(deps))),
  handleJob(chatRemove, () => removeOldChats(deps)),
  handleJob(forgetChats, () => forgetOldMessages(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS))),
];

/** When they run (cron, UTC): each minute for what waited, and once a day. */
export const chatPeriodic = [
  { cron: '* * * * *', name: chatDeliver.name },
  { cron: '* * * * *', name: chatRemove.name },
  { cron: '57 3 * * *', name: forgetChats.name },
] as const;
