import { DAY_MS } from '../platform/clock.ts';
import { forgetJob } from '../platform/retention.ts';
import { chatDeliver, chatRemove } from './deliver.ts';
import { forgetOldMessages } from './outbox-store.ts';

/** How long it stays known that a message was sent or given up. */
const KEPT_MS = 7 * DAY_MS;

const forgetChats = forgetJob({ name: 'chat.forget', cron: '57 3 * * *', keptMs: KEPT_MS, remove: forgetOldMessages });

/** Jobs of this room. */
export const chatJobs = [chatDeliver, chatRemove, forgetChats];
