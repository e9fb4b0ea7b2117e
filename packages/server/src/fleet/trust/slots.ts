import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Span } from './trust-rules.ts';

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

/**
 * The largest sum over `length` neighbouring slots, of all such runs that contain at least one of the
 * added slots; bytes.
 */
export const highest = (known: Slots, added: Slots, length: number): number => {
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
