import type { RateClass } from '@skyport/contract/call';
import type { Clock } from '../platform/clock.ts';

/** Tokens a bucket holds, and how many come back a minute. */
interface Allowance {
  readonly burst: number;
  readonly perMinute: number;
}

/** What one client address, or one account, may ask for in each class. */
const allowances: Record<RateClass, { address: Allowance; account: Allowance }> = {
  read: { address: { burst: 300, perMinute: 1200 }, account: { burst: 120, perMinute: 600 } },
  change: { address: { burst: 120, perMinute: 300 }, account: { burst: 60, perMinute: 120 } },
  credential: { address: { burst: 30, perMinute: 20 }, account: { burst: 20, perMinute: 10 } },
  guess: { address: { burst: 30, perMinute: 30 }, account: { burst: 15, perMinute: 10 } },
  document: { address: { burst: 120, perMinute: 240 }, account: { burst: 60, perMinute: 60 } },
  upload: { address: { burst: 20, perMinute: 20 }, account: { burst: 10, perMinute: 10 } },
};

/** Buckets of one class and sort that are remembered in each of two generations at most. */
const MAX_BUCKETS = 25_000;

/** Token buckets of this process, per class and address or account. */
export interface Limits {
  /** Takes one token of each bucket; false when one is empty, and then none is taken. */
  allows(rate: RateClass, address: string, accountId: string | undefined): boolean;
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
      { address: createBuckets(address), account: createBuckets(account) },
    ]),
  );
  return {
    allows: (rate, address, accountId) => {
      const now = clock.now().getTime();
      const of = buckets.get(rate)!;
      const prefix = prefixOf(address);
      const byAddress = of.address.after(prefix, now);
      const byAccount = accountId === undefined ? 0 : of.account.after(accountId, now);
      if (byAddress === undefined || byAccount === undefined) return false;
      of.address.take(prefix, byAddress);
      if (accountId !== undefined) of.account.take(accountId, byAccount);
      return true;
    },
  };
};

/** IPv6 clients own a /64, so that is what is counted; IPv4 addresses are counted one by one. */
const prefixOf = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address;
