import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS, QUIET_MS } from './patience.ts';

/**
 * Asks again each `everyMs` until the answer is neither undefined nor false, and gives it. Throws after `withinMs`,
 * naming `what` and the newest fault; a question that throws counts as not yet.
 */
export const until = async <T>(
  what: string,
  question: () => T | undefined | false | Promise<T | undefined | false>,
  { withinMs = PATIENCE_MS, everyMs = 100 } = {},
): Promise<T> => {
  let newest: unknown;
  for (const begun = Date.now(); Date.now() - begun < withinMs; await sleep(everyMs)) {
    try {
      const answer = await question();
      if (answer !== undefined && answer !== false) return answer;
    } catch (fault) {
      newest = fault;
    }
  }
  const because = newest instanceof Error ? `: ${newest.message}` : '';
  throw new Error(`waited ${withinMs / 1000} s in vain for ${what}${because}`, { cause: newest });
};

/** Lets the time pass in which something would come that must not come. */
export const quiet = async (ms = QUIET_MS): Promise<void> => sleep(ms);
