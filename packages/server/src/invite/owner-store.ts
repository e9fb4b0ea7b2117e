import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** What of its account the owner of a channel is told beside the channel. */
export interface OwnerRow {
  readonly is_agency: boolean;
  readonly is_agency_user: boolean;
  readonly prefer_domain: string;
}

/** The account that a channel belongs to. Throws when there is none. */
export const getOwner = (db: Db, userId: string): Promise<OwnerRow> =>
  db
    .selectFrom('users')
    .select(['is_agency', 'is_agency_user', 'prefer_domain'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

/** Has whoever makes a channel for an account wait for one that does so already. */
export const lockOwner = async (trx: Db, userId: string): Promise<void> => {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
};

/** A part of a list. */
interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** Accounts that came by any code of an account's, and could be confirmed. */
const invitedBy = (db: Db, userId: string) =>
  db
    .selectFrom('channel_codes as k')
    .innerJoin('users as u', 'u.channel_code', 'k.code')
    .where('k.user_id', '=', userId)
    .where('u.id', '<>', userId)
    .where('u.confirmed', '=', true);

/** How many accounts came by a channel. */
export const countInvited = async (db: Db, userId: string): Promise<number> => {
  const row = await invitedBy(db, userId)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** Accounts that came by a channel, newest first. */
export const listInvited = (
  db: Db,
  userId: string,
  { limit, offset }: Part,
): Promise<{ readonly id: string; readonly email: string; readonly created_at: Date }[]> =>
  invitedBy(db, userId)
    .select(['u.id', 'u.email', 'u.created_at'])
    .orderBy('u.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** A rebate as it stands in the ledger, with the order that earned it. Milli-yuan. */
export interface RebateRow {
  readonly order_id: string;
  readonly email: string;
  readonly name: string;
  readonly cash: number;
  readonly reward: number;
  readonly at: Date;
  /** Both parts of the wallet after it. */
  readonly left: number;
}

const rebatesOf = (userNum: number) => sql`
  ledger_account a join ledger_entry x on x.account_id = a.id join ledger_tx t on t.id = x.tx_id and t.kind = 'rebate'
    where a.owner = ${userNum} and a.kind = 'wallet_rebate' and a.unit = 'CNY_MILLI' and x.amount > 0`;

/** How many rebates an account got, and how much in all. */
export const sumRebates = async (
  db: Db,
  userNum: number,
): Promise<{ readonly count: number; readonly sum: number }> => {
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::int as count, coalesce(sum(x.amount), 0)::bigint as sum from ${rebatesOf(userNum)}`.execute(db);
  return rows[0] ?? { count: 0, sum: 0 };
};

/** Rebates of an account, newest first. */
export const listRebates = async (db: Db, userNum: number, { limit, offset }: Part): Promise<RebateRow[]> => {
  const { rows } = await sql<RebateRow>`
    with page as (
      select t.id, t.ref::uuid as order_id, t.at, x.amount as reward, x.balance_after as rebates
        from ${rebatesOf(userNum)}
       order by t.id desc limit ${limit} offset ${offset})
    select p.order_id, u.email, o.name, o.price - o.discount - o.wallet_spend as cash, p.reward, p.at,
           p.rebates + coalesce((
             select w.balance_after from ledger_entry w join ledger_account b on b.id = w.account_id
              where b.owner = ${userNum} and b.kind = 'wallet' and b.unit = 'CNY_MILLI' and w.tx_id < p.id
              order by w.tx_id desc, w.seq desc limit 1), 0) as "left"
      from page p join orders o on o.id = p.order_id join users u on u.id = o.user_id
     order by p.id desc`.execute(db);
  return rows;
};
