import { DAY_MS } from '../platform/clock.ts';
import { job, NoInput } from '../platform/jobs.ts';
import { chatDeliver, chatRemove } from './deliver.ts';
import { forgetOldMessages } from './outbox-store.ts';

/** How long it stays known that a message was sent or given up. */
const KEPT_MS = 7 * DAY_MS;

const forgetChats = job({
  name: 'chat.forget',
  input: NoInput,
  maxAttempts: 3,
  cron: '57 3 * * *',
  run: ({ db, clock }) => forgetOldMessages(db, new Date(clock.now().getTime() - KEPT_MS)),
});

/** Jobs of this room. */
export const chatJobs = [chatDeliver, chatRemove, forgetChats];
