import { createLateCache } from './late-cache.ts';

/** How many failures within a window block a key. */
export interface FailureLimit {
  readonly max: number;
  readonly windowMs: number;
  /** Keys that are remembered at most; the one whose window began first is forgotten first. */
  readonly maxKeys?: number;
}

/** Counts failures by key (a client, an account), in this process. */
export interface FailureLimiter {
  /** Whether the key has failed too often in its window. */
  isBlocked(key: string, now: Date): boolean;
  /** Counts a failure. */
  record(key: string, now: Date): void;
}

const MAX_KEYS = 20_000;

interface FailureWindow {
  readonly since: number;
  count: number;
}

/** A fixed window begins with the first failure; `max` of them block the key until the window ends. */
export const createFailureLimiter = ({ max, windowMs, maxKeys = MAX_KEYS }: FailureLimit): FailureLimiter => {
  const windows = createLateCache<string, FailureWindow>(maxKeys);
  const windowOf = (key: string, now: Date): FailureWindow | undefined => {
    // Looked at without being used: what is forgotten first must not depend on who is asked about.
    const found = windows().peek(key);
    return found && now.getTime() - found.since < windowMs ? found : undefined;
  };
  return {
    isBlocked: (key, now) => (windowOf(key, now)?.count ?? 0) >= max,
    record: (key, now) => {
      const open = windowOf(key, now);
      if (open) open.count += 1;
      else windows().set(key, { since: now.getTime(), count: 1 });
    },
  };
};
