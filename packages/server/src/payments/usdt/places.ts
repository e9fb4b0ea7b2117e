import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { placeKey, type Place } from './deposit-store.ts';
import { planOf, receivingPlaces, type UsdtPlan } from './plan.ts';
import { listBusy } from './slot-store.ts';
import { awaitedAddresses } from './slots.ts';
import { watchLag } from './watch.ts';

/** How long after the end of a payment its address is looked at as often as before, in ms. */
const BUSY_MS = HOUR_MS;
/** Pause between two looks at an address where nobody pays at the moment, in ms. */
const IDLE_MS = MINUTE_MS;

/** How long the places are remembered where nobody can begin to pay, in ms. */
const REMEMBERED_MS = 30 * SECOND_MS;

/** A place to be watched, and the pause between two looks at it in ms. */
export interface Due extends Place {
  readonly pauseMs: number;
}

/** Every place at which USDT can come: those of the settings, and those for which something is still awaited. */
export const placesToWatch = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  plan: UsdtPlan,
): Promise<readonly Due[]> => {
  const now = clock.now();
  const awaited = await awaitedAddresses(db, now);
  const busy = new Set(
    (await listBusy(db, new Date(now.getTime() - BUSY_MS))).map((row) => `${row.network} ${row.address}`),
  );
  const all = new Map([...receivingPlaces(plan), ...awaited].map((place) => [placeKey(place), place]));
  return [...all].map(([key, place]) => ({
    ...place,
    pauseMs: busy.has(key) ? plan.intervalMs : Math.max(plan.intervalMs, IDLE_MS),
  }));
};

/**
 * Gives `placesToWatch`. Where nobody can begin to pay in USDT no place is added, and the database is asked twice a
 * minute alone: most installations take none. That it is switched on is known from the settings at once.
 */
export const createPlaces = (deps: Pick<Deps, 'db' | 'clock'>): ((plan: UsdtPlan) => Promise<readonly Due[]>) => {
  let known: { readonly until: number; readonly places: readonly Due[] } | undefined;
  return async (plan) => {
    const now = deps.clock.now().getTime();
    const isOff = receivingPlaces(plan).length === 0;
    if (isOff && known && now < known.until) return known.places;
    const places = await placesToWatch(deps, plan);
    known = isOff ? { until: now + REMEMBERED_MS, places } : undefined;
    return places;
  };
};

/** How far behind now each chain was read that is watched, in seconds; undefined for one that never was. */
export const lagSeconds = async (
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
): Promise<ReadonlyMap<string, number | undefined>> => {
  const places = await placesToWatch(deps, planOf(deps.settings.current()));
  const lags = new Map<string, number | undefined>();
  for (const network of new Set(places.map((place) => place.network))) {
    const of = places.filter((place) => place.network === network);
    const lag = await watchLag(deps.db, of, deps.clock.now());
    lags.set(network, lag === undefined ? undefined : lag / 1000);
  }
  return lags;
};
