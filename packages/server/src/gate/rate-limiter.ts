import type { RateClass } from '@skyport/contract/call';
import type { Clock } from '../platform/clock.ts';
import { clientPrefix, widePrefix } from '../platform/networks.ts';
import { createTokenBuckets, type Refill } from '../platform/token-buckets.ts';

/** What one client address, or one account, may ask for in each class. */
const allowances: Record<Exclude<RateClass, 'document'>, { address: Refill; account: Refill }> = {
  read: { address: { burst: 300, perMinute: 1200 }, account: { burst: 120, perMinute: 600 } },
  change: { address: { burst: 120, perMinute: 300 }, account: { burst: 60, perMinute: 120 } },
  credential: { address: { burst: 30, perMinute: 20 }, account: { burst: 20, perMinute: 10 } },
  guess: { address: { burst: 30, perMinute: 30 }, account: { burst: 15, perMinute: 10 } },
  upload: { address: { burst: 20, perMinute: 20 }, account: { burst: 10, perMinute: 10 } },
};

/** Clients, networks or accounts that are remembered for one class at most. */
const MAX_BUCKETS = 20_000;

/** How many times the allowance of an address the /48 has that many IPv6 addresses may lie in. */
const WIDE_TIMES = 16;

/**
 * Bounds how often a client and an account may call, by token buckets of this process: it bounds the load. Guessing is
 * bounded in the database (`platform/attempts.ts`).
 */
export interface RateLimiter {
  /** Takes one token of the address, and for IPv6 one of its /48; false when one has none, and then none is taken. */
  allowsAddress(rate: RateClass, address: string): boolean;
  /** Takes one token of the account; false when it has none. */
  allowsAccount(rate: RateClass, accountId: string): boolean;
}

/** The limits of one class. */
const createClass = ({ address, account }: { address: Refill; account: Refill }) => {
  const prefixes = createTokenBuckets<string>(MAX_BUCKETS);
  const wides = createTokenBuckets<string>(MAX_BUCKETS);
  const accounts = createTokenBuckets<string>(MAX_BUCKETS);
  const wideRefill = { burst: address.burst * WIDE_TIMES, perMinute: address.perMinute * WIDE_TIMES };
  return {
    takeAddress: (text: string, now: number): boolean => {
      const [prefix, wide] = [clientPrefix(text), widePrefix(text)];
      if (!prefixes.has(prefix, now, address)) return false;
      if (wide !== undefined && !wides.take(wide, now, wideRefill)) return false;
      return prefixes.take(prefix, now, address);
    },
    takeAccount: (id: string, now: number): boolean => accounts.take(id, now, account),
  };
};

/** A rate limiter on a clock. The class `document` has no limit here: documents are bounded by account. */
export const createRateLimiter = (clock: Clock): RateLimiter => {
  const classes = new Map<RateClass, ReturnType<typeof createClass>>(
    Object.entries(allowances).map(([rate, refills]) => [rate as RateClass, createClass(refills)]),
  );
  const now = (): number => clock.now().getTime();
  return {
    allowsAddress: (rate, address) => classes.get(rate)?.takeAddress(address, now()) ?? true,
    allowsAccount: (rate, accountId) => classes.get(rate)?.takeAccount(accountId, now()) ?? true,
  };
};
