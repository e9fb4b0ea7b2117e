import { isOpenOrder } from '@skyport/contract/order-states';
import type { Db } from '@skyport/db';
import { lockCustomer, type Customer } from '../accounts/index.ts';
import { refuse } from '../platform/refuse.ts';
import { findOrder, lockOrder, type OrderRow } from './order-store.ts';
import { texts } from './texts.ts';

/** An order with its account, both locked in this order. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly customer: Customer;
}

/** An order of an account; anybody else's does not exist. Refuses `notFound`. */
export const ownOrder = async (db: Db, id: string, userId: string): Promise<OrderRow> => {
  const order = await findOrder(db, id);
  return order?.user_id === userId ? order : refuse('notFound');
};

/** Locks an account, then an order; undefined when there is no such order. */
export const lockBehindAccount = async (trx: Db, id: string, userId: string): Promise<LockedOrder | undefined> => {
  const customer = await lockCustomer(trx, userId, 'share');
  const order = await lockOrder(trx, id);
  return order && { order, customer };
};

/** An order of an account, locked behind it; anybody else's does not exist. Refuses `notFound`. */
export const lockOwnOrder = async (trx: Db, id: string, userId: string): Promise<LockedOrder> => {
  const locked = await lockBehindAccount(trx, id, userId);
  return locked?.order.user_id === userId ? locked : refuse('notFound');
};

/** The same behind an account that is locked for itself, where a limit of it is counted. */
export const lockOwnOrderToCount = async (trx: Db, id: string, userId: string): Promise<LockedOrder> => {
  await lockCustomer(trx, userId, 'count');
  return lockOwnOrder(trx, id, userId);
};

/** Refuses `conflict` when an order can no longer be paid. */
export const refuseUnlessOpen = (order: OrderRow, now: Date): void => {
  if (order.status === 'paied') refuse('conflict', texts.isPaid);
  if (!isOpenOrder(order.status)) refuse('conflict', texts.isCancelled);
  if (order.expires_at <= now) refuse('conflict', texts.isOver);
};
