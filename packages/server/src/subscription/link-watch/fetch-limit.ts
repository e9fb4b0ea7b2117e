import { createTokenBuckets } from '../../platform/token-buckets.ts';

/** Accounts whose buckets are remembered at most. */
const MAX_ACCOUNTS = 100_000;
/** Minutes' worth of fetches that can be saved up. */
const SAVED_MINUTES = 2;

/** How often each account may fetch documents, in this process. */
export interface FetchLimit {
  /**
   * Takes one fetch of an account; false when it has none left now, and then nothing is taken. `nowMs` is in ms since
   * 1970, `perMinute` what comes back a minute (0 = no limit); twice as many may be saved up.
   */
  allows(userNum: number, nowMs: number, perMinute: number): boolean;
}

/** A limit for the last `maxAccounts` accounts that fetched. */
export const createFetchLimit = (maxAccounts = MAX_ACCOUNTS): FetchLimit => {
  const buckets = createTokenBuckets<number>(maxAccounts);
  return {
    allows: (userNum, nowMs, perMinute) =>
      perMinute === 0 || buckets.take(userNum, nowMs, { perMinute, burst: SAVED_MINUTES * perMinute }),
  };
};
