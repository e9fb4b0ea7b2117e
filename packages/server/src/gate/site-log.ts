import { networkOf } from '../platform/networks.ts';
import { createTokenBuckets, type Refill } from '../platform/token-buckets.ts';

/** Pairs of Host and Origin, and networks, that are remembered at most. */
const MAX_REMEMBERED = 1000;
/** How often one pair is logged. */
const SAME_PAIR: Refill = { burst: 1, perMinute: 1 / 60 };
/** How many pairs one network has logged: strangers who make pairs up must not silence a wrong setting. */
const PAIRS_OF_NETWORK: Refill = { burst: 5, perMinute: 5 / 60 };

/** Decides which pairs of Host and Origin are logged: each once an hour, and few of one network. */
export interface SiteLog {
  take(address: string, pair: string, nowMs: number): boolean;
}

export const createSiteLog = (): SiteLog => {
  const pairs = createTokenBuckets<string>(MAX_REMEMBERED);
  const networks = createTokenBuckets<string>(MAX_REMEMBERED);
  return {
    take: (address, pair, nowMs) =>
      pairs.has(pair, nowMs, SAME_PAIR) &&
      networks.take(networkOf(address), nowMs, PAIRS_OF_NETWORK) &&
      pairs.take(pair, nowMs, SAME_PAIR),
  };
};
