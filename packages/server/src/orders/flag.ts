import type { FlagReason } from '@skyport/contract/order-flags';
import type { Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { refuse } from '../platform/refuse.ts';
import { closeFlag, findFlag, insertFlag, lockOpenFlag, type FlagRow } from './flag-store.ts';
import { lockBehindAccount, type LockedOrder } from './lock.ts';
import { findOrder, type OrderRow } from './order-store.ts';
import { creditedOf } from './payment-store.ts';
import { flagTexts as texts } from './flag-texts.ts';

/** Whether money came for an order: only then it can go back. */
export const hasMoney = async (db: Db, { id, status }: Pick<OrderRow, 'id' | 'status'>): Promise<boolean> =>
  status === 'paied' || ((await creditedOf(db, [id])).get(id) ?? 0) > 0;

/** An order that staff flag by hand. */
export interface FlaggedByHand {
  /** Of the new flag. */
  readonly id: string;
  readonly orderId: string;
  readonly reason: FlagReason;
  readonly note: string;
  /** Id of whoever flags it. */
  readonly by: string;
}

/** Flags an order by hand. Refuses `notFound`, and `conflict` when it is flagged or no money came for it. */
export const flagOrder = async (trx: Db, deps: Deps, flag: FlaggedByHand): Promise<void> => {
  const { order } = await lockOrderOf(trx, flag.orderId);
  if (await lockOpenFlag(trx, order.id)) refuse('conflict', texts.isFlagged);
  if (!(await hasMoney(trx, order))) refuse('conflict', texts.noMoney);
  const { id, reason, note, by } = flag;
  await insertFlag(trx, { id, order_id: order.id, reason, note, opened_by: by, opened_at: deps.clock.now() });
};

const lockOrderOf = async (trx: Db, orderId: string): Promise<LockedOrder> => {
  const found = (await findOrder(trx, orderId)) ?? refuse('notFound');
  return (await lockBehindAccount(trx, found.id, found.user_id)) ?? refuse('notFound');
};

/** Locks an open flag behind its account and its order. Refuses `notFound`, and `conflict` when it is ended. */
export const lockFlagged = async (trx: Db, flagId: string): Promise<LockedOrder & { readonly flag: FlagRow }> => {
  const found = (await findFlag(trx, flagId)) ?? refuse('notFound');
  const locked = await lockOrderOf(trx, found.order_id);
  const flag = await lockOpenFlag(trx, found.order_id);
  return flag?.id === flagId ? { ...locked, flag } : refuse('conflict', texts.isEnded);
};

/** What staff decide about a flag. */
export interface FlagDecision {
  readonly flagId: string;
  readonly reason: string;
  /** Id of whoever decides. */
  readonly by: string;
}

/** Ends an open flag and takes nothing back. Refuses `notFound`, and `conflict` when it is ended. Gives its order. */
export const dismissFlag = async (trx: Db, deps: Deps, { flagId, reason, by }: FlagDecision): Promise<OrderRow> => {
  const { flag, order } = await lockFlagged(trx, flagId);
  await closeFlag(trx, flag.id, { state: 'dismissed', by, at: deps.clock.now(), why: reason });
  return order;
};
