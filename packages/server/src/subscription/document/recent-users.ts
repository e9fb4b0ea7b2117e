import { createLateCache } from '../../platform/late-cache.ts';

/** Who fetched a document lately. */
export interface RecentUsers {
  /** Whether the user fetched within the time that counts; they have now. */
  again(userNum: number, nowMs: number): boolean;
}

/** Remembers at most `max` users for `forMs`. */
export const createRecentUsers = (max: number, forMs: number): RecentUsers => {
  const fetchedAt = createLateCache<number, number>(max);
  return {
    again: (userNum, nowMs) => {
      const before = fetchedAt().get(userNum);
      fetchedAt().set(userNum, nowMs);
      return before !== undefined && Math.abs(nowMs - before) < forMs;
    },
  };
};
