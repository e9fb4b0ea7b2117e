import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import type { Place } from './deposit-store.ts';
import type { Found } from './reading.ts';
import { pairSame, type Comparable } from './same-money.ts';

/** Places from here on are no block's: there wait rows whose place another transfer has by now. */
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

/** Frees places of a transaction, whoever of ours has them. */
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
 * Moves what is stored of a transaction to where it stands now. What was handed over stays so. Gives the transfers that
 * are other money than what is stored, their places free, and how many stand again that were handed over.
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
