import type { Db } from '@skyport/db';
import { milliOf } from './amounts.ts';
import { listStrays } from './deposit-store.ts';
import { type Asking, LATE_MS, tradeOf } from './missing-rules.ts';
import { listSlotsSince } from './slot-store.ts';

/** A transfer that is somebody's though it has another amount than was asked. */
export interface FoundTransfer {
  /** What its money is named among all payments. */
  readonly reference: string;
  readonly tradeId: string;
}

/** How chains write the transaction that somebody has typed; none when it is no transaction. */
const idsOf = (typed: string): readonly string[] => {
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(typed.trim())?.[1]?.toLowerCase();
  return hex === undefined ? [] : [hex, `0x${hex}`];
};

/**
 * The transfer that a customer misses and has named by its transaction, and the trade that it is for; undefined when
 * the chain does not show it, when it was not asked of this customer, or could be another one's as well.
 */
export const findMissing = async (db: Db, typed: string, asking: Asking): Promise<FoundTransfer | undefined> => {
  const ids = idsOf(typed);
  if (ids.length === 0) return undefined;
  const fitting: FoundTransfer[] = [];
  for (const { network, address, units, block_time, reference } of await listStrays(db, ids)) {
    const slots = await listSlotsSince(db, address, new Date(block_time.getTime() - LATE_MS));
    const transfer = { milli: milliOf(network, BigInt(units)).milli, at: block_time };
    const tradeId = tradeOf(transfer, slots, asking);
    if (tradeId !== undefined && reference !== null) fitting.push({ reference, tradeId });
  }
  // Of two in one transaction nobody knows which one is meant.
  return fitting.length === 1 ? fitting[0] : undefined;
};
