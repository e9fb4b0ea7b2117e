import { MINUTE_MS } from './clock.ts';
import { createLateCache } from './late-cache.ts';

/** Tokens that a full bucket holds, and how many come back a minute. */
export interface Refill {
  readonly burst: number;
  readonly perMinute: number;
}

/**
 * Token buckets by key, in this process. Kept as the generic cell rate algorithm (ITU-T I.371): one number a bucket,
 * the instant at which it will be full again. The bucket that was used longest ago is forgotten first, which fills it.
 */
export interface TokenBuckets<Key extends string | number> {
  /** Whether the bucket has a token; takes none. `nowMs` is in ms since 1970. */
  has(key: Key, nowMs: number, refill: Refill): boolean;
  /** Takes a token; false when there is none. */
  take(key: Key, nowMs: number, refill: Refill): boolean;
}

/** Buckets of which the last used `maxKeys` are remembered. */
export const createTokenBuckets = <Key extends string | number>(maxKeys: number): TokenBuckets<Key> => {
  const fullAt = createLateCache<Key, number>(maxKeys);
  /** When the bucket will be full after one token more is taken; undefined when it has none. */
  const after = (key: Key, nowMs: number, { burst, perMinute }: Refill): number | undefined => {
    const each = MINUTE_MS / perMinute;
    const whole = burst * each;
    const known = fullAt().get(key) ?? nowMs;
    // Later than any bucket can be full: the clock was put back, and nobody waits until it has caught up.
    const from = known > nowMs + whole ? nowMs : Math.max(known, nowMs);
    const next = from + each;
    return next - nowMs <= whole ? next : undefined;
  };
  return {
    has: (key, nowMs, refill) => after(key, nowMs, refill) !== undefined,
    take: (key, nowMs, refill) => {
      const next = after(key, nowMs, refill);
      if (next !== undefined) fullAt().set(key, next);
      return next !== undefined;
    },
  };
};
