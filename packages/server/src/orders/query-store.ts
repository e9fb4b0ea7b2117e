import { livingTradeStates } from '@skyport/contract/order-states';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { TradeRow } from './trade-store.ts';

/** What a provider said of a trade for certain. */
export type SureWord = 'claim' | 'unpaid' | 'closed';

/** Has the provider of a trade asked about it from an instant on. */
export const insertQuery = async (trx: Db, { id, instance }: TradeRow, next: Date): Promise<void> => {
  await trx.insertInto('trade_queries').values({ trade_id: id, instance, next_at: next }).execute();
};

/** When the provider of an instance is to be asked next; undefined when no trade and no claim waits for its word. */
export const nextQueryOf = async (db: Db, instance: string): Promise<Date | undefined> => {
  const { rows } = await sql<{ at: Date | null }>`
    select least(
      (select min(next_at) from trade_queries where instance = ${instance}),
      (select min(next_try_at) from claims where instance = ${instance} and state = 'waiting' and must_ask)) as at`.execute(
    db,
  );
  return rows[0]?.at ?? undefined;
};

/** A trade about which its provider is to be asked now. */
export interface DueQuery extends Pick<TradeRow, 'id' | 'created_at' | 'expires_at'> {
  /** Whether money can still come for it. */
  readonly isUnpaid: boolean;
}

/** Locks trades about which the provider of an instance is to be asked by `now`; those that others ask are left out. */
export const lockDueQueries = async (
  trx: Db,
  { instance, now, most }: { readonly instance: string; readonly now: Date; readonly most: number },
): Promise<DueQuery[]> => {
  const rows = await trx
    .selectFrom('trade_queries as q')
    .innerJoin('trades as t', 't.id', 'q.trade_id')
    .select(['t.id', 't.created_at', 't.expires_at', 't.status'])
    .where('q.instance', '=', instance)
    .where('q.next_at', '<=', now)
    .orderBy('q.next_at')
    .limit(most)
    .forUpdate('q')
    .skipLocked()
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, isUnpaid: [...livingTradeStates, 'closed'].includes(status) }));
};

/** Notes that a trade is asked about at `now`, and when the next time is; null for never. */
export const markAsked = async (
  trx: Db,
  tradeId: string,
  { now, next }: { readonly now: Date; readonly next: Date | null },
): Promise<void> => {
  await trx
    .updateTable('trade_queries')
    .set({ attempts: sql`attempts + 1`, asked_at: now, next_at: next })
    .where('trade_id', '=', tradeId)
    .execute();
};

/** Notes what a provider said for certain of a trade. */
export const markSaid = async (
  db: Db,
  tradeId: string,
  { word, at }: { readonly word: SureWord; readonly at: Date },
): Promise<void> => {
  await db.updateTable('trade_queries').set({ word, said_at: at }).where('trade_id', '=', tradeId).execute();
};

/**
 * Has an unpaid trade asked about at `now`, however old it is, unless it was asked about, or made, after `since`; false
 * when it stays as planned.
 */
export const hurryQuery = async (
  db: Db,
  tradeId: string,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('trade_queries as q')
    .from('trades as t')
    .set({ next_at: now })
    .whereRef('t.id', '=', 'q.trade_id')
    .where('q.trade_id', '=', tradeId)
    .where('t.status', 'in', [...livingTradeStates, 'closed'])
    .where(({ eb, or }) => or([eb('q.next_at', '>', now), eb('q.next_at', 'is', null)]))
    .where(({ eb, fn }) => eb(fn.coalesce('q.asked_at', 't.created_at'), '<=', since))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Instances whose provider was to be asked before an instant. */
export const listLateInstances = async (db: Db, before: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('trade_queries')
    .select('instance')
    .distinct()
    .where('next_at', '<=', before)
    .execute();
  return rows.map(({ instance }) => instance);
};

/**
 * SQL that says whether the provider of a trade `t` has not said what became of it: nothing for certain since the
 * trade's end. One that called it closed has spoken for good. Trades that nobody asks about are not waited for.
 */
export const providerHasNotAnswered = sql<boolean>`exists (
  select from trade_queries q
   where q.trade_id = t.id and t.status in ('asking', 'open', 'closed')
     and not (q.word = 'closed' or (q.word = 'unpaid' and q.said_at >= t.expires_at)))`;

/** Whether the provider of a trade of an order has not said what became of it. */
export const hasUnansweredTrade = async (db: Db, orderId: string): Promise<boolean> => {
  const { rows } = await sql`select from trades t where t.order_id = ${orderId} and ${providerHasNotAnswered}`.execute(
    db,
  );
  return rows.length > 0;
};
