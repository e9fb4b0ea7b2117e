import { openOrderStates } from '@skyport/contract/order-states';
import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';

/** Money that is watched on one network for an instance. */
export interface WatchedMoney {
  readonly instance: string;
  readonly network: string;
}

/** Up to which moment all of that was read by its watcher. */
export interface ReadMark extends WatchedMoney {
  readonly upTo: Date;
}

/** By whom, and on which networks, the unpaid trades of orders can be paid whose time is over at `now`. */
export const listDueNetworks = async (db: Db, now: Date): Promise<readonly WatchedMoney[]> =>
  db
    .selectFrom('orders as o')
    .innerJoin('trades as t', 't.order_id', 'o.id')
    .select(['t.instance', 't.network'])
    .distinct()
    .where('o.status', 'in', openOrderStates)
    .where('o.expires_at', '<=', now)
    .execute();

/**
 * SQL that says whether money that came for a trade `t` of an order `o` before the order's end, or before the trade's
 * where that is later, may not have been read yet. Of instances without a mark nothing is read: they are asked.
 */
export const isUnread = (marks: readonly ReadMark[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from unnest(${marks.map(({ instance }) => instance)}::text[], ${marks.map(({ network }) => network)}::text[],
                     ${marks.map(({ upTo }) => upTo)}::timestamptz[]) as mark (instance, network, up_to)
   where mark.instance = t.instance and mark.network = t.network and t.status in ('asking', 'open', 'closed')
     and mark.up_to < greatest(o.expires_at, t.expires_at))`;
