import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';
import type { Place } from './deposit-store.ts';
import type { NetworkName } from './networks.ts';
import type { Found } from './reading.ts';

/** A transfer on a chain that its watcher has not handed over. */
export interface OverlookedRow extends Omit<Selectable<DB['usdt_overlooked']>, 'network'> {
  readonly network: NetworkName;
}

/** A place that was ever watched. */
export interface WatchedPlace extends Place {
  /** When that began; a deposit may be of just before. */
  readonly since: Date;
  /** Up to when it was read. */
  readonly readTo: Date;
}

/** Places that were ever watched. */
export const listWatchedPlaces = async (db: Db): Promise<readonly WatchedPlace[]> => {
  const { rows } = await sql<WatchedPlace>`
    select c.network, c.address, c.block_time as "readTo",
           least(c.since, (select d.block_time from usdt_deposits d
                            where d.network = c.network and d.address = c.address
                            order by d.block_number limit 1)) as since
      from usdt_cursors c order by c.network, c.address`.execute(db);
  return rows;
};

/** Whether a place was looked at since an instant. */
export const wasWatched = async (db: Db, since: Date): Promise<boolean> => {
  const { rows } = await sql`select from usdt_cursors where read_at >= ${since} limit 1`.execute(db);
  return rows.length > 0;
};

/** One text for each transfer of a chain. */
export const transferKey = ({ txid, logIndex }: Pick<Found, 'txid' | 'logIndex'>): string => `${txid} ${logIndex}`;

/** What transfers of a chain are named that have a name, as deposits or as overlooked; by `transferKey`. */
export const listNames = async (
  db: Db,
  network: NetworkName,
  found: readonly Found[],
): Promise<ReadonlyMap<string, string>> => {
  const txids = [...new Set(found.map(({ txid }) => txid))];
  const { rows } = await sql<Pick<Found, 'txid' | 'logIndex'> & { readonly reference: string }>`
    select txid, log_index as "logIndex", reference, 0 as rank from usdt_overlooked
     where network = ${network} and txid = any(${txids})
    union all
    select txid, log_index, reference, 1 from usdt_deposits
     where network = ${network} and txid = any(${txids}) and reference is not null
     order by rank`.execute(db);
  // What became of a deposit counts, whatever it was named before.
  return new Map(rows.map((row) => [transferKey(row), row.reference]));
};

/** Deposits of a place that were handed over as money and whose blocks are of a span of time; by `transferKey`. */
export const listHandedKeys = async (
  db: Db,
  { network, address }: Place,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly string[]> => {
  const { rows } = await sql<Pick<Found, 'txid' | 'logIndex'>>`
    select txid, log_index as "logIndex" from usdt_deposits
     where network = ${network} and address = ${address} and block_time >= ${from} and block_time < ${to}
       and reference is not null`.execute(db);
  return rows.map(transferKey);
};

/** Notes a transfer that its watcher has not handed over; gives the name under which it would have. */
export const insertOverlooked = async (
  trx: Db,
  { network, address }: Place,
  { found, at }: { readonly found: Found; readonly at: Date },
): Promise<string> => {
  const { txid, logIndex, block, blockHash, time, sender, units } = found;
  const { rows } = await sql<{ reference: string }>`
    insert into usdt_overlooked (network, address, txid, log_index, block_number, block_hash, block_time, sender, units,
                                 reference, found_at)
    values (${network}, ${address}, ${txid}, ${logIndex}, ${block}, ${blockHash}, ${time}, ${sender},
            ${String(units)}::numeric,
            case when exists (select from usdt_deposits where reference = ${txid})
                   or exists (select from usdt_overlooked where reference = ${txid})
                 then ${`${txid}/${network}/${logIndex}`}::text else ${txid}::text end, ${at})
    returning reference`.execute(trx);
  return rows[0]!.reference;
};

/** An overlooked transfer by its name, locked; undefined when nothing was overlooked by it. */
export const lockOverlooked = async (trx: Db, reference: string): Promise<OverlookedRow | undefined> => {
  const row = await trx
    .selectFrom('usdt_overlooked')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, network: row.network as NetworkName };
};

/** Id of a deposit by its place on a chain; undefined when it is none. */
export const findDepositId = async (
  trx: Db,
  { network, txid, log_index }: Pick<OverlookedRow, 'network' | 'txid' | 'log_index'>,
): Promise<string | undefined> => {
  const row = await trx
    .selectFrom('usdt_deposits')
    .select('id')
    .where('network', '=', network)
    .where('txid', '=', txid)
    .where('log_index', '=', log_index)
    .executeTakeFirst();
  return row?.id;
};
