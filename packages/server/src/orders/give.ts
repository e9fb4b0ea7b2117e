import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import type { Currency } from '../platform/payment-providers.ts';
import { strayReason } from './claim-rules.ts';
import { findPaymentById, markResolved } from './desk-store.ts';
import { lockBehindAccount } from './lock.ts';
import { settle } from './settle.ts';
import { currencyOf, findTrade } from './trade-store.ts';

/** Money that is nobody's, and the trade for which it came though it did not say so. */
export interface Gift {
  readonly paymentId: string;
  readonly tradeId: string;
  /** Name of the job that has found it out, and how, for staff. */
  readonly actor: string;
  readonly why: string;
}

/**
 * Gives money that is nobody's to a trade of the same instance and currency, at the trade's own rate: it pays the
 * order, or goes to its buyer's wallet. False, and nothing is changed, when it is somebody's by now or cannot go there.
 */
export const giveToTrade = async (trx: Db, deps: Deps, gift: Gift): Promise<boolean> => {
  const [found, trade] = [await findPaymentById(trx, gift.paymentId), await findTrade(trx, gift.tradeId)];
  if (found?.outcome !== 'unclaimed' || found.reason !== 'unknown' || !trade) return false;
  const money = { instance: found.instance, currency: found.currency as Currency };
  if (strayReason(money, { instance: trade.instance, currency: currencyOf(trade) })) return false;
  const behind = await lockBehindAccount(trx, trade.order_id, trade.user_id);
  // Of an agency's customer it would be nobody's again.
  if (!behind || behind.customer.isAgencyUser) return false;
  const { reference, amount, paid_at: paidAt } = found;
  const { tradeId, actor, why: reason } = gift;
  const claim = { ...money, reference, amount, paidAt, tradeId, actor, reason, source: 'provider' as const };
  if ((await settle(trx, deps, { ...claim, unclaimed: found })) === 'known') return false;
  await markResolved(trx, found.id, { by: null, at: deps.clock.now(), why: reason });
  return true;
};
