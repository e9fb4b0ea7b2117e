import type { Db } from '@skyport/db';
import type { Posting } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import type { Deps } from '../platform/deps.ts';
import { LedgerRefused } from './fulfil.ts';
import type { LockedOrder } from './lock.ts';
import { notifyJoined, notifyWallet } from './messages.ts';
import { insertPayment, markJoined, type PaymentRow } from './payment-store.ts';
import { systemLine } from './posting-lines.ts';
import type { Claim } from './settle.ts';
import { comingIn, walletLine } from './worth.ts';

/** A claim that names money of which staff have written a receipt, and the locked order that the claim is for. */
interface Joining extends LockedOrder {
  readonly receipt: PaymentRow;
  readonly claim: Claim;
  /** Milli-yuan that the claim's money is worth. */
  readonly worth: number;
}

/** Whether a claim tells of money that was written down before anybody else told of it. */
export const joins = ({ source }: Claim, known: PaymentRow): boolean =>
  known.source === 'receipt' && known.joined_at === null && source !== 'receipt';

const postingOf = ({ receipt, claim, order, customer, worth }: Joining): Posting => {
  const { instance, amount, currency = 'CNY' } = claim;
  const surplus = Math.max(0, worth - receipt.amount);
  return {
    key: `join:${receipt.reference}`,
    kind: 'payment_joined',
    ref: order.id,
    actor: claim.actor,
    at: claim.paidAt,
    entries: [
      ...comingIn({ from: `clearing:${instance}`, amount, currency, yuan: worth, addOn: 0 }),
      systemLine('manual', worth - surplus),
      systemLine('unclaimed', customer.isAgencyUser ? surplus : 0),
      walletLine(order.user_num, customer.isAgencyUser ? 0 : surplus),
    ],
  };
};

/** Notes what was joined beyond a receipt and has no wallet to go to: it is nobody's, in milli-yuan. */
const keepSurplus = async (
  trx: Db,
  { ids, clock }: Deps,
  { claim, amount }: { readonly claim: Claim; readonly amount: number },
): Promise<void> => {
  const { reference, source, instance, paidAt } = claim;
  await insertPayment(trx, {
    id: ids.next(),
    reference: `${reference.slice(0, 120)}+surplus`,
    source,
    instance,
    trade_id: null,
    amount,
    currency: 'CNY',
    yuan: amount,
    outcome: 'unclaimed',
    reason: 'agency',
    paid_at: paidAt,
    settled_at: clock.now(),
  });
};

/**
 * Joins a claim with the receipt that staff have written of the same money: it pays nothing a second time, and from now
 * on the money lies where the claim says. What is above the receipt goes to the wallet; a difference is announced.
 */
export const join = async (trx: Db, deps: Deps, joining: Joining): Promise<void> => {
  const { receipt, claim, worth } = joining;
  const posting = postingOf(joining);
  if ((await post(trx, posting)) !== 'posted') throw new LedgerRefused(posting.key);
  await markJoined(trx, receipt.id, { at: deps.clock.now(), instance: claim.instance, amount: worth });
  if (worth === receipt.amount) return;
  const { order, customer } = joining;
  await notifyJoined(trx, deps, { order, noted: receipt.amount, came: worth });
  const surplus = worth - receipt.amount;
  if (surplus > 0 && customer.isAgencyUser) await keepSurplus(trx, deps, { claim, amount: surplus });
  else if (surplus > 0) await notifyWallet(trx, deps, { order, amount: surplus });
};
