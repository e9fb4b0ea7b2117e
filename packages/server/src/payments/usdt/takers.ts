import type { Db } from '@skyport/db';
import { storeNotified, type Stored } from '../../orders/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Deposit, Takers } from './hand-over.ts';
import { USDT_INSTANCE } from './provider.ts';

/** A deposit with the number of the trade that it is for; empty where it is for none. */
type Numbered = Deposit & { readonly tradeNumber: string };

/** Stores a deposit as a claim. */
export const storeDeposit = async (trx: Db, deps: Deps, deposit: Numbered): Promise<Stored['outcome']> => {
  const { reference, merchant, tradeNumber, amount, currency, paidAt } = deposit;
  const claim = { reference, merchant, tradeNumber, amount, currency, paidAt };
  return (await storeNotified(trx, deps, { instance: USDT_INSTANCE, claim, mustAsk: false })).outcome;
};

const take = async (trx: Db, deps: Deps, deposit: Numbered): Promise<void> => {
  const outcome = await storeDeposit(trx, deps, deposit);
  // Each transfer has a reference of its own, and nobody else speaks for this instance.
  if (outcome === 'contradicts') throw new Error(`transfer ${deposit.reference} was handed over as another one`);
};

/**
 * Hands what came on a chain over as a claim, in the transaction that notes it. Money that belongs to no trade names
 * none: it stays unclaimed, and staff are told.
 */
export const takersOf = (deps: Deps): Takers => ({
  claim: (trx, claim) => take(trx, deps, claim),
  unclaimed: (trx, deposit) => take(trx, deps, { ...deposit, tradeNumber: '' }),
});
