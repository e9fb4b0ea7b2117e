import type { QueuedJob } from '@skyport/contract/jobs';
import { cleanText } from '../platform/clean-text.ts';
import type { QueuedRow } from './store.ts';

/** Characters of an error that are shown. */
const MOST_TEXT = 1000;

/** A job as admins see it; its newest error without what looks like a secret. */
export const presentQueued = (row: QueuedRow): QueuedJob => ({
  _id: row.id,
  name: row.name,
  state: row.state,
  attempts: row.attempts,
  maxAttempts: row.max_attempts,
  runAt: row.run_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  error: cleanText(row.last_error ?? '', MOST_TEXT),
});
