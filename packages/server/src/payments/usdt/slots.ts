import { HOUR_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Db } from '@skyport/db';
import { chooseAmount, usdtOf } from './amounts.ts';
import type { NetworkName } from './networks.ts';
import { isOverLimit } from './slot-rules.ts';
import {
  endSlots,
  freeSlots,
  insertSlot,
  listAwaited,
  listCounted,
  listUses,
  lockAmounts,
  type NewSlot,
} from './slot-store.ts';

/** What a trade needs an amount for. */
export interface SlotRequest {
  readonly tradeId: string;
  readonly orderId: string;
  readonly userId: string;
  /** Network that the customer asks from (`clientPrefix`). */
  readonly prefix: string;
  readonly network: NetworkName;
  /** Where USDT is received, in its one spelling. */
  readonly address: string;
  /** What the trade asks, in milli-yuan. */
  readonly milliYuan: number;
  /** Yuan a USDT, with 4 decimals. */
  readonly rate: number;
  /** Until when it can be paid. */
  readonly expiresAt: Date;
}

/** Why no amount was given: too many of an account or network, or all amounts of the price are taken. */
export type NoSlot = 'limit' | 'shortage';

const RATE_UNIT = 10_000;

/**
 * Takes an amount for a trade that the same transaction makes, which holds the account's row exclusively. Before
 * anything else of a purchase is fixed or taken: where there is none, nothing happened.
 */
export const takeSlot = async (
  trx: Db,
  { clock, ids, random }: Pick<Deps, 'clock' | 'ids' | 'random'>,
  want: SlotRequest,
): Promise<NewSlot | NoSlot> => {
  const now = clock.now();
  const { address, userId: user_id, orderId: order_id, prefix } = want;
  await lockAmounts(trx);
  await endSlots(trx, address);
  await freeSlots(trx, address, now);
  const asking = { user_id, order_id, prefix };
  if (isOverLimit(await listCounted(trx, asking, now), asking, now)) return 'limit';
  const price = usdtOf(want.milliYuan, want.rate);
  const milli = chooseAmount(price, await listUses(trx, address, price), (n) => random.below(n));
  if (milli === undefined) return 'shortage';
  const slot: NewSlot = {
    id: ids.next(),
    trade_id: want.tradeId,
    order_id,
    user_id,
    prefix,
    network: want.network,
    address,
    milli,
    price,
    rate: Math.round(want.rate * RATE_UNIT),
    created_at: now,
    expires_at: want.expiresAt,
  };
  await insertSlot(trx, slot);
  return slot;
};

/** How long after the last grace of an address it is watched: what came in time may be final and read later. */
const WATCHED_AFTER_MS = 6 * HOUR_MS;

/** What must be watched although the settings name it no more: something can still come there. */
export const awaitedAddresses = (db: Db, now: Date): ReturnType<typeof listAwaited> =>
  listAwaited(db, new Date(now.getTime() - WATCHED_AFTER_MS));
