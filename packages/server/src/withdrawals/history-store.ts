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

/** Every posting of a wallet, both of its accounts together, and what it left. */
const movesOf = (userNum: number) => sql`
  select m.*, sum(m.delta) over (order by m.id) as left_after from (
    select x.id, x.idem_key as key, x.kind, x.ref, x.at, sum(e.amount) as delta
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_tx x on x.id = e.tx_id
     where a.owner = ${userNum} and a.kind in ('wallet', 'wallet_rebate') and a.unit = 'CNY_MILLI'
     group by x.id) m`;

/** What a wallet spent and got back, but for rebates and withdrawals, newest first. */
export const listSpends = async (db: Db, userNum: number, most: number): Promise<readonly WalletMove[]> => {
  const { rows } = await sql<WalletMove>`
    select w.id::text as id, w.key, w.kind, coalesce(o.name, '') as order_name, w.delta::bigint as delta,
           w.left_after::bigint as left_after, w.at
      from (${movesOf(userNum)}) w
      left join orders o on o.id = case when w.ref ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then w.ref::uuid end
     where w.delta <> 0 and w.kind <> all(${ELSEWHERE}::text[])
     order by w.id desc limit ${most}`.execute(db);
  return rows;
};

/** What a wallet had after each withdrawal was asked for, by the withdrawal's id. */
export const leftAfterWithdrawals = async (db: Db, userNum: number): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; left_after: number }>`
    select substr(w.key, ${'withdraw:'.length + 1}) as id, w.left_after::bigint as left_after
      from (${movesOf(userNum)}) w where w.kind = 'withdraw'`.execute(db);
  return new Map(rows.map(({ id, left_after }) => [id, left_after]));
};
