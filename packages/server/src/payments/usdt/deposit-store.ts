import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';
import { unitsOf } from './amounts.ts';
import type { NetworkName } from './networks.ts';
import type { BlockMark } from './reading.ts';
import { SKEW_MS } from './slot-rules.ts';

/** An address on a chain. */
export interface Place {
  readonly network: NetworkName;
  readonly address: string;
}

/** One text for each place. */
export const placeKey = ({ network, address }: Place): string => `${network} ${address}`;

/** How far a chain was read for an address, and how often. */
export interface Cursor extends BlockMark {
  readonly looks: number;
}

/** A transfer to us as it is stored. */
export interface DepositRow extends Omit<Selectable<DB['usdt_deposits']>, 'network'> {
  readonly network: NetworkName;
}

/** How far it was read, or undefined before the first time. */
export const findCursor = async (db: Db, { network, address }: Place): Promise<Cursor | undefined> => {
  const row = await db
    .selectFrom('usdt_cursors')
    .selectAll()
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  return row && { number: row.block_number, hash: row.block_hash, time: row.block_time, looks: row.looks };
};

/** Moves a cursor on from where it was; false, and nothing is changed, when somebody else has moved it meanwhile. */
export const moveCursor = async (
  trx: Db,
  { network, address }: Place,
  { looks, to, at }: { readonly looks: number; readonly to: BlockMark; readonly at: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into usdt_cursors as c (network, address, block_number, block_hash, block_time, looks, read_at, since)
    values (${network}, ${address}, ${to.number}, ${to.hash}, ${to.time}, ${looks + 1}, ${at}, ${to.time})
    on conflict (network, address) do update
       set block_number = excluded.block_number, block_hash = excluded.block_hash, block_time = excluded.block_time,
           looks = excluded.looks, read_at = excluded.read_at
     where c.looks = ${looks} returning 1`.execute(trx);
  return rows.length > 0;
};

/** Of some transactions, those of which transfers to a place are stored. */
export const knownOf = async (
  db: Db,
  { network, address }: Place,
  txids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (txids.length === 0) return new Set();
  const rows = await db
    .selectFrom('usdt_deposits')
    .select('txid')
    .where('network', '=', network)
    .where('address', '=', address)
    .where('txid', 'in', [...txids])
    .execute();
  return new Set(rows.map(({ txid }) => txid));
};

/**
 * Ids of transfers of which nothing has become yet and that are exactly what a slot asks, oldest first: they are handed
 * over before all others.
 */
export const listFitting = async (db: Db, { network, address }: Place, most: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from usdt_deposits d
     where d.network = ${network} and d.address = ${address} and d.handed_at is null and d.orphaned_at is null
       and exists (select from usdt_slots s
                    where s.address = d.address and s.milli * ${String(unitsOf(network, 1))}::numeric = d.units
                      and d.block_time >= s.created_at - ${SKEW_MS / 1000} * interval '1 second'
                      and (s.grace_ends_at is null or d.block_time < s.grace_ends_at))
     order by d.block_time, d.log_index limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Writes by one statement that transfers below a thousandth are no money. Gives how many. */
export const markDust = async (db: Db, { network, address }: Place, now: Date): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('usdt_deposits')
    .set({ outcome: 'dust', handed_at: now })
    .where('network', '=', network)
    .where('address', '=', address)
    .where('handed_at', 'is', null)
    .where('orphaned_at', 'is', null)
    .where('units', '<', String(unitsOf(network, 1)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Ids of transfers of which nothing has become yet, oldest first. */
export const listWaiting = async (db: Db, { network, address }: Place, most: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('usdt_deposits')
    .select('id')
    .where('network', '=', network)
    .where('address', '=', address)
    .where('handed_at', 'is', null)
    .where('orphaned_at', 'is', null)
    .orderBy('block_time')
    .orderBy('log_index')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
};

/** Time of the oldest transfer on a chain of which nothing has become yet; undefined when there is none. */
export const oldestWaiting = async (db: Db, network: string): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('usdt_deposits')
    .select((e) => e.fn.min('block_time').as('at'))
    .where('network', '=', network)
    .where('handed_at', 'is', null)
    .where('orphaned_at', 'is', null)
    .executeTakeFirst();
  return row?.at ?? undefined;
};

/** Locks a transfer of which nothing has become yet; undefined when somebody else has it. */
export const lockWaiting = async (trx: Db, id: string): Promise<DepositRow | undefined> => {
  const row = await trx
    .selectFrom('usdt_deposits')
    .selectAll()
    .where('id', '=', id)
    .where('handed_at', 'is', null)
    .where('orphaned_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { ...row, network: row.network as NetworkName };
};

/**
 * The name of a transfer among all payments: its transaction, which is what staff write on a receipt; another one of
 * the same transaction also has its chain and place.
 */
export const referenceOf = async (trx: Db, { id, network, txid, log_index }: DepositRow): Promise<string> => {
  const atPlace = `${txid}/${network}/${log_index}`;
  const names = [txid, atPlace];
  const rows = await trx.selectFrom('usdt_deposits').select('reference').where('reference', 'in', names).execute();
  const taken = new Set(rows.map(({ reference }) => reference));
  // A place may be that of other money since: endpoints count places differently.
  return names.find((name) => !taken.has(name)) ?? `${atPlace}/${id}`;
};

/** Writes what became of a transfer. */
export const markHanded = async (
  trx: Db,
  id: string,
  result: {
    readonly outcome: 'claimed' | 'unclaimed' | 'dust';
    readonly reference: string | null;
    readonly slot_id: string | null;
    readonly handed_at: Date;
  },
): Promise<void> => {
  await trx.updateTable('usdt_deposits').set(result).where('id', '=', id).execute();
};

/** How far every chain was read, in time. */
export const listCursors = async (db: Db): Promise<readonly (Place & { readonly block_time: Date })[]> => {
  const rows = await db.selectFrom('usdt_cursors').select(['network', 'address', 'block_time']).execute();
  return rows.map((row) => ({ ...row, network: row.network as NetworkName }));
};

/** Transfers of a transaction that are nobody's money, in blocks that stand. `ids`: ways in which it is written. */
export const listStrays = async (db: Db, ids: readonly string[]): Promise<DepositRow[]> => {
  const rows = await db
    .selectFrom('usdt_deposits')
    .selectAll()
    .where('txid', 'in', [...ids])
    .where('outcome', '=', 'unclaimed')
    .where('orphaned_at', 'is', null)
    .orderBy('log_index')
    .execute();
  return rows.map((row) => ({ ...row, network: row.network as NetworkName }));
};
