import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What staff decide about a prize. Bytes, days, and the share that is still paid in ten-thousandths. */
export interface PrizeDraft {
  readonly name: string;
  readonly description: string;
  readonly traffic: number;
  readonly vip_days: number;
  readonly weight: number;
  readonly has_coupon: boolean;
  readonly discount_bp: number;
  readonly discount_days: number;
  /** Name of an uploaded image; empty without one. */
  readonly photo: string;
}

/** A prize as it is stored. */
export interface PrizeRow extends PrizeDraft {
  readonly id: string;
  readonly created_at: Date;
}

const columns = [
  'id',
  'name',
  'description',
  'traffic',
  'vip_days',
  'weight',
  'has_coupon',
  'discount_bp',
  'discount_days',
  'photo',
  'created_at',
] as const;

/** All prizes that can be won, the oldest first: that is their order on the wheel. */
export const listPrizes = (db: Db): Promise<PrizeRow[]> =>
  db.selectFrom('prizes').select(columns).where('deleted_at', 'is', null).orderBy('created_at').orderBy('id').execute();

/** Ids of the prizes that show an image. */
export const listShowing = async (db: Db, photo: string): Promise<string[]> => {
  if (photo === '') return [];
  const rows = await db
    .selectFrom('prizes')
    .select('id')
    .where('photo', '=', photo)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
};

/** Lets prizes be changed one after the other until the transaction ends; draws do not wait. */
export const lockPrizes = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('prizes', 0))`.execute(trx);
};

/** Locks a prize for the rest of the transaction and reads it. */
export const lockPrize = (trx: Db, id: string): Promise<PrizeRow | undefined> =>
  trx
    .selectFrom('prizes')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Stores a new prize. */
export const insertPrize = (trx: Db, draft: PrizeDraft, { id, at }: { id: string; at: Date }): Promise<PrizeRow> =>
  trx
    .insertInto('prizes')
    .values({ ...draft, id, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Saves a locked prize. */
export const changePrize = (trx: Db, id: string, draft: PrizeDraft): Promise<PrizeRow> =>
  trx.updateTable('prizes').set(draft).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

/** Deletes a locked prize; draws that gave it stay. */
export const removePrize = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('prizes').set({ deleted_at: at }).where('id', '=', id).execute();
};
