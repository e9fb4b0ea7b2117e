import type { Db } from '@skyport/db';
import { storeNotified } from '../../orders/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Deposit, Takers } from './hand-over.ts';
import { USDT_INSTANCE } from './provider.ts';

const take = async (trx: Db, deps: Deps, deposit: Deposit & { readonly tradeNumber: string }): Promise<void> => {
  const { reference, merchant, tradeNumber, amount, currency, paidAt } = deposit;
  const claim = { reference, merchant, tradeNumber, amount, currency, paidAt };
  const stored = await storeNotified(trx, deps, { instance: USDT_INSTANCE, claim, mustAsk: false });
  // Each transfer has a reference of its own, and nobody else speaks for this instance.
  if (stored.outcome === 'contradicts') throw new Error(`transfer ${reference} was handed over as another one`);
};

/**
 * Hands what came on a chain over as a claim, in the transaction that notes it. Money that belongs to no trade names
 * none: it stays unclaimed, and staff are told.
 */
export const takersOf = (deps: Deps): Takers => ({
  claim: (trx, claim) => take(trx, deps, claim),
  unclaimed: (trx, deposit) => take(trx, deps, { ...deposit, tradeNumber: '' }),
});
