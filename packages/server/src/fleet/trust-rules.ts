import type { UsageBatch, UsageRow } from '@skyport/contract/fleet';
import type { QuarantineReason } from '@skyport/contract/quarantine-reasons';
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
 * clock alone, and begins anew when the agent has shown all: no report, empty or of the past, makes it longer.
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

/** A quarter of an hour, ms: what a node carried is kept by these. */
export const SLOT_MS = 15 * MINUTE_MS;
/** The slot that an instant (ms) belongs to. */
export const slotOf = (ms: number, length = SLOT_MS): number => Math.floor(ms / length);
/** Slots of a rolling day: whole ones at both ends, so that no 24 hours are left out. */
const SLOTS_A_DAY = DAY_MS / SLOT_MS + 1;
const SLOTS_AN_HOUR = HOUR_MS / SLOT_MS + 1;

/** Bytes by slot. */
export type Slots = ReadonlyMap<number, number>;

/** Bytes spread evenly over a span, by slots of a length (ms); nothing is lost by rounding. */
export const spread = (bytes: number, { from, to }: Span, length = SLOT_MS): Map<number, number> => {
  const shares = new Map<number, number>();
  const last = slotOf(Math.max(from, to - 1), length);
  let left = bytes;
  for (let slot = slotOf(from, length); slot < last; slot++) {
    const ms = (slot + 1) * length - Math.max(from, slot * length);
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

/** What a user carried is counted by shorter slots, and over one more than an hour has. */
const USER_SLOT_MS = 5 * MINUTE_MS;
const USER_SLOTS = HOUR_MS / USER_SLOT_MS + 1;

/** The part of a span that lies in one of these slots. */
const shareOfSlot = ({ from, to }: Span, slot: number): number => {
  if (to <= from) return Number(slotOf(from, USER_SLOT_MS) === slot);
  return Math.max(0, Math.min(to, (slot + 1) * USER_SLOT_MS) - Math.max(from, slot * USER_SLOT_MS)) / (to - from);
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

/** From when on (ms) what single users carried matters for a report that counts over a span. */
export const userUseFrom = ({ from }: Span): number => (slotOf(from, USER_SLOT_MS) - USER_SLOTS + 1) * USER_SLOT_MS;

/**
 * Users who carried more than anybody is believed in some hour that holds a part of a report. Hours after it count like
 * those before it: reports need not come in the order of their times.
 */
export const usersBeyondHour = (
  rows: readonly UsageRow[],
  span: Span,
  recent: readonly UserUse[],
): ReadonlySet<number> => {
  const sums = byUser(rows);
  const endOf = ({ from, to }: Span): number => slotOf(Math.max(from, to - 1), USER_SLOT_MS);
  const first = slotOf(span.from, USER_SLOT_MS) - USER_SLOTS + 1;
  const last = endOf(span) + USER_SLOTS - 1;
  const known = new Map<number, Map<number, number>>();
  const add = (user: number, slot: number, bytes: number): void => {
    const of = known.get(user) ?? new Map<number, number>();
    known.set(user, of.set(slot, (of.get(slot) ?? 0) + bytes));
  };
  for (const use of recent) {
    const end = Math.min(last, endOf(use));
    for (let slot = Math.max(first, slotOf(use.from, USER_SLOT_MS)); slot <= end; slot++) {
      const share = shareOfSlot(use, slot);
      for (const [index, user] of use.users.entries())
        if (sums.has(user)) add(user, slot, (use.bytes[index] ?? 0) * share);
    }
  }
  const isBeyond = ([user, bytes]: readonly [number, number]): boolean =>
    highest(known.get(user) ?? new Map(), spread(bytes, span, USER_SLOT_MS), USER_SLOTS) > USER_HOUR_MOST;
  return new Set([...sums].filter(isBeyond).map(([user]) => user));
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
