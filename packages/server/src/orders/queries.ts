import { inTransaction, type Db } from '@skyport/db';
import { z } from 'zod';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import type { PaymentProvider } from '../platform/payment-providers.ts';
import { askAbout } from './confirm.ts';
import { nextQuery } from './query-rules.ts';
import {
  hurryQuery,
  insertQuery,
  listLateInstances,
  lockDueQueries,
  markAsked,
  markSaid,
  nextQueryOf,
  type DueQuery,
  type Word,
} from './query-store.ts';
import { listTrades, tradeNumberOf, type TradeRow } from './trade-store.ts';

/** Trades about which one provider is asked at the same time, and for how long one job goes on, in ms. */
const AT_ONCE = 8;
const RUN_MS = 30 * SECOND_MS;
/** How long a provider that said nothing at all is left alone, in ms. */
const REST_MS = 30 * SECOND_MS;
/** Queries of one trade for which somebody waits have this pause between them, in ms. */
const HURRY_MS = 5 * SECOND_MS;

/** Providers that are being asked by this process: one job each is enough. */
const busy = new WeakSet<PaymentProvider>();

/** A provider that can be asked about its trades. Where money is watched, what was read speaks (`watched.ts`). */
const canBeAsked = (provider: PaymentProvider | undefined): provider is PaymentProvider =>
  provider?.query !== undefined;

/** Takes what is due of an instance and plans the next time of each; gives the trades that money can still come for. */
const takeDue = ({ db, clock }: Deps, instance: string): Promise<DueQuery[]> =>
  inTransaction(db, async (trx) => {
    const now = clock.now();
    const due = await lockDueQueries(trx, { instance, now, most: AT_ONCE });
    for (const each of due)
      await markAsked(trx, each.id, { now, next: each.isUnpaid ? (nextQuery(each, now) ?? null) : null });
    return due.filter(({ isUnpaid }) => isUnpaid);
  });

/** What a provider says of a trade, noted where it is certain. */
const ask = async (deps: Deps, provider: PaymentProvider, due: DueQuery): Promise<Word> => {
  deps.crash.at('query.before-ask');
  const word = await askAbout(deps, { instance: provider.instance, tradeNumber: tradeNumberOf(due.id) });
  deps.crash.at('query.said');
  if (word !== 'unknown' && word !== 'contradicts') await markSaid(deps.db, due.id, { word, at: deps.clock.now() });
  return word === 'contradicts' ? 'unknown' : word;
};

/** Asks until nothing is due, the job's time is over, or the provider says nothing at all; gives whether it speaks. */
const askAll = async (deps: Deps, provider: PaymentProvider): Promise<boolean> => {
  const end = deps.clock.now().getTime() + RUN_MS;
  for (;;) {
    const due = await takeDue(deps, provider.instance);
    if (due.length === 0) return true;
    const words = await Promise.all(due.map((each) => ask(deps, provider, each)));
    if (words.every((word) => word === 'unknown')) return false;
    if (deps.clock.now().getTime() > end) return true;
  }
};

/** Has an instance asked when the next of its trades is due, but not before `earliest`. */
const wake = async (trx: Db, deps: Deps, { instance, earliest }: { instance: string; earliest?: Date }) => {
  const due = await nextQueryOf(trx, instance);
  if (!due) return;
  const at = earliest && due < earliest ? earliest : due;
  await deps.jobs.addAt(trx, askTrades, { input: { instance }, at });
};

/**
 * Asks the provider of an instance what became of the trades that are due. Money of which it tells is stored as a
 * claim; a provider that is slow or says nothing is asked again later, and delays nobody else's trades.
 */
export const askTrades = job({
  name: 'orders.ask-trades',
  input: z.object({ instance: z.string() }),
  maxAttempts: 1,
  places: 'provider',
  key: ({ instance }) => instance,
  run: async (deps, { instance }) => {
    const provider = deps.payments.known(instance);
    if (!canBeAsked(provider) || busy.has(provider)) return;
    busy.add(provider);
    try {
      const speaks = await askAll(deps, provider);
      const now = deps.clock.now().getTime();
      const rest = speaks ? {} : { earliest: new Date(now + REST_MS) };
      await inTransaction(deps.db, (trx) => wake(trx, deps, { instance, ...rest }));
    } finally {
      busy.delete(provider);
    }
  },
});

/** Wakes the queries of instances that are late: a job that was lost holds up no trade for long. */
export const watchQueries = job({
  name: 'orders.watch-queries',
  input: NoInput,
  maxAttempts: 1,
  cron: '* * * * *',
  key: () => 'all',
  run: async (deps) => {
    for (const instance of await listLateInstances(deps.db, deps.clock.now()))
      await inTransaction(deps.db, (trx) => deps.jobs.add(trx, askTrades, { instance }));
  },
});

/** Has the provider of a new trade asked about it from now on, where anybody can ask it. */
export const beginQueries = async (trx: Db, deps: Deps, trade: TradeRow): Promise<void> => {
  const { instance } = trade;
  const next = nextQuery(trade, deps.clock.now());
  if (!canBeAsked(deps.payments.known(instance)) || !next) return;
  await insertQuery(trx, trade, next);
  await wake(trx, deps, { instance });
};

/** Has the provider asked about an unpaid trade for which somebody waits, in the background, at most each 5 s. */
export const hurry = async (deps: Deps, { id, instance }: Pick<TradeRow, 'id' | 'instance'>): Promise<void> => {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (trx) => {
    if (await hurryQuery(trx, id, { now, since: new Date(now.getTime() - HURRY_MS) }))
      await deps.jobs.add(trx, askTrades, { instance });
  });
};

/** The same for all trades of an order. */
export const hurryOrder = async (deps: Deps, orderId: string): Promise<void> => {
  for (const trade of await listTrades(deps.db, orderId)) await hurry(deps, trade);
};
