import { DAY_MS, MINUTE_MS } from './clock.ts';

/** Payment providers count the days of their lists in this zone, which has had no summer time since 1991. */
export const LIST_ZONE = 'Asia/Shanghai';
const OFFSET = '+08:00';

/** By how much clocks of a provider and of ours may differ at midnight, in ms. */
export const LIST_EDGE_MS = 10 * MINUTE_MS;

/** When a day (`2026-11-21`) of a provider's list begins, and the next one, in ms. */
export const listDayOf = (day: string): { readonly begin: number; readonly end: number } => {
  const begin = Date.parse(`${day}T00:00:00${OFFSET}`);
  return { begin, end: begin + DAY_MS };
};
