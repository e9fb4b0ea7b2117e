import type { Db } from '@skyport/db';
import type { Charge } from '../platform/payment-providers.ts';
import { findTradeByNumber } from './trade-store.ts';
import { worthOfCharge } from './worth.ts';

/** A charge for a trade of an instance. */
export interface ForeignMoney {
  readonly instance: string;
  readonly tradeNumber: string;
  readonly charge: Charge;
}

/** Milli-yuan that a charge is worth as its trade was quoted; undefined where no trade of the instance says it. */
export const worthOfForeign = async (
  db: Db,
  { instance, tradeNumber, charge }: ForeignMoney,
): Promise<number | undefined> => {
  const trade = await findTradeByNumber(db, tradeNumber);
  return trade?.instance === instance ? worthOfCharge(charge, trade) : undefined;
};
