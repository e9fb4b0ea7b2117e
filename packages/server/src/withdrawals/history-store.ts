import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Something that changed what a wallet has, in milli-yuan. */
export interface WalletMove {
  readonly id: string;
  /** The posting's own name. */
  readonly key: string;
  readonly kind: string;
  /** Name of the order that it is about; empty for none. */
  readonly order_name: string;
  /** Signed: below 0 money went out. */
  readonly delta: number;
  /** What the wallet had after it. */
  readonly left_after: number;
  readonly at: Date;
}

/** Postings that stand in lists of their own. */
const ELSEWHERE = ['rebate', 'withdraw', 'withdraw_back', 'withdraw_paid'];

/** Both accounts of a wallet. */
const accountsOf = (userNum: number) => sql`
  ledger_account a where a.owner = ${userNum} and a.kind in ('wallet', 'wallet_rebate') and a.unit = 'CNY_MILLI'`;

/** The money of a wallet after the posting `p.id`: both accounts by their newest entries up to it. */
const leftAfter = (userNum: number) => sql`
  (select coalesce(sum(b.balance_after), 0)::bigint
     from (select a.id from ${accountsOf(userNum)}) a
    cross join lateral (
      select e.balance_after from ledger_entry e where e.account_id = a.id and e.tx_id <= p.id
       order by e.tx_id desc, e.seq desc limit 1) b)`;

/** What a wallet spent and got back, but for rebates and withdrawals, newest first. */
export const listSpends = async (db: Db, userNum: number, most: number): Promise<readonly WalletMove[]> => {
  const { rows } = await sql<WalletMove>`
    with page as (
      select x.id, x.idem_key, x.kind, x.ref, x.at, sum(e.amount)::bigint as delta
        from (select a.id from ${accountsOf(userNum)}) a
        join ledger_entry e on e.account_id = a.id
        join ledger_tx x on x.id = e.tx_id and x.kind <> all(${ELSEWHERE}::text[])
       group by x.id having sum(e.amount) <> 0 order by x.id desc limit ${most})
    select p.id::text as id, p.idem_key as key, p.kind, coalesce(o.name, '') as order_name, p.delta,
           ${leftAfter(userNum)} as left_after, p.at
      from page p
      left join orders o on o.id = case when p.ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p.ref::uuid end
     order by p.id desc`.execute(db);
  return rows;
};

/** What a wallet had after each of some withdrawals was asked for, by the withdrawal's id. */
export const leftAfterWithdrawals = async (
  db: Db,
  userNum: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; left_after: number }>`
    select w.id, ${leftAfter(userNum)} as left_after
      from unnest(${[...ids]}::text[]) as w (id) join ledger_tx p on p.idem_key = 'withdraw:' || w.id`.execute(db);
  return new Map(rows.map(({ id, left_after }) => [id, left_after]));
};
