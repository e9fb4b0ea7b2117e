import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';

/*
 * A slot is one amount at one address that belongs to one trade for a time. What could still be matched is never given
 * out: an amount becomes free only when no transfer that belongs to it can come any more (busy = matchable).
 */

/** How long after its order has ended a slot still takes what comes for it. */
export const GRACE_MS = 24 * HOUR_MS;

/** How far a chain's clock may be behind ours; and how long after its grace an amount rests. */
export const SKEW_MS = 2 * MINUTE_MS;

/** Slots at a time: of an account, and of the network that customers ask from. */
export const MOST_SLOTS = { account: 3, prefix: 10 } as const;

/** When a slot began, and when its grace ends, which is not known while its order is open. */
export interface SlotTimes {
  readonly created_at: Date;
  readonly grace_ends_at: Date | null;
}

/**
 * Whether a transfer of a block's time belongs to a slot of the same address and amount. Whether its trade was paid,
 * closed or released in the meantime does not matter: it is the only one whose transfer that can be.
 */
export const takes = ({ created_at, grace_ends_at }: SlotTimes, at: Date): boolean =>
  at.getTime() >= created_at.getTime() - SKEW_MS && (grace_ends_at === null || at < grace_ends_at);

/** Whether a slot's amount may be given out again. */
export const isFree = ({ grace_ends_at }: Pick<SlotTimes, 'grace_ends_at'>, now: Date): boolean =>
  grace_ends_at !== null && grace_ends_at.getTime() + SKEW_MS <= now.getTime();

/** A slot as far as it counts against the limits. */
export interface CountedSlot {
  readonly user_id: string;
  readonly order_id: string;
  readonly prefix: string;
  /** Until when its trade can be paid. */
  readonly expires_at: Date;
}

/**
 * Whether one more slot would be too many, of slots that have neither been paid nor ended. One of the same order that
 * can be paid no more is replaced by the new one and does not count.
 */
export const isOverLimit = (
  slots: readonly CountedSlot[],
  { user_id, order_id, prefix }: Omit<CountedSlot, 'expires_at'>,
  now: Date,
): boolean => {
  const counted = slots.filter((slot) => !(slot.order_id === order_id && slot.expires_at <= now));
  return (
    counted.filter((slot) => slot.user_id === user_id).length >= MOST_SLOTS.account ||
    counted.filter((slot) => slot.prefix === prefix).length >= MOST_SLOTS.prefix
  );
};
