import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';
import type { NamedTrade } from '../orders/index.ts';
import type { Currency } from '../platform/payment-providers.ts';

/** Notifications of a provider that had the same end within an hour. */
export type DeliveryRow = Selectable<DB['pay_deliveries']>;

/** One notification, and what became of it. */
export interface Delivery {
  readonly id: string;
  readonly instance: string;
  readonly verdict: 'stored' | 'known' | 'copy' | 'contradicts' | 'ignored' | 'refused';
  readonly why: string;
  readonly claimId: string | null;
  readonly bytes: number;
  readonly at: Date;
  /** How many there were; 1 by default. */
  readonly times?: number;
}

/** The hour of an instant, as a text. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** Writes a notification down; one that ends as another of the same hour did is counted in that row. */
export const insertDelivery = async (db: Db, delivery: Delivery): Promise<void> => {
  const { id, instance, verdict, why, claimId, bytes, at, times = 1 } = delivery;
  await db
    .insertInto('pay_deliveries')
    .values({
      id,
      fold_key: [instance, verdict, claimId ?? '', why, hourOf(at)].join('|'),
      instance,
      verdict,
      why,
      claim_id: claimId,
      bytes,
      times,
      first_at: at,
      last_at: at,
    })
    .onConflict((c) =>
      c.column('fold_key').doUpdateSet({ times: sql`pay_deliveries.times + ${times}`, last_at: at, bytes }),
    )
    .execute();
};

/** How many notifications came since the start of an hour (UTC), by instance and end. */
export const countDeliveries = async (
  db: Db,
  since: Date,
): Promise<readonly { readonly instance: string; readonly verdict: string; readonly count: number }[]> => {
  const rows = await db
    .selectFrom('pay_deliveries')
    .select(['instance', 'verdict', (e) => e.fn.sum<string>('times').as('count')])
    .where('last_at', '>=', since)
    .groupBy(['instance', 'verdict'])
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
};

/** Forgets notifications of which the last came before an instant. */
export const removeOldDeliveries = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('pay_deliveries').where('last_at', '<', before).execute();
};

/** A notification with the money that it told of, and the trade that this names; null where there is none. */
export interface ListedDelivery extends DeliveryRow, NamedTrade {
  readonly reference: string | null;
  readonly amount: number | null;
  readonly currency: Currency | null;
}

/** Which notifications: of an instance, with an end, of a time; empty and undefined for any. */
export interface DeliveryFilter {
  readonly instance: string;
  readonly verdict?: Delivery['verdict'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The newest notifications that match. */
export const listDeliveries = async (
  db: Db,
  { instance, verdict, from, to }: DeliveryFilter,
  most: number,
): Promise<ListedDelivery[]> => {
  const rows = await db
    .selectFrom('pay_deliveries as d')
    .leftJoin('claims as c', 'c.id', 'd.claim_id')
    .leftJoin('trades as t', 't.id', 'c.trade_id')
    .leftJoin('orders as o', 'o.id', 't.order_id')
    .leftJoin('users as u', 'u.id', 't.user_id')
    .selectAll('d')
    .select(['c.reference', 'c.amount', 'c.currency', 't.id as trade_id'])
    .select(['t.order_id', 'o.name as order_name', 't.user_id', 'u.email'])
    .$if(instance !== '', (q) => q.where('d.instance', '=', instance))
    .$if(verdict !== undefined, (q) => q.where('d.verdict', '=', verdict!))
    .$if(from !== undefined, (q) => q.where('d.last_at', '>=', new Date(from!)))
    .$if(to !== undefined, (q) => q.where('d.first_at', '<=', new Date(to!)))
    .orderBy('d.last_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(most)
    .execute();
  return rows as ListedDelivery[];
};
