import { HOUR_MS } from '../../platform/clock.ts';
import { GRACE_MS } from '../trust/trust-rules.ts';

/**
 * When an agent was last known to hold the wanted set (ms), and the last gap in which it was not: until it
 * hears of a removal, it goes on serving. `until` is undefined while the gap lasts; `reported` is when reports first
 * came in meanwhile.
 */
export interface SyncTimes {
  upTo: number;
  gap: { readonly from: number; readonly until: number | undefined; readonly reported?: number } | undefined;
}

/** For so long (ms) an agent may report without accepting its desired set; after that it counts as refusing it. */
const REPORTS_ONLY_MS = HOUR_MS;

/** Nothing is known yet of an agent that was last heard of at an instant (ms). */
export const unsyncedSince = (heardOf: number): SyncTimes => ({
  upTo: heardOf,
  gap: { from: heardOf, until: undefined },
});

/** The agent holds the wanted set. */
export const noteSynced = (times: SyncTimes, now: Date): void => {
  if (times.gap && times.gap.until === undefined) times.gap = { ...times.gap, until: now.getTime() };
  times.upTo = now.getTime();
};

/** The agent could not be synced. */
export const noteUnsynced = (times: SyncTimes): void => {
  if (!times.gap || times.gap.until !== undefined) times.gap = { from: times.upTo, until: undefined };
};

/** The agent has reported, whether it could be synced or not. */
export const noteReported = (times: SyncTimes, now: Date): void => {
  const { gap } = times;
  if (gap && gap.until === undefined && gap.reported === undefined) times.gap = { ...gap, reported: now.getTime() };
};

/**
 * From when on a removal is too new to be held against a report of a window that began at `since`: some minutes before
 * it, and as far back as a gap goes that had not ended by then.
 */
export const removedAfter = ({ gap }: SyncTimes, since: Date): Date => {
  const at = since.getTime() - GRACE_MS;
  if (!gap) return new Date(at);
  const until = gap.until ?? (gap.reported === undefined ? Infinity : gap.reported + REPORTS_ONLY_MS);
  return new Date(until >= at ? Math.min(at, gap.from) : at);
};
