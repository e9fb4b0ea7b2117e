import type { UsageRow } from '@skyport/contract/fleet';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { USER_HOUR_MOST, HOUR_WATCHED, USER_WATCHED, USER_RATE_WATCHED, type Span } from './trust-rules.ts';
import { slotOf, spread, highest } from './slots.ts';

/** What single users carried over a node in a report, and the time that it counts over. */
export interface UserUse extends Span {
  readonly users: readonly number[];
  readonly bytes: readonly number[];
}

/** Raw bytes by user. */
const byUser = (rows: readonly Readonly<UsageRow>[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const row of rows) sums.set(row[1], (sums.get(row[1]) ?? 0) + row[2] + row[3]);
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

/** Whether so much went over a node that single users must be checked, and kept for the reports to come. */
export const isWatched = (hour: number): boolean => hour > HOUR_WATCHED;

/**
 * Users of a report whose use must be kept, so that later reports are added to it: those who carry more than a
 * twentieth of the hourly bound in an hour. In later reports of one window nearly everybody, because many reports share
 * that time. Undefined when that is nobody.
 */
export const userUseOf = (
  rows: readonly UsageRow[],
  { from, to }: Span,
  { first }: { readonly first: boolean },
): UserUse | undefined => {
  const least = first ? Math.max(USER_WATCHED, USER_RATE_WATCHED * (to - from)) : USER_WATCHED;
  const use: { users: number[]; bytes: number[] } = { users: [], bytes: [] };
  byUser(rows).forEach((bytes, user) => {
    if (bytes < least) return;
    use.users.push(user);
    use.bytes.push(Math.min(bytes, Number.MAX_SAFE_INTEGER));
  });
  return use.users.length === 0 ? undefined : { from, to, ...use };
};

/** Those of these users who would be beyond the hourly bound if all that they carried lately fell into one hour. */
const doubtful = (sums: ReadonlyMap<number, number>, recent: readonly UserUse[]): Map<number, number> => {
  const lately = new Map<number, number>();
  for (const { users, bytes } of recent)
    users.forEach((user, index) => lately.set(user, (lately.get(user) ?? 0) + (bytes[index] ?? 0)));
  const found = new Map<number, number>();
  sums.forEach((bytes, user) => {
    if (bytes + (lately.get(user) ?? 0) > USER_HOUR_MOST) found.set(user, bytes);
  });
  return found;
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
  const sums = doubtful(byUser(rows), recent);
  if (sums.size === 0) return new Set();
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
