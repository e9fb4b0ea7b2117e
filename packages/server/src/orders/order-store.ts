import { livingTradeStates, openOrderStates, type OrderState } from '@skyport/contract/order-states';
import type { OrderCouponType } from '@skyport/contract/orders';
import type { DB, Db } from '@skyport/db';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { providerHasNotAnswered } from './query-store.ts';
import { isUnread, type ReadMark } from './watched-store.ts';

type Stored = Selectable<DB['orders']>;

/** An order as it is stored: milli-yuan, bytes, days. */
export interface OrderRow extends Omit<Stored, 'status' | 'coupon_type'> {
  readonly status: OrderState;
  readonly coupon_type: OrderCouponType | '';
}

const asOrderRow = (row: Stored): OrderRow => row as OrderRow;

/** Stores a new order. */
export const insertOrder = async (trx: Db, order: Insertable<DB['orders']>): Promise<OrderRow> =>
  asOrderRow(await trx.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow());

/** An order, or undefined. */
export const findOrder = async (db: Db, id: string): Promise<OrderRow | undefined> => {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asOrderRow(row);
};

/** Locks an order until the transaction ends: after its account, before its trades. */
export const lockOrder = async (trx: Db, id: string): Promise<OrderRow | undefined> => {
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && asOrderRow(row);
};

/** Locks the open orders of an account, oldest first. */
export const lockOpenOrders = async (trx: Db, userId: string): Promise<OrderRow[]> => {
  const rows = await trx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', openOrderStates)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(asOrderRow);
};

/** The newest orders of an account. */
export const listOrders = async (db: Db, userId: string, most: number): Promise<OrderRow[]> => {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(asOrderRow);
};

/** Those of the orders whose product is not sold any more. */
export const listOffSale = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('combos as c', 'c.id', 'o.combo_id')
    .select('o.id')
    .where('o.id', 'in', [...ids, NO_ORDER])
    .where('c.deleted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** An id that no order has: a list must not be empty. */
const NO_ORDER = '00000000-0000-0000-0000-000000000000';

/** What may change of an order beside its state. */
export type OrderChange = Omit<Updateable<DB['orders']>, 'id' | 'status'>;

/** Writes a locked order. */
export const changeOrder = async (trx: Db, id: string, change: OrderChange): Promise<OrderRow> =>
  asOrderRow(await trx.updateTable('orders').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow());

/**
 * Moves an order to another state, in one statement that names the states it may come from; undefined, and nothing is
 * changed, when it is in none of them.
 */
export const moveOrder = async (
  trx: Db,
  id: string,
  {
    from,
    to,
    change = {},
  }: { readonly from: readonly OrderState[]; readonly to: OrderState; readonly change?: OrderChange },
): Promise<OrderRow | undefined> => {
  const row = await trx
    .updateTable('orders')
    .set({ ...change, status: to })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returningAll()
    .executeTakeFirst();
  return row && asOrderRow(row);
};

/** Which orders are due at `now`: see `listDueOrders`. */
interface DueAt extends Readonly<Record<'now' | 'waitingLimit' | 'failedBefore', Date>> {
  /** Up to which moment each chain watcher has read. */
  readonly marks: readonly ReadMark[];
}

/**
 * Ids of open orders whose time is over at `now`, the longest over first. An order with a living trade, or with a trade
 * of which nobody knows yet whether it was paid, is left out, unless it was over at `waitingLimit` already and is no
 * longer waited for. One that could not be ended after `failedBefore` is left out until it is tried again.
 */
export const listDueOrders = async (
  db: Db,
  { now, waitingLimit, failedBefore, marks }: DueAt,
  most: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.status', 'in', openOrderStates)
    .where('o.expires_at', '<=', now)
    .where(({ eb, or }) => or([eb('o.expiry_failed_at', 'is', null), eb('o.expiry_failed_at', '<=', failedBefore)]))
    .where(({ eb, not, or, exists, selectFrom }) =>
      or([
        eb('o.expires_at', '<=', waitingLimit),
        not(
          exists(
            selectFrom('trades as t')
              .select('t.id')
              .whereRef('t.order_id', '=', 'o.id')
              .where(({ eb: of, or: any }) =>
                any([of('t.status', 'in', livingTradeStates), providerHasNotAnswered, isUnread(marks)]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('o.expires_at')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};
