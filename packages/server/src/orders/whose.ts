import type { Db } from '@skyport/db';
import type { OrderRow } from './order-store.ts';
import { findTrade, listTrades } from './trade-store.ts';

/** Money that somebody names by a number alone. */
interface Numbered {
  /** Who has it. */
  readonly instance: string;
  readonly currency: string;
  /** The trade that it was told of for; null when it names none of ours. */
  readonly tradeId: string | null;
}

/**
 * Whether money that is named by its number alone can be an order's: two instances may use one number. It was told of
 * for a trade of the same buyer, or names no trade and lies where the order was to be paid. A transaction on a chain
 * has its number for itself.
 */
export const canBeOf = async (
  db: Db,
  { id, user_id }: Pick<OrderRow, 'id' | 'user_id'>,
  { instance, currency, tradeId }: Numbered,
): Promise<boolean> => {
  const named = tradeId === null ? undefined : await findTrade(db, tradeId);
  if (named) return named.user_id === user_id;
  if (currency === 'USDT') return true;
  return (await listTrades(db, id)).some((trade) => trade.instance === instance);
};
