import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Rebate } from './rules.ts';

/** Postings that give a rebate, or take it back. */
const REBATES = ['rebate', 'take_back'];

/**
 * Rebates of an account that are newer than an instant, or of orders that are named, as far as they were not taken
 * back. Milli-yuan.
 */
export const listRebates = async (
  db: Db,
  userNum: number,
  { since, orders }: { readonly since: Date; readonly orders: readonly string[] },
): Promise<readonly Omit<Rebate, 'flagged'>[]> => {
  const { rows } = await sql<{ order_id: string; amount: number; at: Date }>`
    select x.ref as order_id, sum(e.amount)::bigint as amount, min(x.at) as at
      from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_tx x on x.id = e.tx_id
     where a.owner = ${userNum} and a.kind = 'wallet_rebate' and x.kind = any(${REBATES}::text[])
       and (x.at > ${since} or x.ref = any(${[...orders]}::text[]))
     group by x.ref
    having sum(e.amount) > 0`.execute(db);
  return rows.map(({ order_id, amount, at }) => ({ orderId: order_id, amount: Number(amount), at }));
};
