import type { DB, Db } from '@skyport/db';
import { referenceKey } from './claim-rules.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';

/** Money that arrived, as it is stored. */
export type PaymentRow = Selectable<DB['payments']>;

/** Yuan count as themselves. */
const ownYuan = ({ currency, amount }: Pick<Insertable<DB['payments']>, 'currency' | 'amount'>) =>
  currency === 'CNY' ? { yuan: amount } : {};

/** Stores money that arrived; false when its reference is known, however it is written. */
export const insertPayment = async (
  trx: Db,
  payment: Omit<Insertable<DB['payments']>, 'reference_key'>,
): Promise<boolean> => {
  const row = await trx
    .insertInto('payments')
    .values({ ...ownYuan(payment), ...payment, reference_key: referenceKey(payment.reference) })
    .onConflict((c) => c.column('reference_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The payment with a reference, however that is written, as it is now. */
export const findPayment = (db: Db, reference: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('reference_key', '=', referenceKey(reference)).executeTakeFirst();

/** The payment with a reference, however that is written, locked. */
export const lockPayment = (trx: Db, reference: string): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payments')
    .selectAll()
    .where('reference_key', '=', referenceKey(reference))
    .forUpdate()
    .executeTakeFirst();

/**
 * Gives money that was nobody's to another trade, which is locked with its order; the trade for which it came has it no
 * more. False when somebody else has taken it.
 */
export const takeUnclaimed = async (
  trx: Db,
  { id, trade_id, yuan }: PaymentRow,
  change: Updateable<DB['payments']>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set(change)
    .where('id', '=', id)
    .where('outcome', '=', 'unclaimed')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (trade_id === null) return true;
  await trx
    .updateTable('trades')
    .set({ received: sql`nullif(received - ${yuan}, 0)` })
    .where('id', '=', trade_id)
    .execute();
  return true;
};

/** Notes that whoever has the money of a receipt has told of it: where it lies, and how much it is in milli-yuan. */
export const markJoined = async (
  trx: Db,
  id: string,
  { at, instance, amount }: { readonly at: Date; readonly instance: string; readonly amount: number },
): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ joined_at: at, joined_instance: instance, joined_amount: amount })
    .where('id', '=', id)
    .execute();
};

/** What of a payment went to the wallet. */
const toWallet = sql`case when p.outcome = 'credited' then p.yuan else p.surplus end`;

/** Milli-yuan of payments that went to the wallet, by order. */
export const creditedOf = async (db: Db, orderIds: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ order_id: string; credited: number }>`
    select t.order_id, sum(${toWallet})::bigint as credited
      from payments p join trades t on t.id = p.trade_id
     where t.order_id = any(${[...orderIds]}::uuid[]) group by t.order_id`.execute(db);
  return new Map(rows.map(({ order_id, credited }) => [order_id, credited]));
};

/** Milli-yuan of the payments of one trade that went to the wallet. */
export const creditedOfTrade = async (db: Db, tradeId: string): Promise<number> => {
  const { rows } = await sql<{ credited: number }>`
    select coalesce(sum(${toWallet}), 0)::bigint as credited from payments p where p.trade_id = ${tradeId}`.execute(db);
  return rows[0]!.credited;
};
