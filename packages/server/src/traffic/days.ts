import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../platform/clock.ts';

/** Days that are remembered; billing meets the same three or four for ten thousand accounts. */
const REMEMBERED = 4096;

const numbers = new LRUCache<string, number>({
  max: REMEMBERED,
  memoMethod: (day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS,
});
const texts = new LRUCache<number, string>({
  max: REMEMBERED,
  memoMethod: (number) => new Date(number * DAY_MS).toISOString().slice(0, 10),
});

/** Days since 1970 of `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => numbers.memo(day);

/** `YYYY-MM-DD` of days since 1970. */
export const dayText = (number: number): string => texts.memo(number);
