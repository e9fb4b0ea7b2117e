import type { Db } from '@skyport/db';
import type { Posting } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import type { Deps } from '../platform/deps.ts';
import { LedgerRefused } from './fulfil.ts';
import type { LockedOrder } from './lock.ts';
import { notifyJoined, notifyWallet } from './messages.ts';
import { insertPayment, markJoined, type PaymentRow } from './payment-store.ts';
import { systemEntry } from './ledger-entries.ts';
import type { Claim } from './settle.ts';
import { addFee, type TradeRow } from './trade-store.ts';
import { comingIn, walletEntry } from './worth.ts';

/** A claim that names money of which staff have written a receipt, and the locked order that the claim is for. */
interface Joining extends LockedOrder {
  readonly receipt: PaymentRow;
  readonly claim: Claim;
  /** Milli-yuan that the claim's money is worth. */
  readonly worth: number;
  /** Milli-yuan that the claim's trade asks beside what its order owes. */
  readonly fee: number;
  /** The receipt's trade, locked, where it is of the same order. */
  readonly paying?: TradeRow;
}

/** Where the money of a claim goes that joins a receipt; milli-yuan. */
interface Shares {
  readonly fee: number;
  readonly surplus: number;
}

/**
 * What is above the receipt is the buyer's, but for the fee: whoever was asked for it has paid it, whether staff or the
 * provider told of the money first. A fee is taken whole, and only where the receipt has paid the order without one.
 */
const sharesOf = ({ receipt, worth, fee, paying }: Joining): Shares => {
  const more = Math.max(0, worth - receipt.amount);
  const isDue = paying?.status === 'paied' && paying.fee === 0 && more >= fee;
  return isDue ? { fee, surplus: more - fee } : { fee: 0, surplus: more };
};

const postingOf = ({ receipt, claim, order, customer, worth }: Joining, { fee, surplus }: Shares): Posting => {
  const { instance, amount, currency = 'CNY' } = claim;
  return {
    key: `join${receipt.ledger_name}`,
    kind: 'payment_joined',
    ref: order.id,
    actor: claim.actor,
    at: claim.paidAt,
    entries: [
      ...comingIn({ from: `clearing:${instance}`, amount, currency, yuan: worth, addOn: 0 }),
      systemEntry('manual', worth - surplus - fee),
      systemEntry('payment_fee', fee),
      systemEntry('unclaimed', customer.isAgencyUser ? surplus : 0),
      walletEntry(order.user_num, customer.isAgencyUser ? 0 : surplus),
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
 * on the money lies where the claim says. What is above the receipt and a fee goes to the wallet; a difference is
 * announced.
 */
export const join = async (trx: Db, deps: Deps, joining: Joining): Promise<void> => {
  const { receipt, claim, worth } = joining;
  const { fee, surplus } = sharesOf(joining);
  const posting = postingOf(joining, { fee, surplus });
  if ((await post(trx, posting)) !== 'posted') throw new LedgerRefused(posting.key);
  await markJoined(trx, receipt.id, { at: deps.clock.now(), instance: claim.instance, amount: worth });
  if (worth === receipt.amount) return;
  const { order, customer, paying } = joining;
  if (paying && fee > 0) await addFee(trx, paying, fee);
  await notifyJoined(trx, deps, { order, noted: receipt.amount, came: worth });
  if (surplus > 0 && customer.isAgencyUser) await keepSurplus(trx, deps, { claim, amount: surplus });
  else if (surplus > 0) await notifyWallet(trx, deps, { order, amount: surplus });
};
