import type { DB, Db } from '@skyport/db';
import { sql, type Selectable } from 'kysely';
import type { Place } from './deposit-store.ts';
import type { NetworkName } from './networks.ts';
import type { Found } from './reading.ts';
import { pairSame, type Comparable } from './same-money.ts';

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

interface Named extends Comparable {
  readonly reference: string;
}

type NamedRow = Omit<Named, 'units'> & { readonly units: string };

const namedOf = (rows: readonly NamedRow[]): Named[] => rows.map((row) => ({ ...row, units: BigInt(row.units) }));

/** What transfers to a place are named that have a name, as deposits or as overlooked. */
export const listNames = async (
  db: Db,
  { network, address }: Place,
  found: readonly Found[],
): Promise<ReadonlyMap<Found, string>> => {
  const txids = [...new Set(found.map(({ txid }) => txid))];
  const namedIn = async (table: 'usdt_deposits' | 'usdt_overlooked'): Promise<Named[]> => {
    const { rows } = await sql<NamedRow>`
      select txid, log_index as "logIndex", sender, units::text as units, reference from ${sql.table(table)}
       where network = ${network} and address = ${address} and txid = any(${txids}) and reference is not null
       order by log_index`.execute(db);
    return namedOf(rows);
  };
  // What became of a deposit counts, whatever it was named before.
  const deposits = pairSame(await namedIn('usdt_deposits'), found);
  const left = found.filter((each) => !deposits.has(each));
  const overlooked = pairSame(await namedIn('usdt_overlooked'), left);
  return new Map([...deposits, ...overlooked].map(([each, { reference }]) => [each, reference]));
};

/** Deposits of a place that were handed over as money, with block times in a span. */
export const listHanded = async (
  db: Db,
  { network, address }: Place,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly Comparable[]> => {
  const { rows } = await sql<NamedRow>`
    select txid, log_index as "logIndex", sender, units::text as units, reference from usdt_deposits
     where network = ${network} and address = ${address} and block_time >= ${from} and block_time < ${to}
       and reference is not null order by log_index`.execute(db);
  return namedOf(rows);
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

/** Whether a watcher has stored overlooked money since, as another endpoint shows it: at another place of its block. */
export const isStoredSince = async (
  trx: Db,
  { network, address, txid, log_index, sender, units, found_at }: OverlookedRow,
): Promise<boolean> => {
  const { rows } = await sql`
    select from usdt_deposits d
     where d.network = ${network} and d.address = ${address} and d.txid = ${txid} and d.log_index <> ${log_index}
       and d.sender = ${sender} and d.units = ${units}::numeric and d.found_at > ${found_at}
       and not exists (select from usdt_overlooked o where o.reference = d.reference) limit 1`.execute(trx);
  return rows.length > 0;
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
