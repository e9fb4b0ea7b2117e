import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';

/** What an order gave, as it was written down then. Bytes, days, milli-yuan. */
export interface Given {
  readonly traffic: number;
  readonly vip_hours: number;
  readonly vip_before: Date | null;
  readonly vip_after: Date | null;
  readonly permission_ids: readonly string[];
  readonly permission_days: number;
  readonly granted_at: Date;
}

/** What an order gave; undefined when it was never paid. */
export const findGrant = async (db: Db, orderId: string): Promise<Given | undefined> =>
  db
    .selectFrom('order_grants')
    .select(['traffic', 'vip_hours', 'vip_before', 'vip_after', 'permission_ids', 'permission_days', 'granted_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();

/** The rebate of an order and whose it is; milli-yuan. */
export interface GivenRebate {
  readonly amount: number;
  readonly inviterId: string;
  readonly inviterNum: number;
  readonly email: string;
}

/** The rebate that an order earned; undefined when it earned none. */
export const findRebate = async (db: Db, orderId: string): Promise<GivenRebate | undefined> => {
  const { rows } = await sql<GivenRebate>`
    select e.amount, u.id as "inviterId", u.num as "inviterNum", u.email
      from ledger_tx x join ledger_entry e on e.tx_id = x.id
      join ledger_account a on a.id = e.account_id join users u on u.num = a.owner
     where x.idem_key = ${`rebate:${orderId}`} and a.kind = 'wallet_rebate'`.execute(db);
  return rows[0];
};

/** An inviter's rebates in the wallet, and what waits to be paid out; milli-yuan. */
export interface RebateMoney {
  readonly rebate: number;
  readonly waiting: number;
}

/** Both in one statement: a withdrawal that is returned at this moment is in exactly one of them. */
export const rebateMoneyOf = async (db: Db, userNum: number): Promise<RebateMoney> => {
  const { rows } = await sql<RebateMoney>`
    select coalesce(sum(balance) filter (where kind = 'wallet_rebate'), 0)::bigint as rebate,
           coalesce(sum(balance) filter (where kind = 'withdraw_pending'), 0)::bigint as waiting
      from ledger_account where owner = ${userNum} and unit = 'CNY_MILLI'`.execute(db);
  return rows[0]!;
};

/** What was taken back of an order, as it is stored. */
export type TakeBackRow = Selectable<DB['order_take_backs']>;

/** Stores what was taken back of an order. Throws a unique violation when that was done before. */
export const insertTakeBack = async (trx: Db, taken: Insertable<DB['order_take_backs']>): Promise<void> => {
  await trx.insertInto('order_take_backs').values(taken).execute();
};

/** What was taken back of an order; undefined when nothing was. */
export const findTakeBack = (db: Db, orderId: string): Promise<TakeBackRow | undefined> =>
  db.selectFrom('order_take_backs').selectAll().where('order_id', '=', orderId).executeTakeFirst();

/** A rebate whose order has an open flag. */
export interface FlaggedRebate {
  readonly userNum: number;
  readonly orderId: string;
  /** When it was earned. */
  readonly at: Date;
  /** Milli-yuan, less what was taken back of it. */
  readonly amount: number;
}

/** Rebates of these users whose orders have an open flag. */
export const flaggedRebates = async (db: Db, userNums: readonly number[]): Promise<FlaggedRebate[]> => {
  const { rows } = await sql<FlaggedRebate>`
    select a.owner as "userNum", f.order_id as "orderId", x.at, e.amount - coalesce(b.rebate, 0) as amount
      from order_flags f join ledger_tx x on x.idem_key = 'rebate:' || f.order_id
      join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
      left join order_take_backs b on b.order_id = f.order_id
     where f.state = 'open' and a.owner = any(${[...userNums]}::bigint[]) and a.kind = 'wallet_rebate'`.execute(db);
  return rows;
};
