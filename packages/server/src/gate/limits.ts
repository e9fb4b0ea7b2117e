import type { RateClass } from '@skyport/contract/call';
import type { Clock } from '../platform/clock.ts';
import { clientPrefix, widePrefix } from '../platform/networks.ts';

/** Tokens a bucket holds, and how many come back a minute. */
interface Allowance {
  readonly burst: number;
  readonly perMinute: number;
}

/** What one client address, or one account, may ask for in each class. */
const allowances: Record<Exclude<RateClass, 'document'>, { address: Allowance; account: Allowance }> = {
  read: { address: { burst: 300, perMinute: 1200 }, account: { burst: 120, perMinute: 600 } },
  change: { address: { burst: 120, perMinute: 300 }, account: { burst: 60, perMinute: 120 } },
  credential: { address: { burst: 30, perMinute: 20 }, account: { burst: 20, perMinute: 10 } },
  guess: { address: { burst: 30, perMinute: 30 }, account: { burst: 15, perMinute: 10 } },
  upload: { address: { burst: 20, perMinute: 20 }, account: { burst: 10, perMinute: 10 } },
};

/** Buckets of one class and sort that are remembered in each of two generations at most. */
const MAX_BUCKETS = 25_000;

/** How many times the allowance of an address the /48 has that many IPv6 addresses may lie in. */
const WIDE_TIMES = 16;

/**
 * Token buckets of this process, per class and address or account: they bound the load. What bounds guessing is counted
 * in the database (`platform/tries.ts`).
 */
export interface Limits {
  /** Takes one token of the address, and for IPv6 one of its /48; false when one has none, and then none is taken. */
  allowsAddress(rate: RateClass, address: string): boolean;
  /** Takes one token of the account; false when it has none. */
  allowsAccount(rate: RateClass, accountId: string): boolean;
}

/** The buckets of one class, for addresses or for accounts. */
interface Buckets {
  /** When the bucket would be full again after one more token; undefined when it has none. */
  after(key: string, nowMs: number): number | undefined;
  take(key: string, fullAt: number): void;
}

/**
 * Keeps one number a bucket: the instant at which it will be full again. A bucket that nobody touched for as long as it
 * takes to fill is full anyway, so whole generations are dropped and no bucket is ever looked for.
 */
const createBuckets = ({ burst, perMinute }: Allowance): Buckets => {
  const each = 60_000 / perMinute;
  const whole = burst * each;
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let since = 0;
  const turn = (nowMs: number): void => {
    const age = Math.abs(nowMs - since);
    if (age < whole && recent.size < MAX_BUCKETS) return;
    older = age < 2 * whole ? recent : new Map();
    recent = new Map();
    since = nowMs;
  };
  return {
    after: (key, nowMs) => {
      turn(nowMs);
      const fullAt = Math.max(recent.get(key) ?? older.get(key) ?? 0, nowMs) + each;
      return fullAt - nowMs <= whole ? fullAt : undefined;
    },
    take: (key, fullAt) => void recent.set(key, fullAt),
  };
};

/** Limits on a clock. The oldest buckets are forgotten when there are too many. */
export const createLimits = (clock: Clock): Limits => {
  const buckets = new Map(
    Object.entries(allowances).map(([rate, { address, account }]) => [
      rate as RateClass,
      {
        address: createBuckets(address),
        wide: createBuckets({ burst: address.burst * WIDE_TIMES, perMinute: address.perMinute * WIDE_TIMES }),
        account: createBuckets(account),
      },
    ]),
  );
  return {
    allowsAddress: (rate, address) => {
      const now = clock.now().getTime();
      const of = buckets.get(rate);
      if (!of) return true;
      const [prefix, wide] = [clientPrefix(address), widePrefix(address)];
      const narrowFull = of.address.after(prefix, now);
      const wideFull = wide === undefined ? 0 : of.wide.after(wide, now);
      if (narrowFull === undefined || wideFull === undefined) return false;
      of.address.take(prefix, narrowFull);
      if (wide !== undefined) of.wide.take(wide, wideFull);
      return true;
    },
    allowsAccount: (rate, accountId) => {
      const of = buckets.get(rate);
      if (!of) return true;
      const full = of.account.after(accountId, clock.now().getTime());
      if (full === undefined) return false;
      of.account.take(accountId, full);
      return true;
    },
  };
};
