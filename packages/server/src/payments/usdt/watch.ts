import { type Db, inTransaction } from '@skyport/db';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Cursor, findCursor, knownOf, listCursors, moveCursor, placeKey, type Place } from './deposit-store.ts';
import { EndpointFault, type Endpoint, type Outside } from './endpoint.ts';
import { createEvmReader } from './evm-reader.ts';
import { markOrphans, storeAllFound } from './found-store.ts';
import { handOverAll, type Takers } from './hand-over.ts';
import { networks } from './networks.ts';
import { claimsTooMuch } from './plausible.ts';
import type { Reader, Reading } from './reading.ts';
import { createTronReader } from './tron-reader.ts';

/** Beyond this lag operators are told, and another endpoint is asked. */
export const LAG_ALARM_MS = 5 * MINUTE_MS;

/** Clocks of chains and of this machine differ by less. */
export const AHEAD_MS = 5 * MINUTE_MS;

/** One address of one chain, and the endpoints it is read from. */
export interface Watched extends Place {
  readonly readers: readonly Reader[];
}

/** What one look did. */
export interface Look {
  /** Transfers that were not known before. */
  readonly found: number;
  /** Of those, ones that an earlier look should have found: an endpoint has kept them back. */
  readonly late: number;
  /** Transfers of which a claim was made, or which were told as nobody's. */
  readonly handed: number;
  /** Money that was handed over and whose block is gone: operators have to look. */
  readonly lost: number;
  /** Milliseconds from now back to what was read; undefined before anything was. */
  readonly lagMs: number | undefined;
  /** False while it catches up. */
  readonly isComplete: boolean;
  /** Whether more was read than at the look before. */
  readonly hasMoved: boolean;
  /** What endpoints did wrong. */
  readonly faults: readonly EndpointFault[];
}

/** Begins to watch an address over these endpoints. What it remembers of them lasts as long as the result. */
export const createWatched = (place: Place, endpoints: readonly Endpoint[], outside: Outside): Watched => {
  const network = networks[place.network];
  const create = network.kind === 'evm' ? createEvmReader : createTronReader;
  return { ...place, readers: endpoints.map((endpoint) => create(network, place.address, { endpoint, outside })) };
};

/** Each look begins with another endpoint, so that what one of them keeps back is found by the next. */
const inTurn = <T>(all: readonly T[], looks: number): T[] => all.map((_, i) => all[(i + looks) % all.length]!);

/** The first reading that is up to date and fits what was read before; else the best there is. */
const readOne = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { readers, ...place }: Watched,
  cursor: Cursor | undefined,
): Promise<{ reading: Reading | undefined; faults: EndpointFault[] }> => {
  const faults: EndpointFault[] = [];
  let best: Reading | undefined;
  const known = (txids: readonly string[]): Promise<ReadonlySet<string>> => knownOf(db, place, txids);
  for (const reader of inTurn(readers, cursor?.looks ?? 0)) {
    const reading = await reader.read(cursor, known).catch((fault: unknown) => {
      if (!(fault instanceof EndpointFault)) throw fault;
      faults.push(fault);
    });
    if (!reading) continue;
    const age = clock.now().getTime() - reading.readTo.time.getTime();
    const others = readers.filter((other) => other !== reader);
    const advance = { network: place.network, since: cursor, to: reading.readTo, now: clock.now() };
    // A cursor there would hide what honest endpoints read until then.
    if (age < -AHEAD_MS) faults.push(new EndpointFault(reader.name, 'ahead'));
    else if (await claimsTooMuch(advance, others))
      faults.push(new EndpointFault(reader.name, 'ahead', `block ${reading.readTo.number}`));
    if (faults.some(({ endpoint, kind }) => endpoint === reader.name && kind === 'ahead')) continue;
    const isStale = reading.isComplete && age > LAG_ALARM_MS;
    if (!isStale && !reading.isForked) return { reading, faults };
    faults.push(new EndpointFault(reader.name, reading.isForked ? 'forked' : 'lagging'));
    best = better(best, reading);
  }
  return { reading: best, faults };
};

const better = (one: Reading | undefined, other: Reading): Reading => {
  if (!one) return other;
  if (one.isForked !== other.isForked) return one.isForked ? other : one;
  return other.readTo.time > one.readTo.time ? other : one;
};

/** Stores what a reading gave and moves the cursor, both or neither. */
const storeReading = async (
  trx: Db,
  { clock, ids, crash }: Pick<Deps, 'clock' | 'ids' | 'crash'>,
  { place, cursor, reading }: { place: Place; cursor: Cursor | undefined; reading: Reading },
): Promise<Pick<Look, 'found' | 'late' | 'lost'>> => {
  const at = clock.now();
  const isOurs = await moveCursor(trx, place, { looks: cursor?.looks ?? 0, to: reading.readTo, at });
  if (!isOurs) return { found: 0, late: 0, lost: 0 };
  crash.at('watch.noted');
  const orphans = reading.isForked ? await markOrphans(trx, place, { reading, at }) : 0;
  const { fresh, back } = await storeAllFound(trx, { ...place, found: reading.found, ids, at });
  const late = cursor && !reading.isForked ? fresh.filter(({ time }) => time <= cursor.time).length : 0;
  crash.at('watch.before-commit');
  return { found: fresh.length, late, lost: Math.max(0, orphans - back) };
};

/**
 * Looks once at an address: reads on from where it was, stores, and hands over what has become final. A look that is
 * broken off anywhere is done again by the next one, and hands nothing over twice.
 */
export const watchOnce = async (
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'crash'>,
  watched: Watched,
  takers: Takers,
): Promise<Look> => {
  const { network, address } = watched;
  const place = { network, address };
  deps.crash.at('watch.before-look');
  const cursor = await findCursor(deps.db, place);
  const { reading, faults } = await readOne(deps, watched, cursor);
  deps.crash.at('watch.read');
  const stored = reading
    ? await inTransaction(deps.db, (trx) => storeReading(trx, deps, { place, cursor, reading }))
    : { found: 0, late: 0, lost: 0 };
  deps.crash.at('watch.after-commit');
  const handed = await handOverAll(deps, place, takers);
  const readTo = reading?.readTo.time ?? cursor?.time;
  const lagMs = readTo && deps.clock.now().getTime() - readTo.getTime();
  const hasMoved = reading !== undefined && reading.readTo.time.getTime() !== cursor?.time.getTime();
  return { ...stored, handed, lagMs, isComplete: reading?.isComplete ?? true, hasMoved, faults };
};

/**
 * How far behind now the worst of these addresses was read, in milliseconds, for metric and alarm; undefined when one
 * of them was never read.
 */
export const watchLag = async (db: Db, places: readonly Place[], now: Date): Promise<number | undefined> => {
  const cursors = new Map((await listCursors(db)).map((row) => [placeKey(row), row.block_time]));
  const times = places.map((place) => cursors.get(placeKey(place))?.getTime());
  return times.includes(undefined) ? undefined : Math.max(0, ...times.map((time) => now.getTime() - time!));
};
