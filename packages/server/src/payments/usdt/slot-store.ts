import type { DB, Db } from '@skyport/db';
import { locks } from '@skyport/db/locks';
import { sql, type Selectable } from 'kysely';
import { AMOUNTS_A_PRICE, type AmountUse } from './amounts.ts';
import type { NetworkName } from './networks.ts';
import { type CountedSlot, GRACE_MS, SKEW_MS } from './slot-rules.ts';

/** A slot as it is stored: amounts in thousandths of a USDT. */
export interface SlotRow extends Omit<Selectable<DB['usdt_slots']>, 'network'> {
  readonly network: NetworkName;
}

/** Lets one transaction at a time give amounts out. Taken behind the account's row, before the ledger. */
export const lockAmounts = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks.usdtAmounts})`.execute(trx);
};

/** Gives slots of an address whose order has ended the end of their grace. */
export const endSlots = async (trx: Db, address: string): Promise<void> => {
  await sql`
    update usdt_slots s set grace_ends_at = coalesce(o.paid_at, o.cancelled_at) + ${GRACE_MS} * interval '1 millisecond'
      from orders o
     where o.id = s.order_id and s.address = ${address} and s.grace_ends_at is null
       and coalesce(o.paid_at, o.cancelled_at) is not null`.execute(trx);
};

/** Makes amounts of an address free whose grace is over long enough. */
export const freeSlots = async (trx: Db, address: string, now: Date): Promise<void> => {
  await trx
    .updateTable('usdt_slots')
    .set({ freed_at: now })
    .where('address', '=', address)
    .where('freed_at', 'is', null)
    .where('grace_ends_at', '<=', new Date(now.getTime() - SKEW_MS))
    .execute();
};

/**
 * Slots of an account, or asked for from a network, at whatever address, that were not paid and can still be. An amount
 * is freed only when somebody asks at its address, so the end of its order decides and not whether it was freed.
 */
export const listCounted = async (
  trx: Db,
  { user_id, prefix }: Pick<CountedSlot, 'user_id' | 'prefix'>,
  now: Date,
): Promise<CountedSlot[]> => {
  const { rows } = await sql<CountedSlot>`
    select s.user_id, s.order_id, s.prefix, s.expires_at
      from usdt_slots s join orders o on o.id = s.order_id
     where s.freed_at is null and s.consumed_at is null and (s.user_id = ${user_id} or s.prefix = ${prefix})
       and (coalesce(o.paid_at, o.cancelled_at) is null
            or coalesce(o.paid_at, o.cancelled_at) > ${new Date(now.getTime() - GRACE_MS - SKEW_MS)})`.execute(trx);
  return rows;
};

/** What was ever given out at an address of a price's amounts. */
export const listUses = async (trx: Db, address: string, price: number): Promise<AmountUse[]> => {
  const { rows } = await sql<{ milli: number; free_since: Date | null }>`
    select milli, case when bool_and(freed_at is not null) then max(grace_ends_at) end as free_since
      from usdt_slots where address = ${address} and milli between ${price} and ${price + AMOUNTS_A_PRICE - 1}
     group by milli`.execute(trx);
  return rows.map(({ milli, free_since }) => ({ milli, freeSince: free_since ?? undefined }));
};

/** A new slot, before anything has happened to it. */
export type NewSlot = Omit<SlotRow, 'grace_ends_at' | 'consumed_at' | 'freed_at'>;

/** Stores a slot; fails when its amount is taken at its address. */
export const insertSlot = async (trx: Db, slot: NewSlot): Promise<void> => {
  await trx.insertInto('usdt_slots').values(slot).execute();
};

/** The slot of a trade, or undefined. */
export const findSlot = async (db: Db, tradeId: string): Promise<SlotRow | undefined> => {
  const row = await db.selectFrom('usdt_slots').selectAll().where('trade_id', '=', tradeId).executeTakeFirst();
  return row && { ...row, network: row.network as NetworkName };
};

/** Everything that ever had an amount at an address. */
export const listSlots = async (trx: Db, address: string, milli: number): Promise<SlotRow[]> => {
  const rows = await trx
    .selectFrom('usdt_slots')
    .selectAll()
    .where('address', '=', address)
    .where('milli', '=', milli)
    .execute();
  return rows.map((row) => ({ ...row, network: row.network as NetworkName }));
};

/**
 * Slots at an address, of every amount, with an open order or a grace that ended no earlier than an instant. Where no
 * end of grace is stored yet, the end of the order gives it.
 */
export const listSlotsSince = async (db: Db, address: string, since: Date): Promise<SlotRow[]> => {
  const rows = await db
    .selectFrom('usdt_slots as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .selectAll('s')
    .select(sql<Date | null>`coalesce(o.paid_at, o.cancelled_at)`.as('ended_at'))
    .where('s.address', '=', address)
    .where(({ eb, or }) => or([eb('s.grace_ends_at', 'is', null), eb('s.grace_ends_at', '>=', since)]))
    .execute();
  return rows.map(({ ended_at, ...row }) => ({
    ...row,
    network: row.network as NetworkName,
    grace_ends_at: row.grace_ends_at ?? (ended_at && new Date(ended_at.getTime() + GRACE_MS)),
  }));
};

/** Notes that the money of a slot has come; once. */
export const consumeSlot = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx
    .updateTable('usdt_slots')
    .set({ consumed_at: at })
    .where('id', '=', id)
    .where('consumed_at', 'is', null)
    .execute();
};

/** Addresses at which somebody is about to pay: what was asked lately there has not come. */
export const listBusy = async (
  db: Db,
  since: Date,
): Promise<{ readonly network: string; readonly address: string }[]> =>
  db
    .selectFrom('usdt_slots')
    .select(['network', 'address'])
    .distinct()
    .where('freed_at', 'is', null)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', since)
    .execute();

/** Addresses for which something can still come, whether they are in the settings or not. */
export const listAwaited = async (
  db: Db,
  since: Date,
): Promise<{ readonly network: NetworkName; readonly address: string }[]> => {
  const rows = await db
    .selectFrom('usdt_slots')
    .select(['network', 'address'])
    .distinct()
    .where(({ eb, or }) => or([eb('grace_ends_at', 'is', null), eb('grace_ends_at', '>', since)]))
    .orderBy('network')
    .orderBy('address')
    .execute();
  return rows.map(({ network, address }) => ({ network: network as NetworkName, address }));
};
