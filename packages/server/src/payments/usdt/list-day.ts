import { inTransaction, type Db } from '@skyport/db';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { LIST_EDGE_MS, listDayOf } from '../../platform/list-days.ts';
import { ListFault, type ListedMoney, type Listing } from '../../platform/payment-providers.ts';
import { milliOf } from './amounts.ts';
import { placeKey, type Place } from './deposit-store.ts';
import { type Endpoint, EndpointFault, type Outside } from './endpoint.ts';
import { outsideOf } from './outside.ts';
import {
  insertOverlooked,
  listHanded,
  listNames,
  listWatchedPlaces,
  wasWatched,
  type WatchedPlace,
} from './overlooked-store.ts';
import { placesToWatch } from './places.ts';
import { planOf, type UsdtPlan } from './plan.ts';
import { readSpan, type Span } from './read-span.ts';
import type { Found } from './reading.ts';
import { joinShown, pairSame } from './same-money.ts';

/** How the chains' list of a day is had. */
export const LISTING: Listing = { patienceMs: 5 * MINUTE_MS, hasEdge: true };

type Parts = Pick<Deps, 'clock' | 'db' | 'env' | 'settings'>;

/** A place, and the part of a day in which it was watched. */
interface WatchedPart extends Place, Span {}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** The part of a day in which a place was watched; `notYet` while its watcher has not read the day to its end. */
const partOf = (
  { network, address, since, readTo }: WatchedPlace,
  { from, to }: Span,
  isStillWatched: boolean,
): WatchedPart | 'notYet' | undefined => {
  if (since >= to) return undefined;
  if (isStillWatched && readTo < to) return 'notYet';
  // What came in the last block that was read counts.
  const part = { from: later(since, from), to: earlier(new Date(readTo.getTime() + 1), to) };
  return part.from < part.to ? { network, address, ...part } : undefined;
};

/** Whom a place is read from. */
interface Sources {
  readonly endpoints: readonly Endpoint[];
  readonly outside: Outside;
}

/**
 * Reads one place from the first endpoint that shows everything that was handed over; where none does, what all of them
 * show that give the whole. Throws ListFault when none does.
 */
const readPlace = async (db: Db, part: WatchedPart, { endpoints, outside }: Sources): Promise<readonly Found[]> => {
  const handed = await listHanded(db, part, part);
  let found: readonly Found[] = [];
  const faults: string[] = [];
  // The first one last: what one endpoint keeps back is seen at another one.
  for (const endpoint of [...endpoints.slice(1), ...endpoints.slice(0, 1)]) {
    try {
      found = joinShown(found, await readSpan(part, part, { endpoint, outside }));
      if (pairSame(handed, found).size === handed.length) return found;
    } catch (fault) {
      if (!(fault instanceof EndpointFault)) throw fault;
      faults.push(fault.message);
    }
  }
  if (faults.length < endpoints.length) return found;
  throw new ListFault(`${part.network}: ${faults.join('; ') || 'no endpoint'}`);
};

/** What a chain shows of a place. */
interface Shown {
  readonly place: Place;
  readonly found: readonly Found[];
}

/** Transfers as money in a list, each by the name that it has or would have; less than a thousandth is no money. */
const presentShown = async (trx: Db, { place, found }: Shown, at: Date): Promise<readonly ListedMoney[]> => {
  const names = await listNames(trx, place, found);
  const listed: ListedMoney[] = [];
  for (const each of found.toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex)) {
    const { milli } = milliOf(place.network, each.units);
    if (milli === 0) continue;
    const reference = names.get(each) ?? (await insertOverlooked(trx, place, { found: each, at }));
    listed.push({ kind: 'paid', reference, tradeNumber: '', amount: milli, currency: 'USDT', at: each.time });
  }
  return listed;
};

/** Asks until the signal says that it is enough. */
const until = (signal: AbortSignal, { http, clock }: Outside): Outside => ({
  clock,
  http: (url, init, maxBytes) =>
    http(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal }, maxBytes),
});

const partsOf = async (parts: Parts, plan: UsdtPlan, span: Span): Promise<readonly WatchedPart[] | 'notYet'> => {
  const still = new Set((await placesToWatch(parts, plan)).map(placeKey));
  const places: WatchedPart[] = [];
  for (const place of await listWatchedPlaces(parts.db)) {
    const part = partOf(place, span, still.has(placeKey(place)));
    if (part === 'notYet') return part;
    if (part) places.push(part);
  }
  return places;
};

/**
 * What came in USDT on a day of UTC+8 at every address that was watched then, read from the chains again and not from
 * what the watchers have stored; with what came within ten minutes before. `notYet` while a watcher is not that far.
 * Throws ListFault when a chain cannot be read whole.
 */
export const listDay = async (
  parts: Parts,
  day: string,
  signal: AbortSignal,
): Promise<readonly ListedMoney[] | 'notYet'> => {
  const { begin, end } = listDayOf(day);
  const plan = planOf(parts.settings.current());
  // Payments are compared from a little before the day on.
  const span = { from: new Date(begin - LIST_EDGE_MS), to: new Date(end) };
  const places = await partsOf(parts, plan, span);
  if (places === 'notYet') return places;
  const outside = until(signal, outsideOf(parts.clock, parts.env.ALLOW_PRIVATE_NETWORKS));
  const shown: Shown[] = [];
  for (const place of places) {
    const endpoints = plan.endpoints[place.network];
    shown.push({ place, found: await readPlace(parts.db, place, { endpoints, outside }) });
  }
  return inTransaction(parts.db, async (trx) => {
    const listed: ListedMoney[] = [];
    for (const each of shown) listed.push(...(await presentShown(trx, each, parts.clock.now())));
    return listed;
  });
};

/** For so long after the last look at an address its days are compared, in ms. */
const COMPARED_MS = 5 * DAY_MS;

/** Whether there is anything of USDT to be compared: something was watched lately. */
export const isUsdtCompared = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> =>
  wasWatched(db, new Date(clock.now().getTime() - COMPARED_MS));
