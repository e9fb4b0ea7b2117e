import type { FlagReason } from '@skyport/contract/order-flags';
import type { OrderState, TradeState } from '@skyport/contract/order-states';
import type { TradeMode } from '@skyport/contract/orders';
import type { TradeFilter } from '@skyport/contract/payments';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { idRangeOf } from '../platform/id-range.ts';
import { containing } from '../platform/like-pattern.ts';
import { findUsersLike } from '../platform/users-like-store.ts';

/** A trade with what its order and its buyer say of it. Milli-yuan, bytes, days. */
export interface TradeListRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly channel_code: string;
  readonly order_id: string;
  readonly order_status: OrderState;
  readonly name: string;
  readonly traffic: number;
  readonly vip_days: number;
  readonly bonus_percent: number;
  readonly status: TradeState;
  readonly mode: TradeMode;
  readonly instance: string;
  readonly device: 'pc' | 'mobile';
  readonly amount: number;
  readonly fee: number;
  readonly received: number | null;
  readonly unclaimed: number;
  readonly reward: number;
  /** Why its order is flagged and waits for staff. */
  readonly flag: FlagReason | null;
  readonly created_at: Date;
  readonly off_sale: boolean;
}

const listed = sql`
    select t.id, t.user_id, u.email, u.channel_code, t.order_id, o.status as order_status, o.name, o.traffic, o.vip_days,
           o.bonus_percent, t.status, t.mode, t.instance, t.device, t.amount, t.fee, t.received, t.reward,
           t.created_at,
           exists (select from combos c where c.id = o.combo_id and c.deleted_at is not null) as off_sale,
           (select f.reason from order_flags f where f.order_id = o.id and f.state = 'open') as flag,
           (select coalesce(sum(p.yuan), 0)::bigint from payments p
             where p.trade_id = t.id and p.outcome = 'unclaimed') as unclaimed
      from trades t join orders o on o.id = t.order_id join users u on u.id = t.user_id`;

/** One trade by its id, with hyphens or without. */
export const findListedTrade = async (db: Db, id: string): Promise<TradeListRow | undefined> => {
  const { rows } = await sql<TradeListRow>`${listed} where t.id = ${id}::uuid`.execute(db);
  return rows[0];
};

/** Matches trades by a part of the buyer's address, or by the beginning of a trade or order number. */
const matchingText = async (db: Db, text: string) => {
  if (text === '') return sql`true`;
  const [users, range] = [await findUsersLike(db, text), idRangeOf(text)];
  const buyer = users
    ? sql`t.user_id = any(${users.ids}::uuid[])`
    : sql`t.user_id in (select id from users where email ilike ${containing(text)})`;
  if (!range) return buyer;
  const between = sql`between ${range.from}::uuid and ${range.to}::uuid`;
  return sql`(${buyer} or t.id ${between} or t.order_id ${between})`;
};

const matching = async (db: Db, { filterStr, flagged }: TradeFilter) => {
  const text = await matchingText(db, filterStr);
  return flagged ? sql`${text} and t.order_id in (select order_id from order_flags where state = 'open')` : text;
};

/** The newest trades that match. */
export const listNewestTrades = async (db: Db, filter: TradeFilter, most: number): Promise<TradeListRow[]> => {
  const { rows } = await sql<TradeListRow>`
    ${listed} where ${await matching(db, filter)} order by t.created_at desc, t.id desc limit ${most}`.execute(db);
  return rows;
};

/** Trades that match behind one of them, by id from the newest to the oldest; cut before anything is joined. */
export const listTradesBehind = async (
  db: Db,
  filter: TradeFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<TradeListRow[]> => {
  const { rows } = await sql<TradeListRow>`
    ${listed}
     where t.id = any(array(
       select t.id from trades t
        where ${await matching(db, filter)} ${after === undefined ? sql`` : sql`and t.id < ${after}::uuid`}
        order by t.id desc limit ${limit}))
     order by t.id desc`.execute(db);
  return rows;
};

/** How many trades match. */
export const countTrades = async (db: Db, filter: TradeFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trades t where ${await matching(db, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
};
