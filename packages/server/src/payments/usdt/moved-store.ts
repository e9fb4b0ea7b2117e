import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Place } from './deposit-store.ts';
import type { Found } from './reading.ts';
import { pairSame, type Comparable } from './same-money.ts';

/** Log indexes from here on do not exist in blocks: rows wait there until their new index is free. */
const PARKED = 1_000_000_000;

interface StoredTransfer extends Comparable {
  readonly id: string;
  readonly blockHash: string;
  readonly isGone: boolean;
  readonly isHanded: boolean;
}

/** Transfers that are stored of a transaction, in the order of their places; locked. */
const lockTransfers = async (trx: Db, { network, address }: Place, txid: string): Promise<StoredTransfer[]> => {
  const { rows } = await sql<Omit<StoredTransfer, 'units'> & { units: string }>`
    select id, txid, log_index as "logIndex", sender, units::text as units, block_hash as "blockHash",
           orphaned_at is not null as "isGone", handed_at is not null as "isHanded"
      from usdt_deposits where network = ${network} and address = ${address} and txid = ${txid}
     order by log_index for update`.execute(trx);
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
};

/** Frees log indexes of a transaction at all of our addresses. */
const freePlaces = async (
  trx: Db,
  { network }: Place,
  { txid, places }: { readonly txid: string; readonly places: readonly number[] },
): Promise<void> => {
  await sql`
    update usdt_deposits d set log_index = p.place
      from (select id, greatest(${PARKED}::integer, (select max(log_index) + 1 from usdt_deposits
                                                      where network = ${network} and txid = ${txid}))
                       + (row_number() over (order by log_index))::integer as place
              from usdt_deposits
             where network = ${network} and txid = ${txid} and log_index = any(${[...places]}::integer[])) as p
     where d.id = p.id`.execute(trx);
};

/**
 * Moves stored transfers of a transaction to the log indexes and block of a new reading; they keep their outcome.
 * Returns transfers that are not stored, with free indexes, and how many handed-over ones are no longer orphaned.
 */
export const moveTransfers = async (
  trx: Db,
  place: Place,
  { txid, found }: { readonly txid: string; readonly found: readonly Found[] },
): Promise<{ readonly others: readonly Found[]; readonly back: number }> => {
  const pairs = pairSame(await lockTransfers(trx, place, txid), found);
  const moved = found.filter((each) => {
    const known = pairs.get(each);
    return known && (known.isGone || known.logIndex !== each.logIndex || known.blockHash !== each.blockHash);
  });
  const others = found.filter((each) => !pairs.has(each));
  await freePlaces(trx, place, { txid, places: [...moved, ...others].map(({ logIndex }) => logIndex) });
  for (const each of moved)
    await sql`
      update usdt_deposits set log_index = ${each.logIndex}, block_number = ${each.block},
             block_hash = ${each.blockHash}, block_time = ${each.time}, orphaned_at = null
       where id = ${pairs.get(each)!.id}`.execute(trx);
  const back = moved.filter((each) => pairs.get(each)!.isGone && pairs.get(each)!.isHanded).length;
  return { others, back };
};
