import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { HeldReason } from '@skyport/contract/held-reasons';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

/*
 * What a node is believed. Somebody who took a machine over owns its keys, so a report is believed only inside bounds of
 * the panel's own, by the panel's own clock.
 */

const BITS = 8;
/** A link is believed to carry a quarter more than it says. */
const CAPACITY_MARGIN = 1.25;
/** Readings are seconds apart, and reports wait for their turn: even the shortest window may hold some seconds' worth. */
const SLACK_MS = 5 * SECOND_MS;
/** Clocks of nodes may be ahead by as much, before midnight as well as in a batch's end. */
export const AHEAD_MS = 10 * MINUTE_MS;
/** A removed user may still be reported for so long. */
export const GRACE_MS = 2 * MINUTE_MS;

const GB = 1e9;
/** Raw bytes in 24 hours that every node is believed, that a new one is, and that a user is in an hour on one node. */
export const DAY_LEAST = 50 * GB;
export const DAY_NEW = 500 * GB;
export const USER_HOUR_MOST = 50 * GB;
/** An hour of a node above which its users are looked at, and what a user must carry in a report: bytes, and bytes a ms. */
const HOUR_WATCHED = 5 * GB;
const USER_WATCHED = 256 * 1024;
const USER_RATE_WATCHED = USER_HOUR_MOST / 20 / HOUR_MS;
/** Days of history from which on a node is judged by its own, and days that are looked at. */
const DAYS_NEEDED = 7;
export const DAYS_LOOKED_AT = 30;
const DAY_FACTOR = 3;

/** Rows that are held back together, and why. */
export interface HeldPart {
  readonly reason: HeldReason;
  readonly rows: readonly UsageRow[];
}

/** Raw bytes of some rows; never more than a number holds exactly. */
export const bytesOf = (rows: readonly Readonly<UsageRow>[]): number => {
  let sum = 0;
  for (const [, , up, down] of rows) sum += up + down;
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
};

/** Why the times of a batch cannot be; undefined when they can. */
export const timesProblem = ({ from, to }: Pick<UsageBatch, 'from' | 'to'>, now: Date): HeldReason | undefined => {
  if (to < from) return { code: 'backwards' };
  return to > now.getTime() + AHEAD_MS ? { code: 'future' } : undefined;
};

/** What was billed of a node since it last had nothing more to report, raw bytes. */
export interface TrustWindow {
  readonly since: Date;
  readonly bytes: number;
}

/** Bytes that a link of so many megabits a second is believed to carry in so many ms. */
export const capacityOf = (linkMbps: number, ms: number): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.floor((CAPACITY_MARGIN * linkMbps * 1e6 * ms) / BITS / SECOND_MS));

/**
 * Why so many bytes are more than the link can have carried; undefined when they are not. The window grows by the panel's
 * clock alone, and is over when the agent has nothing more: neither an empty report nor one of the past refills it.
 */
export const budgetProblem = (
  bytes: number,
  { since, bytes: billed }: TrustWindow,
  { linkMbps, now }: { readonly linkMbps: number; readonly now: Date },
): HeldReason | undefined => {
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

/** A quarter of an hour, ms: what a node carried is kept by these. */
export const SLOT_MS = 15 * MINUTE_MS;
/** The slot that an instant (ms) belongs to. */
export const slotOf = (ms: number): number => Math.floor(ms / SLOT_MS);
/** Slots of a rolling day: whole ones at both ends, so that no 24 hours are left out. */
const SLOTS_A_DAY = DAY_MS / SLOT_MS + 1;
const SLOTS_AN_HOUR = HOUR_MS / SLOT_MS + 1;

/** Bytes by slot. */
export type Slots = ReadonlyMap<number, number>;

/** Bytes spread evenly over a span, by slot; nothing is lost by rounding. */
export const spread = (bytes: number, { from, to }: Span): Map<number, number> => {
  const shares = new Map<number, number>();
  const last = slotOf(Math.max(from, to - 1));
  let left = bytes;
  for (let slot = slotOf(from); slot < last; slot++) {
    const ms = (slot + 1) * SLOT_MS - Math.max(from, slot * SLOT_MS);
    const share = Math.min(left, Math.floor((bytes / (to - from)) * ms));
    shares.set(slot, share);
    left -= share;
  }
  shares.set(last, left);
  return shares;
};

/** The first slot that a rolling day with a share of this span may begin in. */
export const firstSlot = ({ from }: Span): number => slotOf(from) - SLOTS_A_DAY + 1;

/** The most bytes of any so many slots in a row that hold some of the added ones. */
const highest = (known: Slots, added: Slots, length: number): number => {
  const slots = [...added.keys()];
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const at = (slot: number): number => (known.get(slot) ?? 0) + (added.get(slot) ?? 0);
  let sum = 0;
  for (let slot = first - length + 1; slot <= first; slot++) sum += at(slot);
  let most = sum;
  for (let slot = first + 1; slot < last + length; slot++) {
    sum += at(slot) - at(slot - length);
    most = Math.max(most, sum);
  }
  return most;
};

/** The most bytes in any 24 hours once the added ones are in. */
export const busiestDay = (known: Slots, added: Slots): number => highest(known, added, SLOTS_A_DAY);
/** The same of any hour. */
export const busiestHour = (known: Slots, added: Slots): number => highest(known, added, SLOTS_AN_HOUR);

/** What single users carried over a node in a report, and the time that it counts over. */
export interface UserUse extends Span {
  readonly users: readonly number[];
  readonly bytes: readonly number[];
}

/** Raw bytes by user. */
const byUser = (rows: readonly Readonly<UsageRow>[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const [, user, up, down] of rows) sums.set(user, (sums.get(user) ?? 0) + up + down);
  return sums;
};

/** The part of a span that lies in the hour that ends at an instant. */
const shareOfHour = ({ from, to }: Span, end: number): number => {
  const inside = Math.min(to, end) - Math.max(from, end - HOUR_MS);
  return to > from ? Math.max(0, Math.min(1, inside / (to - from))) : Number(from > end - HOUR_MS && to <= end);
};

/** Whether so much went over a node that single users must be looked at, and kept for the reports to come. */
export const isWatched = (hour: number): boolean => hour > HOUR_WATCHED;

/**
 * What of a report must be kept of single users: those who could not go on so for twenty hours and stay below the bound.
 * Of a report that is not the first of its window nearly everybody, because many of them share one time. Undefined when
 * that is nobody.
 */
export const userUseOf = (
  rows: readonly UsageRow[],
  { from, to }: Span,
  { first }: { readonly first: boolean },
): UserUse | undefined => {
  const least = first ? Math.max(USER_WATCHED, USER_RATE_WATCHED * (to - from)) : USER_WATCHED;
  const heavy = [...byUser(rows)].filter(([, bytes]) => bytes >= least);
  if (heavy.length === 0) return undefined;
  return {
    from,
    to,
    users: heavy.map(([user]) => user),
    bytes: heavy.map(([, bytes]) => Math.min(bytes, Number.MAX_SAFE_INTEGER)),
  };
};

/** Users who carried more in the hour that ends with a report than anybody is believed. */
export const usersBeyondHour = (
  rows: readonly UsageRow[],
  span: Span,
  recent: readonly UserUse[],
): ReadonlySet<number> => {
  const sums = byUser(rows);
  const own = shareOfHour(span, span.to);
  for (const [user, bytes] of sums) sums.set(user, bytes * own);
  for (const use of recent) {
    const share = shareOfHour(use, span.to);
    for (const [index, user] of use.users.entries()) {
      const sum = sums.get(user);
      if (sum !== undefined) sums.set(user, sum + (use.bytes[index] ?? 0) * share);
    }
  }
  return new Set([...sums].flatMap(([user, bytes]) => (bytes > USER_HOUR_MOST ? [user] : [])));
};

/**
 * Raw bytes that a node is believed in 24 hours, by what it carried on closed days, oldest first (at most the last 30,
 * beginning with the first on which it carried anything; what was held back or undone left out).
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
