import type { Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import type { Deps } from '../platform/deps.ts';
import { ledgerName, type StrayReason } from './claim-rules.ts';
import { LedgerRefused } from './fulfil.ts';
import { insertPayment } from './payment-store.ts';
import type { Claim } from './settle.ts';
import { tellStray } from './strays.ts';
import { keptUnclaimed } from './worth.ts';

/** Money that belongs to no trade of ours, and why not. */
export interface Stray {
  readonly claim: Claim;
  readonly reason: StrayReason;
}

/**
 * Keeps money that is for no trade: it lies unclaimed, in the accounts of its own currency, and staff are notified.
 * False, and nothing is changed, when this money is known.
 */
export const keepUnclaimed = async (trx: Db, deps: Deps, { claim, reason }: Stray): Promise<boolean> => {
  const { reference, instance, amount, actor, paidAt, currency = 'CNY' } = claim;
  const paymentId = deps.ids.next();
  const isStored = await insertPayment(trx, {
    id: paymentId,
    reference,
    source: claim.source,
    instance,
    trade_id: null,
    amount,
    currency,
    outcome: 'unclaimed',
    reason,
    paid_at: paidAt,
    settled_at: deps.clock.now(),
  });
  if (!isStored) return false;
  const key = `pay${ledgerName(claim)}`;
  const outcome = await post(trx, {
    key,
    kind: 'payment_unclaimed',
    ref: claim.tradeId ?? reference,
    actor,
    at: paidAt,
    entries: keptUnclaimed({ from: `clearing:${instance}`, amount, currency }),
  });
  if (outcome !== 'posted') throw new LedgerRefused(key);
  await tellStray(trx, deps, { paymentId, amount, currency, reason });
  return true;
};
