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

const MAX_BUCKETS = 50_000;

/** Token buckets of this process, per class and address or account. */
export interface Limits {
  /** Takes one token of each bucket; false when one is empty, and then none is taken. */
  allows(rate: RateClass, address: string, accountId: string | undefined): boolean;
}

/** Limits on a clock. The oldest buckets are forgotten beyond 50,000. */
export const createLimits = (clock: Clock): Limits => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const level = (key: string, { burst, perMinute }: Allowance, now: number): number => {
    const bucket = buckets.get(key);
    return bucket ? Math.min(burst, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute) : burst;
  };
  const take = (key: string, tokens: number, now: number): void => {
    buckets.delete(key);
    buckets.set(key, { tokens: tokens - 1, at: now });
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value!);
  };
  return {
    allows: (rate, address, accountId) => {
      const now = clock.now().getTime();
      const keys: [string, Allowance][] = [[`${rate} ${prefixOf(address)}`, allowances[rate].address]];
      if (accountId) keys.push([`${rate} @${accountId}`, allowances[rate].account]);
      const levels = keys.map(([key, allowance]) => level(key, allowance, now));
      if (levels.some((tokens) => tokens < 1)) return false;
      keys.forEach(([key], index) => take(key, levels[index]!, now));
      return true;
    },
  };
};

/** IPv6 clients own a /64, so that is what is counted; IPv4 addresses are counted one by one. */
const prefixOf = (address: string): string =>
  address.includes(':') && !address.startsWith('::ffff:') ? address.split(':').slice(0, 4).join(':') : address;
