import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';

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
}

/** The hour of an instant, as a text. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

/** Writes a notification down; one that ends as another of the same hour did is counted in that row. */
export const insertDelivery = async (db: Db, delivery: Delivery): Promise<void> => {
  const { id, instance, verdict, why, claimId, bytes, at } = delivery;
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
      first_at: at,
      last_at: at,
    })
    .onConflict((c) => c.column('fold_key').doUpdateSet({ times: sql`pay_deliveries.times + 1`, last_at: at, bytes }))
    .execute();
};

/** Forgets notifications of which the last came before an instant. */
export const removeOldDeliveries = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('pay_deliveries').where('last_at', '<', before).execute();
};

/** Which notifications: of an instance, with an end, of a time; empty and undefined for any. */
export interface DeliveryFilter {
  readonly instance: string;
  readonly verdict?: Delivery['verdict'] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The newest notifications that match. */
export const listDeliveries = (
  db: Db,
  { instance, verdict, from, to }: DeliveryFilter,
  most: number,
): Promise<DeliveryRow[]> =>
  db
    .selectFrom('pay_deliveries')
    .selectAll()
    .$if(instance !== '', (q) => q.where('instance', '=', instance))
    .$if(verdict !== undefined, (q) => q.where('verdict', '=', verdict!))
    .$if(from !== undefined, (q) => q.where('last_at', '>=', new Date(from!)))
    .$if(to !== undefined, (q) => q.where('first_at', '<=', new Date(to!)))
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
