import { MINUTE_MS } from '../../platform/clock.ts';
import { createFailureLimiter } from '../../platform/failure-limiter.ts';
import { clientPrefix, widePrefix } from '../../platform/networks.ts';
import { createSemaphore } from '../../platform/semaphore.ts';

/** Wrong links in ten minutes that make a client, or the /48 around an IPv6 one, suspect. */
const WINDOW_MS = 10 * MINUTE_MS;
const MOST = { prefix: 20, wide: 320 } as const;

/** Five statements' worth of look-ups. */
const LOOKUPS = 1000;

/**
 * Clients that sent many wrong links, in this process. A valid link is answered whoever else is behind the same
 * address, so links of suspects are looked up too; but no more at a time than a few statements hold, because nearly all
 * of them are wrong.
 */
export interface Suspects {
  /** Notes a wrong link; whether its client was suspect already. */
  note(address: string, now: Date): boolean;
  isSuspect(address: string, now: Date): boolean;
  /** Does the look-up of a suspect's link; undefined when too many are under way. */
  lookUp<T>(work: () => Promise<T>): Promise<T> | undefined;
}

/** Nobody is suspect at first. `lookups`: links of suspects that are looked up at the same time at most. */
export const createSuspects = (lookups = LOOKUPS): Suspects => {
  const prefixes = createFailureLimiter({ max: MOST.prefix, windowMs: WINDOW_MS });
  const wides = createFailureLimiter({ max: MOST.wide, windowMs: WINDOW_MS });
  const semaphore = createSemaphore({ running: lookups, waiting: 0 });
  const isSuspect = (address: string, now: Date): boolean => {
    if (prefixes.isBlocked(clientPrefix(address), now)) return true;
    const wide = widePrefix(address);
    return wide !== undefined && wides.isBlocked(wide, now);
  };
  return {
    isSuspect,
    note: (address, now) => {
      const known = isSuspect(address, now);
      prefixes.record(clientPrefix(address), now);
      const wide = widePrefix(address);
      if (wide !== undefined) wides.record(wide, now);
      return known;
    },
    lookUp: semaphore.run,
  };
};
