import type { DB, Db } from '@skyport/db';
import { ledgerName, referenceKey } from './claim-rules.ts';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';

/** Money that arrived, as it is stored. */
export type PaymentRow = Selectable<DB['payments']>;

/** Yuan count as themselves. */
const ownYuan = ({ currency, amount }: Pick<Insertable<DB['payments']>, 'currency' | 'amount'>) =>
  currency === 'CNY' ? { yuan: amount } : {};

/** Stores money that arrived; false when it is known who has it by its reference, however that is written. */
export const insertPayment = async (
  trx: Db,
  payment: Omit<Insertable<DB['payments']>, 'reference_key' | 'ledger_name'>,
): Promise<boolean> => {
  const names = { reference_key: referenceKey(payment.reference), ledger_name: ledgerName(payment) };
  const row = await trx
    .insertInto('payments')
    .values({ ...ownYuan(payment), ...payment, ...names })
    .onConflict((c) => c.columns(['holder', 'reference_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** A receipt by its reference that nobody else has told of yet, as it is now. */
export const findReceipt = (db: Db, reference: string): Promise<PaymentRow | undefined> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('reference_key', '=', referenceKey(reference))
    .where('source', '=', 'receipt')
    .where('joined_at', 'is', null)
    .executeTakeFirst();

/** Where money is by now: the trade that has it, or the account whose wallet it was put into; null for none. */
export type MoneyPlace = Pick<PaymentRow, 'id' | 'trade_id' | 'credited_to'>;

/** Where the money is that somebody has by a number of theirs; undefined when nothing is known by it. */
export const findMoney = (
  db: Db,
  { instance, reference }: Pick<PaymentRow, 'instance' | 'reference'>,
): Promise<(MoneyPlace & Pick<PaymentRow, 'outcome'>) | undefined> =>
  db
    .selectFrom('payments')
    .select(['id', 'trade_id', 'credited_to', 'outcome'])
    .where('holder', '=', instance)
    .where('reference_key', '=', referenceKey(reference))
    .executeTakeFirst();

/**
 * Where the money is that an instance has told of for a trade: with the trade, or where staff have put it since;
 * undefined when none is known.
 */
export const findMoneyToldFor = async (
  db: Db,
  { instance, tradeId }: { readonly instance: string; readonly tradeId: string },
): Promise<MoneyPlace | undefined> => {
  const { rows } = await sql<MoneyPlace>`
    select id, trade_id, credited_to from (
      select p.trade_id, p.credited_to, p.id, 0 as given
        from payments p where p.trade_id = ${tradeId} and p.holder = ${instance}
      union all
      select p.trade_id, p.credited_to, p.id, 1
        from claims c join payments p on p.holder = c.instance and p.reference_key = c.reference_key
       where c.trade_id = ${tradeId} and c.instance = ${instance}) as known
     order by given, id desc limit 1`.execute(db);
  return rows[0];
};

/**
 * Everything that is known by a reference, however that is written and whoever has the money, locked. Until the
 * transaction ends nobody else decides about money of this reference: a receipt and a claim of one money meet.
 */
export const lockMoney = async (trx: Db, reference: string): Promise<readonly PaymentRow[]> => {
  const key = referenceKey(reference);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`money:${key}`}, 0))`.execute(trx);
  return trx.selectFrom('payments').selectAll().where('reference_key', '=', key).orderBy('id').forUpdate().execute();
};

/** A payment by its id, locked. */
export const lockPayment = (trx: Db, id: string): Promise<PaymentRow | undefined> =>
  trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

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
