import type { CouponType } from '@skyport/contract/coupons';
import { codeKey } from '@skyport/contract/shapes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** A coupon as it is stored. Bytes, milli-yuan, and the share that is paid in ten-thousandths. */
export interface CouponRow {
  readonly id: string;
  readonly name: string;
  readonly type: CouponType;
  readonly code: string;
  readonly taobao: boolean;
  readonly traffic: number;
  readonly traffic_limited: boolean;
  readonly traffic_hours: number;
  readonly vip_days: number;
  readonly money: number;
  readonly discount_bp: number;
  readonly per_user: number;
  readonly total: number;
  readonly used: number;
  readonly vip_expire_days: number;
  readonly expires_at: Date;
  readonly created_at: Date;
  /** Id of whoever made it. */
  readonly made_by: string | null;
  /** Id of whoever last decided what it is worth; null where nobody remembers. */
  readonly worth_by: string | null;
  /** Id of the only account that may use it; null for one that is for everybody. */
  readonly owner_id: string | null;
  /** Found by this very spelling of its code alone: one of several old codes that differ in case only. */
  readonly code_exact: boolean;
}

/** The columns of a coupon. */
export const couponColumns = [
  'id',
  'name',
  'type',
  'code',
  'taobao',
  'traffic',
  'traffic_limited',
  'traffic_hours',
  'vip_days',
  'money',
  'discount_bp',
  'per_user',
  'total',
  'used',
  'vip_expire_days',
  'expires_at',
  'created_at',
  'made_by',
  'worth_by',
  'owner_id',
  'code_exact',
] as const;

/** What staff decide about a coupon; everything else is counted or remembered. */
export type CouponDraft = Omit<
  CouponRow,
  'id' | 'used' | 'created_at' | 'made_by' | 'worth_by' | 'owner_id' | 'code_exact'
>;

/** A row whose type is one of those that the database lets in. */
export const withCouponType = <T extends { type: string }>(row: T): T & { type: CouponType } =>
  row as T & { type: CouponType };

/** The key by which stored codes are compared, as the unique index has it. */
const storedKey = sql<string>`lower(code collate "C")`;

/** Coupons that a typed code can mean, without deleted ones; several only where old codes differ in case alone. */
export const listByCode = async (db: Db, code: string): Promise<CouponRow[]> => {
  const rows = await db
    .selectFrom('coupons')
    .select(couponColumns)
    .where(storedKey, '=', codeKey(code))
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(withCouponType);
};

/** Whether another coupon, deleted or not, has a code that differs from this one in case at most. */
export const isCodeTaken = async (db: Db, code: string, exceptId: string | null): Promise<boolean> => {
  const row = await db
    .selectFrom('coupons')
    .select('id')
    .where(storedKey, '=', codeKey(code))
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst();
  return row !== undefined;
};

/** Locks a coupon for the rest of the transaction and reads it. */
export const lockCoupon = async (trx: Db, id: string): Promise<CouponRow | undefined> => {
  const row = await trx
    .selectFrom('coupons')
    .select(couponColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && withCouponType(row);
};

/** Locks those of the coupons that are not deleted, in one order; gives their ids. */
export const lockCoupons = async (trx: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('coupons')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Stores a new coupon, worth what its maker says; nobody has made one that was drawn. Throws a unique violation when
 * the code is taken, even by a deleted coupon.
 */
export const insertCoupon = async (
  db: Db,
  draft: CouponDraft,
  { id, at, madeBy, ownerId = null }: { id: string; at: Date; madeBy: string | null; ownerId?: string | null },
): Promise<CouponRow> =>
  withCouponType(
    await db
      .insertInto('coupons')
      .values({ ...draft, id, created_at: at, made_by: madeBy, worth_by: madeBy, owner_id: ownerId })
      .returning(couponColumns)
      .executeTakeFirstOrThrow(),
  );

/** Saves a locked coupon. Throws a unique violation when the code is taken. */
export const changeCoupon = async (
  trx: Db,
  id: string,
  draft: CouponDraft & Pick<CouponRow, 'worth_by' | 'code_exact'>,
): Promise<CouponRow> =>
  withCouponType(
    await trx.updateTable('coupons').set(draft).where('id', '=', id).returning(couponColumns).executeTakeFirstOrThrow(),
  );

/** Deletes coupons for everyone; their uses stay on record. */
export const removeCoupons = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await db
    .updateTable('coupons')
    .set({ deleted_at: at })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Takes one of a coupon's uses, in one statement; false when none is left, it has expired or is deleted. */
export const takeUse = async (trx: Db, id: string, now: Date): Promise<boolean> => {
  const taken = await trx
    .updateTable('coupons')
    .set({ used: sql`used + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or, ref }) => or([eb('total', '=', 0), eb('used', '<', ref('total'))]))
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
};

/** Slots of a coupon that a user has taken. */
export const listSlots = async (db: Db, couponId: string, userId: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('coupon_uses')
    .select('slot')
    .where('coupon_id', '=', couponId)
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .execute();
  return rows.map(({ slot }) => slot);
};

/** What a coupon was worth to an order when it was applied: later edits of the coupon change nothing of it. */
export interface AppliedCoupon {
  readonly orderId: string;
  /** Milli-yuan that it took off. */
  readonly discount: number;
  /** The share that was still paid, in ten-thousandths. */
  readonly discountBp: number;
}

/** One use of a coupon. */
export interface CouponUse {
  readonly id: string;
  readonly couponId: string;
  readonly userId: string;
  readonly type: CouponType;
  readonly slot: number;
  readonly traffic: number;
  readonly days: number;
  readonly at: Date;
  /** What it did to an order; missing for a coupon that was redeemed without one. */
  readonly applied?: AppliedCoupon;
}

/** Stores a use. Throws a unique violation when the user's slot is taken already. */
export const insertUse = async (trx: Db, use: CouponUse): Promise<void> => {
  await trx
    .insertInto('coupon_uses')
    .values({
      id: use.id,
      coupon_id: use.couponId,
      user_id: use.userId,
      type: use.type,
      slot: use.slot,
      traffic: use.traffic,
      days: use.days,
      used_at: use.at,
      order_id: use.applied?.orderId ?? null,
      discount: use.applied?.discount ?? null,
      discount_bp: use.applied?.discountBp ?? null,
    })
    .execute();
};

/**
 * Releases a use: its slot is free again, and the coupon has one use more. It locks the coupon. Nothing happens to a
 * use that was released before.
 */
export const releaseUse = async (trx: Db, useId: string, at: Date): Promise<void> => {
  await sql`
    with released as (
      update coupon_uses set released_at = ${at} where id = ${useId} and released_at is null returning coupon_id)
    update coupons set used = used - 1 from released where id = coupon_id`.execute(trx);
};

/** Whether the coupon of a use is deleted. */
export const isUseOfDeleted = async (db: Db, useId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('coupon_uses as use')
    .innerJoin('coupons as c', 'c.id', 'use.coupon_id')
    .select('c.deleted_at')
    .where('use.id', '=', useId)
    .executeTakeFirst();
  return row === undefined || row.deleted_at !== null;
};

/** A use with what its record shows of coupon and user. */
export interface UseRecord {
  readonly id: string;
  readonly user_id: string;
  readonly code: string;
  readonly type: CouponType;
  readonly traffic: number;
  readonly days: number;
  /** What it took off an order, and the share that was still paid; null for a coupon redeemed without an order. */
  readonly discount: number | null;
  readonly discount_bp: number | null;
  readonly used_at: Date;
  readonly released_at: Date | null;
}

/** Uses with their coupons, deleted coupons' too. */
const uses = (db: Db) =>
  db
    .selectFrom('coupon_uses as use')
    .innerJoin('coupons as c', 'c.id', 'use.coupon_id')
    .select(['use.id', 'use.user_id', 'c.code', 'use.type', 'use.traffic', 'use.days', 'use.discount'])
    .select(['use.discount_bp', 'use.used_at', 'use.released_at']);

/** Uses behind one of them, by id from the newest to the oldest. */
export const listUsesBehind = async (
  db: Db,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<UseRecord[]> => {
  const rows = await uses(db)
    .$if(after !== undefined, (q) => q.where('use.id', '<', after!))
    .orderBy('use.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withCouponType);
};

/** How many uses there are. */
export const countUses = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from coupon_uses`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The newest uses, deleted coupons' too. */
export const listUses = async (db: Db, limit: number, userId?: string): Promise<UseRecord[]> => {
  const rows = await uses(db)
    .$if(userId !== undefined, (q) => q.where('use.user_id', '=', userId!))
    .orderBy('use.used_at', 'desc')
    .orderBy('use.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withCouponType);
};
