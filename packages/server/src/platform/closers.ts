import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from './clock.ts';
import type { Log } from './log.ts';

/** What a start has begun, oldest first; ended in the opposite order. */
export type Closers = (() => unknown)[];

/** How long one part may take to stop. Whatever it does then outlives being cut off: a crash may come at any point. */
const PART_MS = 30 * SECOND_MS;

/**
 * Ends every part, the newest first. One that fails, or takes longer than `partMs`, is told to the log and keeps
 * nothing else from stopping.
 */
export const closeAll = async (closers: Closers, log: Pick<Log, 'error'>, partMs = PART_MS): Promise<void> => {
  for (const close of closers.splice(0).toReversed()) {
    try {
      const late = pause(partMs, 'late' as const, { ref: false });
      if ((await Promise.race([Promise.resolve().then(close), late])) === 'late')
        log.error({ partMs }, 'a part did not stop in time');
    } catch (fault) {
      log.error({ reason: fault instanceof Error ? fault.message : String(fault) }, 'a part did not stop');
    }
  }
};
