import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Currency } from '../platform/payment-providers.ts';
import type { StrayReason } from './claim-rules.ts';

/** Why money is for no trade, and in which currency it came. */
interface StrayKind {
  readonly currency: Currency;
  readonly reason: StrayReason;
}

/** Money for no trade that is told together; thousandths of its currency. */
export interface StraySum extends StrayKind {
  readonly count: number;
  readonly amount: number;
}

/** Whether staff were told of such money since an instant. */
export const isToldSince = async (trx: Db, { currency, reason }: StrayKind, since: Date): Promise<boolean> => {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('told_at', '>', since)
    .where('currency', '=', currency)
    .where('reason', '=', reason)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Notes that staff were told of a payment. */
export const markTold = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('payments').set({ told_at: at }).where('id', '=', id).execute();
};

/** Notes that staff are told of all money for no trade of which they were not yet; gives it summed up. */
export const markStraysTold = async (trx: Db, at: Date): Promise<StraySum[]> => {
  const { rows } = await sql<StraySum>`
    with told as (
      update payments set told_at = ${at}
       where outcome = 'unclaimed' and told_at is null and reason in ('unknown', 'instance', 'currency')
      returning currency, reason, amount)
    select currency, reason, count(*)::integer as count, sum(amount)::bigint as amount from told
     group by currency, reason order by currency, reason`.execute(trx);
  return rows;
};
