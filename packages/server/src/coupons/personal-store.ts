import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { couponColumns, withCouponType, type CouponRow } from './store.ts';

/** Coupons of one account alone that staff see at most: as many are made as customers draw. */
const MOST_PERSONAL = 1000;

/** Ids of the newest coupons of one account alone. */
const newestPersonal = (db: Db) =>
  db
    .selectFrom('coupons')
    .select('id')
    .where('owner_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(MOST_PERSONAL);

/** All coupons of staff, and the newest that were drawn, newest first. */
export const listCoupons = async (db: Db): Promise<CouponRow[]> => {
  const rows = await db
    .selectFrom('coupons')
    .select(couponColumns)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('owner_id', 'is', null), eb('id', 'in', newestPersonal(db))]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(withCouponType);
};

/** Coupons by their ids, deleted ones too. */
export const listById = async (db: Db, ids: readonly string[]): Promise<CouponRow[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('coupons')
    .select(couponColumns)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return rows.map(withCouponType);
};

/** Coupons of one account alone that can be used now, the one that ends first in front. */
export const listUsable = async (db: Db, ownerId: string, now: Date): Promise<CouponRow[]> => {
  const rows = await db
    .selectFrom('coupons')
    .select(couponColumns)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or, ref }) => or([eb('total', '=', 0), eb('used', '<', ref('total'))]))
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  return rows.map(withCouponType);
};
