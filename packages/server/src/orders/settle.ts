import { isOpenOrder, livingTradeStates } from '@skyport/contract/order-states';
import { inTransaction, type Db } from '@skyport/db';
import type { Posting } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import type { Deps } from '../platform/deps.ts';
import type { Currency } from '../platform/payment-providers.ts';
import { decideClaim, ledgerName, meetingOf, strayReason, type Verdict } from './claim-rules.ts';
import { fulfil, LedgerRefused } from './fulfil.ts';
import { holdEntry } from './hold.ts';
import { join } from './join.ts';
import { lockBehindAccount, type LockedOrder } from './lock.ts';
import { notifyCredited, notifyUnclaimed } from './messages.ts';
import { changeOrder, type OrderRow } from './order-store.ts';
import { findReceipt, insertPayment, lockMoney, type PaymentRow, takeUnclaimed } from './payment-store.ts';
import { systemEntry } from './ledger-entries.ts';
import { currencyOf, findTrade, lockTrades, moveTrade, quoteOf, type TradeRow, usdtOf } from './trade-store.ts';
import { keepUnclaimed, type Stray } from './unclaimed.ts';
import { canBeOf } from './whose.ts';
import { comingIn, keptUnclaimed, walletEntry, type Worth, worthOf } from './worth.ts';

/** Somebody says that money arrived for a trade. */
export interface Claim {
  /** Names the money: a provider's number, a transaction, or the reference of a transfer. */
  readonly reference: string;
  readonly source: 'provider' | 'receipt';
  /** Who has the money: the instance of a provider, or `manual`. */
  readonly instance: string;
  /** Null when it names no trade of ours. */
  readonly tradeId: string | null;
  /** Thousandths of its currency, which is yuan unless it says another. */
  readonly amount: number;
  readonly currency?: Currency;
  /** The currency that its payer was charged in, where the amount is only what that is worth. */
  readonly chargedIn?: string;
  /** Milli-yuan that staff say it is worth. */
  readonly yuan?: number;
  readonly paidAt: Date;
  /** Who caused it: a user's id, or the name of a job. */
  readonly actor: string;
  /** Id of whoever wrote a receipt. */
  readonly notedBy?: string;
  readonly reason?: string;
  /** The same money as it came before, when it was nobody's: it is taken from there. */
  readonly unclaimed?: PaymentRow;
  /** Staff say that it is other money than a receipt by its number that was written for another buyer. */
  readonly isOther?: boolean;
}

/** `known`: money of this reference was settled before; nothing was changed. */
export type Settled = Verdict['outcome'] | 'known';

/** Everything a claim is settled with, locked: the account, its order, and the order's trades. */
interface Locked extends LockedOrder {
  readonly trade: TradeRow;
}

/** Milli-yuan that an order still owes beside the wallet's share. */
export const owedBy = ({ price, discount, wallet_spend }: OrderRow): number => price - discount - wallet_spend;

/** Milli-yuan that money counts where it went. */
const countsFor = ({ outcome }: Verdict, { pays, credit }: Worth): number => (outcome === 'paid' ? pays : credit);

const entriesOf = (claim: Claim, order: OrderRow, { verdict, worth, fee }: Weighed): Posting['entries'] => {
  const { amount, currency = 'CNY', instance, unclaimed } = claim;
  const cameTo = instance === 'manual' ? 'manual' : (`clearing:${instance}` as const);
  const from = unclaimed ? 'unclaimed' : cameTo;
  if (verdict.outcome === 'unclaimed') return keptUnclaimed({ from, amount, currency });
  const isPaid = verdict.outcome === 'paid';
  const yuan = countsFor(verdict, worth);
  const toWallet = isPaid ? verdict.surplus : yuan;
  return [
    ...comingIn({ from, amount, currency, yuan, addOn: isPaid ? worth.addOn : 0 }),
    systemEntry('revenue', yuan - toWallet - (isPaid ? fee : 0)),
    systemEntry('payment_fee', isPaid ? fee : 0),
    walletEntry(order.user_num, toWallet),
  ];
};

/** What was decided about money, and what it is worth. */
interface Weighed {
  readonly verdict: Verdict;
  readonly worth: Worth;
  /** Milli-yuan that the trade asks beside what the order owes. */
  readonly fee: number;
}

const postingOf = (claim: Claim, order: OrderRow, weighed: Weighed): Posting => {
  const { actor, reason, paidAt, unclaimed } = claim;
  const { verdict } = weighed;
  return {
    key: unclaimed ? `take${unclaimed.ledger_name}` : `pay${ledgerName(claim)}`,
    kind: verdict.outcome === 'paid' ? 'payment' : `payment_${verdict.outcome}`,
    ref: order.id,
    actor,
    ...(reason !== undefined && { reason }),
    at: paidAt,
    entries: entriesOf(claim, order, weighed),
  };
};

const pay = async (
  trx: Db,
  deps: Deps,
  { customer, order, trade, claim, posting, worth, verdict }: Locked & Settling,
): Promise<void> => {
  const at = deps.clock.now();
  const paid = await moveTrade(trx, trade.id, {
    from: [...livingTradeStates, 'closed', 'credited'],
    to: 'paied',
    change: { received: (trade.received ?? 0) + worth.pays, settled_at: at },
  });
  if (!paid) throw new Error(`trade ${trade.id} pays an open order and is paid itself`);
  const { reward } = await fulfil(trx, deps, {
    order,
    customer,
    tradeId: trade.id,
    walletEntries: order.status === 'wallet_spend' ? [holdEntry(order.user_num, -order.wallet_spend)] : [],
    cash: owedBy(order),
    surplus: verdict.surplus,
    postings: [posting],
    actor: claim.actor,
  });
  if (reward > 0) await moveTrade(trx, trade.id, { from: ['paied'], to: 'paied', change: { reward } });
};

interface Settling extends Weighed {
  readonly claim: Claim;
  readonly posting: Posting;
}

/** Puts money where no purchase takes it: into the wallet, or among what nobody claims. */
const credit = async (
  trx: Db,
  deps: Deps,
  { order, trade, claim, posting, verdict, worth }: Locked & Settling,
): Promise<void> => {
  const outcome = await post(trx, posting);
  if (outcome !== 'posted') throw new LedgerRefused(posting.key);
  const change = { received: (trade.received ?? 0) + worth.credit || null, settled_at: deps.clock.now() };
  const moved = await moveTrade(trx, trade.id, { from: [...livingTradeStates, 'closed'], to: 'credited', change });
  if (!moved)
    await moveTrade(trx, trade.id, { from: [trade.status], to: trade.status, change: { received: change.received } });
  // The first trade of an order freezes its coupon, whoever made that trade.
  if (isOpenOrder(order.status) && (verdict.reason === 'short' || !order.fixed_at))
    await changeOrder(trx, order.id, { fixed_at: order.fixed_at ?? change.settled_at, hold_is_stale: true });
  if (verdict.outcome !== 'credited')
    return notifyUnclaimed(trx, deps, { amount: claim.amount, currency: claim.currency ?? 'CNY', reason: 'agency' });
  await notifyCredited(trx, deps, { order, amount: worth.credit, reason: verdict.reason });
};

/** Stores the money of a claim, or what became of it where it lay unclaimed; false when it is known. */
const store = (
  trx: Db,
  deps: Deps,
  { claim, verdict, worth }: Omit<Weighed, 'fee'> & { claim: Claim },
): Promise<boolean> => {
  const outcome = {
    trade_id: claim.tradeId,
    outcome: verdict.outcome,
    reason: verdict.reason,
    surplus: verdict.surplus,
    yuan: countsFor(verdict, worth),
  };
  const noted_by = claim.notedBy ?? null;
  const settled_at = deps.clock.now();
  if (claim.unclaimed) return takeUnclaimed(trx, claim.unclaimed, { ...outcome, noted_by, settled_at });
  return insertPayment(trx, {
    ...outcome,
    id: deps.ids.next(),
    reference: claim.reference,
    source: claim.source,
    instance: claim.instance,
    amount: claim.amount,
    currency: claim.currency ?? 'CNY',
    noted_by,
    paid_at: claim.paidAt,
    settled_at,
  });
};

/** Settles a claim, of which nothing is known, for a trade whose account, order, trades and number are locked. */
export const settleLocked = async (
  trx: Db,
  deps: Deps,
  { locked, claim }: { locked: Locked; claim: Claim },
): Promise<Settled> => {
  const { order, customer, trade } = locked;
  const worth = worthOf(claim, { amount: trade.amount, usdt: usdtOf(trade) });
  const verdict = decideClaim(worth.pays, {
    status: order.status,
    isAgencyUser: customer.isAgencyUser,
    owes: owedBy(order) + trade.fee,
  });
  const isStored = await store(trx, deps, { claim, verdict, worth });
  if (!isStored) return 'known';
  const weighed = { verdict, worth, fee: trade.fee };
  const settling = { ...locked, ...weighed, claim, posting: postingOf(claim, order, weighed) };
  await (verdict.outcome === 'paid' ? pay : credit)(trx, deps, settling);
  deps.crash.at('settle.before-commit');
  return verdict.outcome;
};

/** The order of a receipt that has a claim's number, locked behind its account. */
const lockBehindReceipt = async (
  trx: Db,
  { claim, reason }: Stray,
): Promise<(LockedOrder & { id: string }) | undefined> => {
  const receipt = reason === 'currency' ? undefined : await findReceipt(trx, claim.reference);
  const noted = receipt?.trade_id ? await findTrade(trx, receipt.trade_id) : undefined;
  const behind = noted && (await lockBehindAccount(trx, noted.order_id, noted.user_id));
  return receipt && behind && { ...behind, id: receipt.id };
};

/** Settles money that is for no trade. A receipt of it is joined all the same, with the order of that receipt. */
const settleStray = async (trx: Db, deps: Deps, stray: Stray): Promise<Settled | 'joined'> => {
  const { claim } = stray;
  const { instance, currency = 'CNY', tradeId } = claim;
  const behind = await lockBehindReceipt(trx, stray);
  const { itself, receipt } = meetingOf(deps.payments.sharing(instance), await lockMoney(trx, claim.reference));
  if (itself) return 'known';
  if (receipt && behind?.id === receipt.id && (await canBeOf(trx, behind.order, { instance, currency, tradeId }))) {
    // What USDT are worth that name no trade is what the receipt says.
    const worth = currency === 'USDT' ? receipt.amount : claim.amount;
    await join(trx, deps, { ...behind, receipt, claim, worth, fee: 0 });
    return 'joined';
  }
  if (receipt && !claim.isOther) return 'known';
  return (await keepUnclaimed(trx, deps, stray)) ? 'unclaimed' : 'known';
};

/** Whether a receipt was written for a buyer: the money of one never makes good what was written down for another. */
const isReceiptOf = async (trx: Db, { trade_id }: PaymentRow, buyer: string): Promise<boolean> => {
  const noted = trade_id === null ? undefined : await findTrade(trx, trade_id);
  return noted === undefined || noted.user_id === buyer;
};

/** Joins a claim with the receipt that staff have written for the same buyer. */
const joinOwn = async (trx: Db, deps: Deps, { locked, trades, claim, receipt }: Meeting): Promise<'joined'> => {
  const { trade, ...behind } = locked;
  const { credit: worth } = worthOf(claim, { amount: trade.amount, usdt: usdtOf(trade) });
  const paying = trades.find(({ id }) => id === receipt.trade_id);
  await join(trx, deps, { ...behind, receipt, claim, worth, fee: trade.fee, ...(paying && { paying }) });
  return 'joined';
};

/** A claim for a trade, and a receipt of its number. */
interface Meeting {
  readonly locked: Locked;
  /** All trades of the order. */
  readonly trades: readonly TradeRow[];
  readonly claim: Claim;
  readonly receipt: PaymentRow;
}

/** Settles a claim for the trade that it names. */
const settleOwn = async (
  trx: Db,
  deps: Deps,
  { claim, named }: { readonly claim: Claim; readonly named: TradeRow },
): Promise<Settled | 'joined'> => {
  const behind = await lockBehindAccount(trx, named.order_id, named.user_id);
  const trades = await lockTrades(trx, named.order_id);
  const trade = trades.find(({ id }) => id === named.id);
  if (!behind || !trade) throw new Error(`the order of trade ${named.id} is gone`);
  const locked = { ...behind, trade };
  const { itself, receipt } = meetingOf(deps.payments.sharing(claim.instance), await lockMoney(trx, claim.reference));
  // Money that lies unclaimed is known already; whoever gives it has decided that it is no receipt's.
  if (claim.unclaimed) return settleLocked(trx, deps, { locked, claim });
  if (itself) return 'known';
  if (!receipt) return settleLocked(trx, deps, { locked, claim });
  if (await isReceiptOf(trx, receipt, named.user_id)) return joinOwn(trx, deps, { locked, trades, claim, receipt });
  return claim.isOther ? settleLocked(trx, deps, { locked, claim }) : 'known';
};

/**
 * The only way in which money pays an order: in the caller's transaction, once for each reference of an instance. Gives
 * where the money went, or `joined` when staff had written it down before. What names no trade of ours, one of another
 * instance, or is in another currency, stays unclaimed. `known`, too, when staff have written money of its number down
 * that is not certain to be this: they decide.
 */
export const settle = async (trx: Db, deps: Deps, claim: Claim): Promise<Settled | 'joined'> => {
  const found = claim.tradeId === null ? undefined : await findTrade(trx, claim.tradeId);
  const asked = found && { instance: found.instance, currency: quoteOf(found)?.currency ?? currencyOf(found) };
  const currency = claim.chargedIn ?? claim.currency ?? 'CNY';
  const reason = strayReason({ instance: claim.instance, currency }, asked);
  if (!found || reason) return settleStray(trx, deps, { claim, reason: reason ?? 'unknown' });
  return settleOwn(trx, deps, { claim, named: found });
};

/** Settles a claim in a transaction of its own; whoever made it is answered once that is committed. */
export const settleNow = async (deps: Deps, claim: Claim): Promise<Settled | 'joined'> => {
  const settled = await inTransaction(deps.db, (trx) => settle(trx, deps, claim));
  deps.crash.at('settle.after-commit');
  return settled;
};
