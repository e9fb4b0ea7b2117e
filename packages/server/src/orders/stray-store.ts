import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Currency } from '../platform/payment-providers.ts';
import type { StrayReason } from './claim-rules.ts';

/** Currency of unmatched payments, and the reason why they match no trade. */
interface StrayKind {
  readonly currency: Currency;
  readonly reason: StrayReason;
}

/** Unmatched payments of one notice; `amount` in thousandths of the currency. */
export interface StraySum extends StrayKind {
  readonly count: number;
  readonly amount: number;
}

/** Whether a notice about such payments was sent since an instant. */
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

/** Records the time of a payment's notice to staff. */
export const markTold = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('payments').set({ told_at: at }).where('id', '=', id).execute();
};

/** Records a notice for every unmatched payment that has none yet; returns their sums. */
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
