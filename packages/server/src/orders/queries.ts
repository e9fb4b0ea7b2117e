import { inTransaction, type Db } from '@skyport/db';
import { z } from 'zod';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput } from '../platform/jobs.ts';
import type { PaymentProvider } from '../platform/payment-providers.ts';
import { listUnconfirmed } from './claim-store.ts';
import { askAbout, confirm, type Heard } from './confirm.ts';
import { storeClaim, type Said, type Stored } from './inbox.ts';
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
} from './query-store.ts';
import { listTrades, tradeNumberOf, type TradeRow } from './trade-store.ts';

/** Claims and trades about which one provider is asked at the same time, and for how long one job goes on, in ms. */
const AT_ONCE = 8;
const RUN_MS = 30 * SECOND_MS;
/** How long a provider that said nothing at all is left alone, in ms. */
const REST_MS = 30 * SECOND_MS;
/** Queries of one trade for which somebody waits have this pause between them, in ms. */
const HURRY_MS = 5 * SECOND_MS;

/** Providers that are being asked by this process: one job each is enough. */
const busy = new WeakSet<object>();

/** A provider that can be asked about its trades. Where money is watched, what was read speaks (`watched.ts`). */
const canBeAsked = (provider: PaymentProvider | undefined): provider is PaymentProvider =>
  provider?.query !== undefined;

/** An instance, and about how many of its trades are asked now. */
interface Share {
  readonly instance: string;
  readonly most: number;
}

/** Takes what is due of an instance and plans the next time of each; gives the trades that money can still come for. */
const takeDue = ({ db, clock }: Deps, { instance, most }: Share): Promise<DueQuery[]> =>
  inTransaction(db, async (trx) => {
    const now = clock.now();
    const due = await lockDueQueries(trx, { instance, now, most });
    for (const each of due)
      await markAsked(trx, each.id, { now, next: each.isUnpaid ? (nextQuery(each, now) ?? null) : null });
    return due.filter(({ isUnpaid }) => isUnpaid);
  });

/** What a provider says of a trade, noted where it is certain. */
const ask = async (
  deps: Deps,
  { instance, id }: { readonly instance: string; readonly id: string },
): Promise<Heard> => {
  deps.crash.at('query.before-ask');
  const word = await askAbout(deps, { instance, tradeNumber: tradeNumberOf(id) });
  deps.crash.at('query.said');
  if (word === 'claim' || word === 'unpaid' || word === 'closed')
    await markSaid(deps.db, id, { word, at: deps.clock.now() });
  return word;
};

/** Asks about claims and trades that are due; gives what was heard. Money that somebody has told of comes first. */
const askSome = async (deps: Deps, instance: string): Promise<Heard[]> => {
  const claims = await listUnconfirmed(deps.db, { instance, now: deps.clock.now(), most: AT_ONCE });
  const canSay = canBeAsked(deps.payments.known(instance));
  const trades = canSay ? await takeDue(deps, { instance, most: AT_ONCE - claims.length }) : [];
  return Promise.all([
    ...claims.map((id) => confirm(deps, id)),
    ...trades.map(({ id }) => ask(deps, { instance, id })),
  ]);
};

/** Asks until nothing is due, the job's time is over, or the provider says nothing at all; gives whether it speaks. */
const askAll = async (deps: Deps, instance: string): Promise<boolean> => {
  const end = deps.clock.now().getTime() + RUN_MS;
  for (;;) {
    const heard = await askSome(deps, instance);
    if (heard.length === 0) return true;
    if (heard.every((word) => word === 'silent')) return false;
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
 * Asks the provider of an instance what became of the trades that are due, and whether claims are right that were
 * signed weakly. Money of which it tells is stored as a claim; a provider that is slow or silent is asked again later,
 * has one place among the jobs however much waits for it, and delays nobody else's money.
 */
export const askTrades = job({
  name: 'orders.ask-trades',
  input: z.object({ instance: z.string() }),
  maxAttempts: 1,
  places: 'provider',
  key: ({ instance }) => instance,
  run: async (deps, { instance }) => {
    // Claims of an instance that is known no more are left to staff in the end.
    const provider = deps.payments.known(instance) ?? {};
    if (busy.has(provider)) return;
    busy.add(provider);
    try {
      const speaks = await askAll(deps, instance);
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

/** Stores what a provider has notified, in the caller's transaction, and has it settled or confirmed after that. */
export const storeNotified = async (trx: Db, deps: Deps, said: Said): Promise<Stored> => {
  const stored = await storeClaim(trx, deps, said);
  if (stored.outcome === 'stored' && said.mustAsk) await deps.jobs.add(trx, askTrades, { instance: stored.holder });
  return stored;
};
