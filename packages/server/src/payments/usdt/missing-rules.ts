import { DAY_MS } from '../../platform/clock.ts';
import type { SlotRow } from './slot-store.ts';

/*
 * Money of another amount than anybody was asked: a fee was taken off, or somebody has mistyped it. Its transaction
 * stands on the chain for everybody to read, so whoever names it has shown nothing by that. It is given by itself to a
 * customer alone who was asked about that much at that time, when nobody else was.
 */

/** How far beside what was asked an amount still looks like a payment of it: a share, or thousandths of a USDT. */
const BAND = { share: 0.05, milli: 2000 } as const;

/** Time after its grace in which the payer of a slot may still send the amount, in ms. */
export const LATE_MS = 30 * DAY_MS;

/** Whether money looks like a payment of what was asked; thousandths of a USDT. */
export const isInBand = (milli: number, asked: number): boolean =>
  Math.abs(milli - asked) <= Math.max(asked * BAND.share, BAND.milli);

/** A transfer that was asked of nobody, as far as it decides. */
export interface StrayTransfer {
  readonly milli: number;
  /** Time of its block. */
  readonly at: Date;
}

type Slot = Pick<SlotRow, 'user_id' | 'order_id' | 'trade_id' | 'milli' | 'created_at' | 'grace_ends_at'>;

const isAwaitedAt = ({ grace_ends_at }: Slot, at: Date): boolean => grace_ends_at === null || grace_ends_at > at;

/** Whether a transfer can be a late payment of a slot: the slot is open, in grace, or ended at most 30 days before. */
const isPayableAt = ({ grace_ends_at }: Slot, at: Date): boolean =>
  grace_ends_at === null || grace_ends_at.getTime() + LATE_MS >= at.getTime();

/** Who says that a transfer is theirs, and for which order. */
export interface Asking {
  readonly userId: string;
  readonly orderId: string;
}

/**
 * The trade for which a transfer is given to whoever says that it is theirs, of the slots at its address; undefined
 * when staff have to look. The slot is of the order that was named, was made before the transfer, and still took money
 * then. No other account has a slot in the band of the transfer or of that slot: open, in grace, or ended at most 30
 * days before.
 */
export const tradeOf = (
  transfer: StrayTransfer,
  slots: readonly Slot[],
  { userId, orderId }: Asking,
): string | undefined => {
  const { milli, at } = transfer;
  const own = slots
    .filter((slot) => slot.user_id === userId && slot.order_id === orderId)
    .filter((slot) => isAwaitedAt(slot, at) && slot.created_at < at && isInBand(milli, slot.milli))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0];
  if (!own) return undefined;
  const isOthers = slots
    .filter((slot) => slot.user_id !== userId && isPayableAt(slot, at))
    .some((slot) => isInBand(milli, slot.milli) || isInBand(slot.milli, own.milli));
  return isOthers ? undefined : own.trade_id;
};
