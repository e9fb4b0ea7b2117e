import type { DifferenceKind } from '@skyport/contract/reconcile';
import type { Db } from '@skyport/db';
import { storeNotified, storeTakenBack, worthOfForeign, type Stored } from '../orders/index.ts';
import { takeOverlooked, USDT_INSTANCE } from '../payments/index.ts';
import { chargeOf } from '../platform/charges.ts';
import type { Deps } from '../platform/deps.ts';
import { currencies, type ProviderClaim, type TakenBack } from '../platform/payment-providers.ts';
import { refuse } from '../platform/refuse.ts';
import { closeLine, lockLine, type LineRow } from './reconcile-store.ts';
import { texts } from './texts.ts';

/** What staff decide about a difference. */
interface Decision {
  readonly id: string;
  readonly by: string;
  readonly reason: string;
}

const lockOpen = async (trx: Db, id: string): Promise<LineRow> => {
  const row = (await lockLine(trx, id)) ?? refuse('notFound');
  return row.state === 'open' ? row : refuse('conflict', texts.differenceDecided);
};

/** A difference that only the provider has. */
interface Theirs {
  readonly row: LineRow;
  readonly theirs: number;
}

/**
 * What a provider has and we have not, as its word. What was charged in a foreign currency is worth what its trade
 * says; refuses `conflict` where none says it.
 */
const saidBy = async (
  trx: Db,
  { payments }: Pick<Deps, 'payments'>,
  { row, theirs }: Theirs,
): Promise<Omit<ProviderClaim, 'paidAt'>> => {
  const { instance, reference, trade_number: tradeNumber } = row;
  const about = { reference, merchant: payments.known(instance)?.merchant ?? '', tradeNumber };
  const currency = currencies.find((each) => each === row.currency);
  if (currency) return { ...about, amount: theirs, currency };
  const charge = chargeOf(theirs, row.currency);
  const amount = await worthOfForeign(trx, { instance, tradeNumber, charge });
  if (amount === undefined) return refuse('conflict', texts.noRate(row.currency));
  return { ...about, amount, currency: 'CNY', charge };
};

/** Why money went back, of differences that are about that. */
const REASONS: Readonly<Partial<Record<DifferenceKind, TakenBack['reason']>>> = {
  refund: 'refund',
  dispute: 'dispute',
};

const take = async (trx: Db, deps: Deps, { row, theirs }: Theirs): Promise<Stored['outcome']> => {
  const { instance, kind } = row;
  const reason = REASONS[kind];
  if (kind !== 'missing' && !reason) return refuse('conflict', texts.notSettled);
  // The chain knows more of it than the difference says: what came is matched with what was asked.
  if (instance === USDT_INSTANCE) return takeOverlooked(trx, deps, row.reference);
  const { charge, ...said } = await saidBy(trx, deps, { row, theirs });
  const at = row.at ?? deps.clock.now();
  if (reason)
    return storeTakenBack(trx, deps, { instance, takenBack: { ...said, reason, payment: '', isTotal: false, at } });
  const claim = { ...said, ...(charge && { charge }), paidAt: at };
  return (await storeNotified(trx, deps, { instance, claim, mustAsk: false })).outcome;
};

/**
 * Takes a payment, refund or dispute that only the provider has as its word: a claim in the inbox, which is settled as
 * any other, or a flag of its order. Gives what it was. Refuses `notFound`, and `conflict` for other differences, for
 * what is known by its number, or where nothing says what a foreign currency is worth.
 */
export const settleDifference = async (trx: Db, deps: Deps, { id, by }: Omit<Decision, 'reason'>): Promise<LineRow> => {
  const row = await lockOpen(trx, id);
  if (row.theirs === null) return refuse('conflict', texts.notSettled);
  if ((await take(trx, deps, { row, theirs: row.theirs })) !== 'stored') refuse('conflict', texts.knownAlready);
  await closeLine(trx, id, { state: 'settled', by, at: deps.clock.now(), why: '' });
  return row;
};

/** Notes why a difference is none. Refuses `notFound`, and `conflict` when it is decided. */
export const explainDifference = async (trx: Db, deps: Deps, { id, by, reason }: Decision): Promise<void> => {
  await lockOpen(trx, id);
  await closeLine(trx, id, { state: 'explained', by, at: deps.clock.now(), why: reason });
};
