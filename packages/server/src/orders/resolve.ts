import type { Resolution } from '@skyport/contract/money';
import type { Db } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import type { LedgerEntry, Posting, SystemAccountKind } from '@skyport/db/ledger-rules';
import { accountByEmail, lockCustomer } from '../accounts/index.ts';
import type { Deps } from '../platform/deps.ts';
import { unitOf, type Currency } from '../platform/payment-providers.ts';
import { refuse } from '../platform/refuse.ts';
import { tradeNamedFor } from './claim-store.ts';
import { findPaymentById, markResolved } from './desk-store.ts';
import { LedgerRefused } from './fulfil.ts';
import { notifyGiven } from './messages.ts';
import { findMoney, lockPayment, takeUnclaimed, type PaymentRow } from './payment-store.ts';
import { systemEntry } from './ledger-entries.ts';
import { receive } from './receive.ts';
import { texts } from './texts.ts';
import { findTrade } from './trade-store.ts';
import { comingIn, walletEntry } from './worth.ts';

/** What staff decide about money that is nobody's. */
export interface Decision {
  readonly paymentId: string;
  readonly to: Resolution;
  /** Of an order that it is for, and of the account whose wallet it goes to; empty for none. */
  readonly orderId: string;
  readonly email: string;
  /** Milli-yuan that money in another currency is worth. */
  readonly yuan: number;
  readonly reason: string;
  /** Id of whoever decides. */
  readonly by: string;
}

/** Money that is to be decided about. */
interface Deciding {
  readonly found: PaymentRow;
  readonly decision: Decision;
}

/** Where it went. */
export type Resolved = 'paid' | 'credited' | 'returned' | 'explained';

/** Milli-yuan that money counts for whoever gets it; staff say it of another currency. */
const worthIn = ({ currency, amount }: PaymentRow, { yuan }: Decision): number => {
  if (currency === 'CNY') return amount;
  return yuan > 0 ? yuan : refuse('conflict', texts.worthNeeded);
};

/** Pays an order, or goes to its buyer's wallet, as a receipt of that money does. */
const giveToOrder = async (trx: Db, deps: Deps, { found, decision }: Deciding): Promise<Resolved> => {
  const { orderId, reason, by } = decision;
  const outcome = await receive(trx, deps, {
    orderId,
    amount: worthIn(found, decision),
    reference: found.reference,
    paymentId: found.id,
    reason,
    notedBy: by,
  });
  if (outcome === undefined) return refuse('notFound', texts.noSuchOrder);
  return outcome === 'paid' || outcome === 'credited' ? outcome : refuse('conflict', texts.notForOrder);
};

/** Locks money that is still nobody's; refuses `conflict` when somebody was faster. */
const lockUnclaimed = async (trx: Db, { id }: PaymentRow): Promise<PaymentRow> => {
  const locked = await lockPayment(trx, id);
  return locked?.outcome === 'unclaimed' ? locked : refuse('conflict', texts.notUnclaimed);
};

const move = async (trx: Db, { row, entries, kind, decision, at }: Moving): Promise<void> => {
  const posting: Posting = {
    key: `take${row.ledger_name}`,
    kind,
    ref: row.id,
    actor: decision.by,
    reason: decision.reason,
    at,
    entries,
  };
  if ((await post(trx, posting)) !== 'posted') throw new LedgerRefused(posting.key);
};

/** Money that leaves what is unclaimed. */
interface Moving {
  readonly row: PaymentRow;
  readonly entries: readonly LedgerEntry[];
  readonly kind: string;
  readonly decision: Decision;
  readonly at: Date;
}

const giveToWallet = async (trx: Db, deps: Deps, { found, decision }: Deciding): Promise<Resolved> => {
  const account = (await accountByEmail(trx, decision.email)) ?? refuse('notFound', texts.noSuchAccount);
  const customer = await lockCustomer(trx, account.id, 'share');
  if (customer.isAgencyUser) return refuse('conflict', texts.noWallet);
  const row = await lockUnclaimed(trx, found);
  const yuan = worthIn(row, decision);
  const at = deps.clock.now();
  await takeUnclaimed(trx, row, { outcome: 'credited', credited_to: customer.id, trade_id: null, yuan });
  const currency = row.currency as Currency;
  const coming = comingIn({ from: 'unclaimed', amount: row.amount, currency, yuan, addOn: 0 });
  const entries = [...coming, walletEntry(customer.num, yuan)];
  await move(trx, { row, entries, kind: 'payment_credited', decision, at });
  await notifyGiven(trx, deps, { userId: customer.id, amount: yuan });
  return 'credited';
};

/** Notes that money was sent back where it came from, or that it never was a customer's. */
const writeOff = async (trx: Db, deps: Deps, { found, decision }: Deciding): Promise<Resolved> => {
  const row = await lockUnclaimed(trx, found);
  const outcome = decision.to === 'returned' ? 'returned' : 'explained';
  await takeUnclaimed(trx, row, { outcome, trade_id: null });
  const from = row.instance === 'manual' ? ('manual' as const) : (`clearing:${row.instance}` as const);
  const unit = unitOf[row.currency as Currency];
  const entry = (kind: SystemAccountKind, amount: number): LedgerEntry => ({ ...systemEntry(kind, amount), unit });
  const entries = [entry('unclaimed', -row.amount), entry(outcome === 'returned' ? from : 'adjust', row.amount)];
  await move(trx, { row, entries, kind: `unclaimed_${outcome}`, decision, at: deps.clock.now() });
  return outcome;
};

/** Other instances that may have told of the same money: those of its account, and that of the trade it names. */
const othersOf = async (trx: Db, { payments }: Deps, { instance, reference }: PaymentRow): Promise<string[]> => {
  const named = await tradeNamedFor(trx, { instance, reference });
  const trade = named === null ? undefined : await findTrade(trx, named);
  const others = new Set([...payments.sharing(instance), ...(trade ? [trade.instance] : [])]);
  others.delete(instance);
  return [...others];
};

/**
 * Refuses to give away a payment that another instance of its account also reported: it is the same money. If all are
 * unmatched, the oldest may be given. Payments marked as explained do not count.
 */
const refuseCopy = async (trx: Db, deps: Deps, found: PaymentRow): Promise<void> => {
  for (const other of await othersOf(trx, deps, found)) {
    const known = await findMoney(trx, { instance: other, reference: found.reference });
    const isSettled = known?.outcome === 'explained' || (known?.outcome === 'unclaimed' && known.id > found.id);
    if (known && !isSettled) refuse('conflict', texts.isCopy(deps.payments.labelOf(other)));
  }
};

const ways: Readonly<Record<Resolution, typeof giveToOrder>> = {
  order: giveToOrder,
  wallet: giveToWallet,
  returned: writeOff,
  explained: writeOff,
};

/**
 * Does with money that is nobody's what staff decide, once, in the caller's transaction. Refuses `notFound` for what
 * there is not, and `conflict` when it cannot go there or somebody else has decided.
 */
export const resolveUnclaimed = async (trx: Db, deps: Deps, decision: Decision): Promise<Resolved> => {
  const found = (await findPaymentById(trx, decision.paymentId)) ?? refuse('notFound');
  if (found.outcome !== 'unclaimed') return refuse('conflict', texts.notUnclaimed);
  if (decision.to === 'order' || decision.to === 'wallet') await refuseCopy(trx, deps, found);
  const outcome = await ways[decision.to](trx, deps, { found, decision });
  await markResolved(trx, found.id, { by: decision.by, at: deps.clock.now(), why: decision.reason });
  return outcome;
};
