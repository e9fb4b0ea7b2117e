import { MINUTE_MS } from '../../platform/clock.ts';

/** Accounts remembered in each of two generations at most. */
const MAX_KEPT = 50_000;
/** Time in which a used-up allowance comes back: what can be saved up is two minutes' worth. */
const SAVED_MS = 2 * MINUTE_MS;

/** How often each account may fetch documents, in this process. */
export interface FetchLimit {
  /**
   * Takes one fetch of an account; false when it has none left now, and then nothing is taken. `nowMs` is the time in ms
   * since 1970, `perMinute` what comes back a minute (0 = no limit); twice as many may be saved up.
   */
  allows(userNum: number, nowMs: number, perMinute: number): boolean;
}

/**
 * Keeps one number an account: the instant at which everything it has taken will have come back. After two minutes of
 * rest that instant is over for everybody, so whole generations are dropped and no entry is ever looked for.
 */
export const createFetchLimit = (kept = MAX_KEPT): FetchLimit => {
  let recent = new Map<number, number>();
  let older = new Map<number, number>();
  let since = 0;
  const turn = (nowMs: number): void => {
    older = Math.abs(nowMs - since) < 2 * SAVED_MS ? recent : new Map();
    recent = new Map();
    since = nowMs;
  };
  return {
    allows: (userNum, nowMs, perMinute) => {
      if (perMinute === 0) return true;
      if (Math.abs(nowMs - since) >= SAVED_MS || recent.size >= kept) turn(nowMs);
      const each = MINUTE_MS / perMinute;
      const full = Math.max(recent.get(userNum) ?? older.get(userNum) ?? 0, nowMs) + each;
      if (full - nowMs > SAVED_MS) return false;
      recent.set(userNum, full);
      return true;
    },
  };
};
