import { inTransaction, type Db } from '@skyport/db';
import { notifyOperators } from '../notices/index.ts';
import { instancesOfTrades, keyOfReference, storedMoney, type StoredMoney } from '../orders/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { ListedMoney, PaymentProvider } from '../platform/payment-providers.ts';
import { hear, type Heard, type InstanceDay } from './hear-provider.ts';
import { compare, windowOf, type FoundDifference } from './reconcile-rules.ts';
import { insertLines, saveRun, type RunRow } from './reconcile-store.ts';
import { texts } from './texts.ts';

/** A row of a difference. */
const rowOf = (
  { ids, clock }: Deps,
  { provider, day }: Pick<InstanceDay, 'provider' | 'day'>,
  found: FoundDifference,
) => ({
  id: ids.next(),
  instance: provider.instance,
  day,
  kind: found.kind,
  reference: found.reference,
  reference_key: found.key,
  trade_number: found.tradeNumber.slice(0, 64),
  theirs: found.theirs,
  ours: found.ours,
  currency: found.currency,
  at: found.at,
  found_at: clock.now(),
});

/** A day that is compared. */
interface Comparing extends Omit<InstanceDay, 'heard'> {
  /** How it was compared before, where that was not done. */
  readonly earlier: RunRow | undefined;
  /** Whether it is closed although trades could not be asked about. */
  readonly isLast: boolean;
}

/** When which day of which instance was compared. */
type Ran = Pick<RunRow, 'id' | 'instance' | 'day' | 'ran_at'>;

/** What a list has of this instance: a bill of an account has what its other instances here took as well. */
const ownOf = async (
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  { instance, merchant }: PaymentProvider,
  listed: readonly ListedMoney[],
): Promise<readonly ListedMoney[]> => {
  const instances = await instancesOfTrades(
    db,
    listed.map(({ tradeNumber }) => tradeNumber),
  );
  const isOthers = ({ tradeNumber }: ListedMoney): boolean => {
    const other = instances.get(tradeNumber) ?? instance;
    return other !== instance && merchant !== undefined && payments.known(other)?.merchant === merchant;
  };
  return listed.filter((each) => !isOthers(each));
};

/** How what was heard of a day differs from what is stored, and how much of ours was compared. */
const findDifferences = async (
  db: Db,
  { provider, day }: Pick<InstanceDay, 'provider' | 'day'>,
  { way, listed, before, spoken, asked }: Heard,
): Promise<{ readonly found: readonly FoundDifference[]; readonly ours: number }> => {
  const keys = listed.map(({ reference }) => keyOfReference(reference));
  const span = windowOf(day);
  const own = await storedMoney(db, { instance: provider.instance, ...span, keys, trades: asked });
  // What was paid on another day is looked for on that day.
  const isExpected = ({ tradeNumber, at }: StoredMoney): boolean =>
    spoken === undefined || (spoken.has(tradeNumber) && at >= span.from && at < span.to);
  // Of a trade that nobody paid, gateways say that it went back when it has only expired.
  const paid = new Set(own.filter(({ kind }) => kind === 'paid').map(({ tradeNumber }) => tradeNumber));
  const believed = listed.filter(({ kind, tradeNumber }) => kind === 'paid' || way === 'list' || paid.has(tradeNumber));
  return { found: compare({ listed: believed, before, own, keyOf: keyOfReference, isExpected }), ours: own.length };
};

/**
 * Compares a provider's day with ours, by its list or by a query for each trade. Stores the differences, notifies
 * operators of new ones and settles nothing. A day with trades that could not be queried stays open until its last
 * attempt. False when the provider did not answer or has no list yet. Throws the fault of a bad answer after it marked
 * the day as failed.
 */
export const reconcile = async (deps: Deps, asked: Comparing): Promise<boolean> => {
  const { provider, day } = asked;
  const { instance } = provider;
  const ran: Ran = { id: deps.ids.next(), instance, day, ran_at: deps.clock.now() };
  const noteFailed = (way: Heard['way']): Promise<void> => saveRun(deps.db, { ...ran, state: 'failed', way });
  const heard = await hear(deps, { provider, day, heard: asked.earlier?.heard ?? [] });
  if (!heard) {
    await noteFailed(provider.listOf ? 'list' : 'query');
    return false;
  }
  try {
    await keepDifferences(deps, asked, { heard, ran });
  } catch (fault) {
    // The day is seen to have failed, whatever was wrong with what the provider said.
    await noteFailed(heard.way);
    throw fault;
  }
  return true;
};

const NOT_COMPARED = { theirs: 0, ours: 0, differences: 0, unanswered: 0, unasked: 0, heard: [] };

/** State and counts of a day after this attempt, with the counts of earlier attempts. */
const runOf = (
  { earlier, isLast }: Comparing,
  { way, asked, unknown, unasked }: Heard,
  { theirs, ours, differences }: Pick<RunRow, 'theirs' | 'ours' | 'differences'>,
) => {
  const before = way === 'query' && earlier?.way === way ? earlier : NOT_COMPARED;
  const isDone = unasked === 0 || isLast;
  return {
    state: isDone ? 'done' : 'failed',
    way,
    theirs: theirs + before.theirs,
    ours: Math.max(ours, before.ours),
    differences: differences + before.differences,
    unanswered: before.unanswered - before.unasked + unknown + unasked,
    unasked,
    heard: isDone ? [] : [...before.heard, ...asked],
  };
};

/** Compares what was heard of a day with what is stored of it, and keeps and tells what differs. */
const keepDifferences = async (
  deps: Deps,
  asked: Comparing,
  { heard, ran }: { readonly heard: Heard; readonly ran: Ran },
): Promise<void> => {
  const { provider, day } = asked;
  const listed = await ownOf(deps, provider, heard.listed);
  const { found, ours } = await findDifferences(deps.db, asked, { ...heard, listed });
  await inTransaction(deps.db, async (trx) => {
    const added = await insertLines(
      trx,
      found.map((each) => rowOf(deps, asked, each)),
    );
    // What another day has told already is not told again.
    const counts = { theirs: listed.length, ours, differences: added };
    await saveRun(trx, { ...ran, ...runOf(asked, heard, counts) });
    if (added === 0) return;
    await notifyOperators(trx, deps, {
      kind: 'shop',
      href: '#/admin_reconcile',
      text: texts.differences(provider.label, day, added),
      name: 'reconcile_differences',
    });
  });
};
