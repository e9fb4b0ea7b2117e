import type { DB, Db } from '@skyport/db';
import { sql, type Insertable, type Selectable } from 'kysely';

/** Money that arrived, as it is stored. */
export type PaymentRow = Selectable<DB['payments']>;

/** Stores money that arrived; false when its reference is known. */
export const insertPayment = async (trx: Db, payment: Insertable<DB['payments']>): Promise<boolean> => {
  const row = await trx
    .insertInto('payments')
    .values(payment)
    .onConflict((c) => c.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The payment with a reference, locked. */
export const lockPayment = (trx: Db, reference: string): Promise<PaymentRow | undefined> =>
  trx.selectFrom('payments').selectAll().where('reference', '=', reference).forUpdate().executeTakeFirst();

/** Milli-yuan of payments that went to the wallet, by order. */
export const creditedOf = async (db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ order_id: string; credited: number }>`
    select t.order_id, sum(case when p.outcome = 'credited' then p.amount else p.surplus end)::bigint as credited
      from payments p join trades t on t.id = p.trade_id
     where t.order_id = any(${[...orderIds]}::uuid[]) group by t.order_id`.execute(db);
  return new Map(rows.map(({ order_id, credited }) => [order_id, credited]));
};
