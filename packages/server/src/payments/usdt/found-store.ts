import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Ids } from '../../platform/ids.ts';
import { unitsOf } from './amounts.ts';
import type { Place } from './deposit-store.ts';
import { moveTransfers } from './moved-store.ts';
import type { Found, Reading } from './reading.ts';

/** Orphans stored deposits of a reading's blocks that the reading lacks; returns how many were handed over. */
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

/** A new transfer and the fields to store with it. */
export interface NewDeposit extends Place {
  readonly id: string;
  readonly found: Found;
  readonly at: Date;
}

/**
 * Stores a transfer once. A transfer that moved to another block after a reorganisation is the same money and keeps its
 * outcome. `back`: it was handed over before its old block was orphaned.
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
             where network = ${network} and address = ${address} and txid = ${txid} and units = ${String(units)}::numeric
               and sender = ${sender}
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

type Standing = Pick<Found, 'txid' | 'logIndex' | 'blockHash' | 'sender'> & { readonly units: bigint | string };

/** One text for a transfer that stands as it is stored. */
const standing = ({ txid, logIndex, blockHash, sender, units }: Standing): string =>
  `${txid} ${logIndex} ${blockHash} ${sender} ${units}`;

/** Stored transactions among these, and their stored transfers to this address that are not orphaned. */
const storedOf = async (
  trx: Db,
  { network, address }: Place,
  txids: readonly string[],
): Promise<{ readonly txids: ReadonlySet<string>; readonly standing: ReadonlySet<string> }> => {
  const { rows } = await sql<Standing & { stands: boolean }>`
    select txid, log_index as "logIndex", block_hash as "blockHash", sender, units::text as units,
           orphaned_at is null and address = ${address} as stands
      from usdt_deposits where network = ${network} and txid = any(${[...txids]}::text[])`.execute(trx);
  const stand = rows.filter(({ stands }) => stands);
  return { txids: new Set(rows.map(({ txid }) => txid)), standing: new Set(stand.map(standing)) };
};

/** Transfers that one answer shows at a place, and what they are stored with. */
interface Shown extends Place {
  readonly found: readonly Found[];
  readonly ids: Ids;
  readonly at: Date;
}

/** Stores transfers of which nothing is stored, by one statement. Gives those that are new. */
const insertNew = async (trx: Db, { network, address, found, ids, at }: Shown): Promise<Found[]> => {
  if (found.length === 0) return [];
  const { rows } = await sql<Standing>`
    insert into usdt_deposits (id, network, address, txid, log_index, block_number, block_hash, block_time, sender,
                               units, found_at)
    select f.id, ${network}, ${address}, f.txid, f.log_index, f.block_number, f.block_hash, f.block_time, f.sender,
           f.units, ${at}
      from unnest(${found.map(() => ids.next())}::uuid[], ${found.map(({ txid }) => txid)}::text[],
                  ${found.map(({ logIndex }) => logIndex)}::integer[], ${found.map(({ block }) => block)}::bigint[],
                  ${found.map(({ blockHash }) => blockHash)}::text[],
                  ${found.map(({ time }) => time.toISOString())}::timestamptz[],
                  ${found.map(({ sender }) => sender)}::text[],
                  ${found.map(({ units }) => String(units))}::numeric[])
           as f (id, txid, log_index, block_number, block_hash, block_time, sender, units)
    on conflict (network, txid, log_index) do nothing
    returning txid, log_index as "logIndex", block_hash as "blockHash", sender, units::text as units`.execute(trx);
  const made = new Set(rows.map(standing));
  return found.filter((each) => made.has(standing(each)));
};

/** What storing a reading has done. */
export interface StoredFound {
  readonly fresh: readonly Found[];
  /** How many were handed over before their blocks went away, and stand again. */
  readonly back: number;
}

/**
 * Stores a reading. Two statements handle all known transfers and new transactions. Only transactions with moved
 * transfers take statements of their own.
 */
export const storeAllFound = async (trx: Db, { found, ids, at, ...place }: Shown): Promise<StoredFound> => {
  const shown = Map.groupBy(found, ({ txid }) => txid);
  const stored = await storedOf(trx, place, [...shown.keys()]);
  const unknown = found.filter(({ txid }) => !stored.txids.has(txid));
  const fresh = await insertNew(trx, { ...place, found: unknown, ids, at });
  const isMoney = ({ units }: Found): boolean => units >= unitsOf(place.network, 1);
  const moved = found.filter((each) => stored.txids.has(each.txid) && !stored.standing.has(standing(each)));
  let back = 0;
  for (const txid of new Set(moved.filter(isMoney).map((each) => each.txid))) {
    const stands = await moveTransfers(trx, place, { txid, found: shown.get(txid)! });
    back += stands.back;
    fresh.push(...(await insertNew(trx, { ...place, found: stands.others, ids, at })));
  }
  return { fresh, back };
};
