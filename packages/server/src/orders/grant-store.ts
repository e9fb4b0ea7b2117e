import type { Db } from '@skyport/db';
import type { MembershipChange } from '../traffic/index.ts';
import type { Gift } from './gift.ts';
import type { OrderRow } from './order-store.ts';

/** What an order gave. */
interface Grant {
  readonly order: OrderRow;
  readonly gift: Gift;
  readonly membership: MembershipChange;
  /** Ids of the permissions that existed. */
  readonly permissions: readonly string[];
  readonly at: Date;
}

/** Stores what an order gave. Throws a unique violation when it gave something before. */
export const insertGrant = async (trx: Db, { order, gift, membership, permissions, at }: Grant): Promise<void> => {
  await trx
    .insertInto('order_grants')
    .values({
      order_id: order.id,
      traffic: gift.traffic,
      vip_hours: gift.hours,
      vip_before: membership.before,
      vip_after: membership.after,
      permission_ids: [...permissions],
      permission_days: order.permission_days,
      granted_at: at,
    })
    .execute();
};
