import type { TradeState } from '@skyport/contract/order-states';
import type { Db } from '@skyport/db';
import { z } from 'zod';
import { SECOND_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { job } from '../platform/jobs.ts';
import { hurryQuery } from './query-store.ts';
import { begunOf, closeTrades, findTrade, moveTrade, tradeNumberOf, type TradeRow } from './trade-store.ts';

/** How long a provider has to close a trade. */
const CLOSE_MS = 10 * SECOND_MS;
const MOST_TRIES = 8;

/**
 * Tells the provider of a trade that was closed, so that nobody pays it by mistake; a paid one stays as it is. Whatever
 * comes of that, the provider is asked soon what became of the trade: somebody may have been faster.
 */
export const closeAtProvider = job({
  name: 'orders.close-trade',
  input: z.object({ tradeId: z.uuid() }),
  maxAttempts: MOST_TRIES,
  places: 'provider',
  key: ({ tradeId }) => tradeId,
  run: async ({ db, payments, clock }, { tradeId }) => {
    const trade = await findTrade(db, tradeId);
    if (trade?.status !== 'closed') return;
    const now = clock.now();
    await hurryQuery(db, tradeId, { now, since: now });
    const signal = AbortSignal.timeout(CLOSE_MS);
    await payments.known(trade.instance)?.close?.(tradeNumberOf(trade.id), signal, begunOf(trade));
  },
});

/** A trade that was closed just now. */
type Closed = Pick<TradeRow, 'id' | 'instance'>;

/** Has the providers of closed trades told, where they want to know. */
const tellProviders = async (
  trx: Db,
  { jobs, payments }: Pick<Deps, 'jobs' | 'payments'>,
  closed: readonly Closed[],
): Promise<void> => {
  for (const { id, instance } of closed)
    if (payments.known(instance)?.close) await jobs.add(trx, closeAtProvider, { tradeId: id });
};

/** Closes a trade that is in one of these states, here and at its provider; one that is in another stays. */
export const closeTrade = async (
  trx: Db,
  deps: Pick<Deps, 'jobs' | 'payments'>,
  { id, from }: { readonly id: string; readonly from: readonly TradeState[] },
): Promise<void> => {
  const closed = await moveTrade(trx, id, { from, to: 'closed' });
  if (closed) await tellProviders(trx, deps, [closed]);
};

/** Closes the living trades of a locked order but one, here and at their providers. */
export const endTrades = async (
  trx: Db,
  deps: Pick<Deps, 'jobs' | 'payments'>,
  { orderId, but }: { readonly orderId: string; readonly but?: string },
): Promise<void> => tellProviders(trx, deps, await closeTrades(trx, orderId, but));
