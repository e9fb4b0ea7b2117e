import { HOUR_MS } from '../platform/clock.ts';
import { GRACE_MS } from './trust-rules.ts';

/**
 * When an agent was last known to hold the wanted set (ms), and the last gap in which it was not: what it was not told of,
 * it went on serving. `until` is undefined while the gap lasts; `reported` is when reports first came in meanwhile.
 */
export interface Told {
  upTo: number;
  gap: { readonly from: number; readonly until: number | undefined; readonly reported?: number } | undefined;
}

/** An agent that can report can be told as well, sooner or later; one that only reports for longer refuses to be told. */
const REPORTS_ONLY_MS = HOUR_MS;

/** Nothing is known yet of an agent that was last heard of at an instant (ms). */
export const untold = (heardOf: number): Told => ({ upTo: heardOf, gap: { from: heardOf, until: undefined } });

/** The agent holds the wanted set. */
export const noteTold = (told: Told, now: Date): void => {
  if (told.gap && told.gap.until === undefined) told.gap = { ...told.gap, until: now.getTime() };
  told.upTo = now.getTime();
};

/** The agent could not be told. */
export const noteUntold = (told: Told): void => {
  if (!told.gap || told.gap.until !== undefined) told.gap = { from: told.upTo, until: undefined };
};

/** The agent has reported, whether it could be told or not. */
export const noteReported = (told: Told, now: Date): void => {
  const { gap } = told;
  if (gap && gap.until === undefined && gap.reported === undefined) told.gap = { ...gap, reported: now.getTime() };
};

/**
 * From when on a removal is too new to be held against a report of a window that began at `since`: some minutes before
 * it, and as far back as a gap goes that had not ended by then.
 */
export const removedAfter = ({ gap }: Told, since: Date): Date => {
  const at = since.getTime() - GRACE_MS;
  if (!gap) return new Date(at);
  const until = gap.until ?? (gap.reported === undefined ? Infinity : gap.reported + REPORTS_ONLY_MS);
  return new Date(until >= at ? Math.min(at, gap.from) : at);
};
