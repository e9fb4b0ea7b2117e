import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';
import type { NetworkName } from './networks.ts';
import type { BlockMark, Found, Reading } from './reading.ts';

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

/** Of some transactions, those that are stored. */
export const knownOf = async (db: Db, network: NetworkName, txids: readonly string[]): Promise<Set<string>> => {
  if (txids.length === 0) return new Set();
  const rows = await db
    .selectFrom('usdt_deposits')
    .select('txid')
    .where('network', '=', network)
    .where('txid', 'in', [...txids])
    .execute();
  return new Set(rows.map(({ txid }) => txid));
};

/** Marks what is stored of a reading's blocks and is not in it: its block is gone. Gives how many were handed over. */
export const markOrphans = async (
  trx: Db,
  { network, address }: Place,
  { reading, at }: { readonly reading: Reading; readonly at: Date },
): Promise<number> => {
  const [txids, indexes] = [reading.found.map(({ txid }) => txid), reading.found.map(({ logIndex }) => logIndex)];
  const { rows } = await sql<{ was_handed: boolean }>`
    update usdt_deposits d set orphaned_at = ${at}
     where d.network = ${network} and d.address = ${address} and d.orphaned_at is null
       and d.block_number between ${reading.from} and ${reading.readTo.number}
       and not exists (select from unnest(${txids}::text[], ${indexes}::integer[]) as f (txid, log_index)
                        where f.txid = d.txid and f.log_index = d.log_index)
    returning handed_at is not null as was_handed`.execute(trx);
  return rows.filter(({ was_handed }) => was_handed).length;
};

/** What is stored of a new transfer. */
export interface NewDeposit extends Place {
  readonly id: string;
  readonly found: Found;
  readonly at: Date;
}

/**
 * Stores a transfer once. One whose block went away and which stands in another one now is the same money: it keeps
 * what became of it. `back`: it was handed over before its block went away.
 */
export const storeFound = async (
  trx: Db,
  { id, network, address, found, at }: NewDeposit,
): Promise<'new' | 'known' | 'back'> => {
  const { txid, logIndex, block, blockHash, time, sender, units } = found;
  const moved = await sql<{ was_handed: boolean }>`
    update usdt_deposits d set log_index = ${logIndex}, block_number = ${block}, block_hash = ${blockHash},
           block_time = ${time}, orphaned_at = null
      from (select id, orphaned_at from usdt_deposits
             where network = ${network} and txid = ${txid} and units = ${String(units)}::numeric
               and (orphaned_at is not null or (log_index = ${logIndex} and block_hash <> ${blockHash}))
             order by log_index = ${logIndex} desc, log_index limit 1 for update) as old
     where d.id = old.id
       and not exists (select from usdt_deposits o
                        where o.network = ${network} and o.txid = ${txid} and o.log_index = ${logIndex} and o.id <> d.id)
    returning old.orphaned_at is not null and d.handed_at is not null as was_handed`.execute(trx);
  if (moved.rows[0]) return moved.rows[0].was_handed ? 'back' : 'known';
  const row = await trx
    .insertInto('usdt_deposits')
    .values({
      id,
      network,
      address,
      txid,
      log_index: logIndex,
      block_number: block,
      block_hash: blockHash,
      block_time: time,
      sender,
      units: String(units),
      found_at: at,
    })
    .onConflict((c) => c.columns(['network', 'txid', 'log_index']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ? 'new' : 'known';
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
export const referenceOf = async (trx: Db, { network, txid, log_index }: DepositRow): Promise<string> => {
  const taken = await trx.selectFrom('usdt_deposits').select('id').where('reference', '=', txid).executeTakeFirst();
  return taken ? `${txid}/${network}/${log_index}` : txid;
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
