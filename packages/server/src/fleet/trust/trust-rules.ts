import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';

/*
 * What a node is believed. Somebody who took a machine over owns its keys, so a report is believed only inside bounds
 * of the panel's own, by the panel's own clock.
 */

const BITS = 8;
/** A link is believed to carry a quarter more than it says. */
const CAPACITY_MARGIN = 1.25;
/**
 * Readings are seconds apart and reports wait for their turn: what the link carries in so many ms is allowed on
 * top of any window.
 */
const SLACK_MS = 5 * SECOND_MS;
/** Clocks of nodes may be ahead by as much, before midnight as well as in a batch's end. */
export const AHEAD_MS = 10 * MINUTE_MS;
/** A removed user may still be reported for so long. */
export const GRACE_MS = 2 * MINUTE_MS;

const GB = 1e9;
/** Raw bytes in 24 hours that any node is believed, however little it carried before. */
export const DAY_LEAST = 50 * GB;
/** Raw bytes in 24 hours that a node without enough history is believed. */
export const DAY_NEW = 500 * GB;
/** Raw bytes in an hour that a single user is believed to carry over one node. */
export const USER_HOUR_MOST = 50 * GB;
/** Single users of a node are checked in hours in which it carries more than so many raw bytes in all. */
export const HOUR_WATCHED = 5 * GB;
/** A user's share of a report is remembered for that check when it has at least so many raw bytes, */
export const USER_WATCHED = 256 * 1024;
/** and at least so many raw bytes a millisecond. */
export const USER_RATE_WATCHED = USER_HOUR_MOST / 20 / HOUR_MS;
/** From so many days of history on, a node's bound follows from its own days. */
const DAYS_NEEDED = 7;
/** How many of the latest days count for that. */
export const DAYS_LOOKED_AT = 30;
const DAY_FACTOR = 3;

/** Rows that are quarantined together, and why. */
export interface QuarantinedPart {
  readonly reason: QuarantineReason;
  readonly rows: readonly UsageRow[];
}

/** Raw bytes of some rows; never more than a number holds exactly. */
export const bytesOf = (rows: readonly Readonly<UsageRow>[]): number => {
  let sum = 0;
  for (const [, , up, down] of rows) sum += up + down;
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
};

/** Why the times of a batch cannot be; undefined when they can. */
export const timesProblem = (
  { from, to }: Pick<UsageBatch, 'from' | 'to'>,
  now: Date,
): QuarantineReason | undefined => {
  if (to < from) return { code: 'backwards' };
  return to > now.getTime() + AHEAD_MS ? { code: 'future' } : undefined;
};

/**
 * The time since a node last had nothing more to report, and the raw bytes that count against what its link can carry
 * in it: those billed in that time, and those that earlier windows took out of the slack, until enough time has passed
 * for the link to have carried them.
 */
export interface TrustWindow {
  readonly since: Date;
  readonly bytes: number;
}

/** Bytes that a link of so many megabits a second is believed to carry in so many ms. */
export const capacityOf = (linkMbps: number, ms: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.floor(bytesPerMs(linkMbps) * ms));

/** Bytes that a link of so many megabits a second is believed to carry in a ms. */
export const bytesPerMs = (linkMbps: number): number => (CAPACITY_MARGIN * linkMbps * 1e6) / BITS / SECOND_MS;

/**
 * Why so many bytes are more than the link can have carried; undefined when they are not. The window grows by the
 * panel's clock alone, and begins anew when the agent has shown all: no report, empty or of the past, makes it longer.
 * The slack is there once, and fills up again at the pace of the link (a token bucket): who is asked every second gains
 * no more by it than who is asked once a day.
 */
export const budgetProblem = (
  bytes: number,
  { since, bytes: billed }: TrustWindow,
  { linkMbps, now }: { readonly linkMbps: number; readonly now: Date },
): QuarantineReason | undefined => {
  const most = capacityOf(linkMbps, Math.max(0, now.getTime() - since.getTime()) + SLACK_MS);
  return billed + bytes > most ? { code: 'budget', bytes, most: Math.max(0, most - billed) } : undefined;
};

/** A span of time, ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The time over which a batch counts: its own, within the window of the panel's clock. A clock that is so wrong that
 * nothing is left of it says nothing, and the batch counts over the whole window.
 */
export const countedSpan = ({ from, to }: Span, { since }: Pick<TrustWindow, 'since'>, now: Date): Span => {
  const whole = { from: Math.min(since.getTime(), now.getTime()), to: now.getTime() };
  const own = { from: Math.max(from, whole.from), to: Math.min(to, whole.to) };
  return own.to - own.from >= SECOND_MS ? own : whole;
};

/**
 * Raw bytes that a node is believed in 24 hours, by what it carried on closed days, oldest first (at most the last 30,
 * beginning with the first on which it carried anything; what was quarantined or undone left out).
 */
export const dayMost = (days: readonly number[]): number => {
  if (days.length < DAYS_NEEDED) return DAY_NEW;
  const sorted = days.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return Math.max(DAY_LEAST, DAY_FACTOR * median);
};

/** Rows for which something holds, and the others, in their order. */
export const splitRows = (
  rows: readonly UsageRow[],
  holds: (row: UsageRow) => boolean,
): { readonly yes: UsageRow[]; readonly no: UsageRow[] } => {
  const [yes, no]: [UsageRow[], UsageRow[]] = [[], []];
  for (const row of rows) (holds(row) ? yes : no).push(row);
  return { yes, no };
};
