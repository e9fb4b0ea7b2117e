import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FaultLog } from '../../platform/error-log.ts';
import type { LeaderWork } from '../../platform/leader.ts';
import { noteLag, noteLost } from './alarms.ts';
import { placeKey } from './deposit-store.ts';
import { type Endpoint, EndpointFault, type Outside } from './endpoint.ts';
import { outsideOf } from './outside.ts';
import { createPlaces, type Due } from './places.ts';
import { planOf } from './plan.ts';
import { endSlots } from './slot-store.ts';
import { takersOf } from './takers.ts';
import { createWatched, type Look, type Watched, watchOnce } from './watch.ts';

/** How often it is asked whether a place has its turn, in ms. */
const TICK_MS = SECOND_MS;

/** One place as it is being watched. */
interface Watching {
  readonly watched: Watched;
  /** What it is read from: other endpoints begin anew. */
  readonly endpoints: string;
  readonly since: Date;
  /** When the last look ended, in ms. */
  lookedAt: number;
  isBusy: boolean;
  /** When each fault was written down, by endpoint and kind. */
  readonly written: Map<string, number>;
}

/** Watches all places at once, each at its own pace. */
export interface Watcher {
  /** Looks at every place whose turn it is and at which nobody looks yet; settles when those looks have ended. */
  lookAround(): Promise<void>;
}

interface Parts {
  readonly deps: Deps;
  readonly faults: FaultLog;
  readonly outside: Outside;
  readonly stopped: AbortSignal;
}

/** Writes a fault down, one of a kind once an hour. */
const writeFault = async ({ deps, faults }: Parts, { watched, written }: Watching, fault: unknown): Promise<void> => {
  const now = deps.clock.now().getTime();
  // What an endpoint is called holds no key.
  const kind = fault instanceof EndpointFault ? `${fault.endpoint} ${fault.kind}` : String(fault);
  if ((written.get(kind) ?? 0) > now - HOUR_MS) return;
  written.set(kind, now);
  await faults(fault, { call: `usdt ${watched.network}`, requestId: '' });
};

const lookOnce = async (parts: Parts, watching: Watching): Promise<Look> => {
  const { deps } = parts;
  const { watched } = watching;
  await endSlots(deps.db, watched.address);
  const look = await watchOnce(deps, watched, takersOf(deps));
  for (const fault of look.faults) await writeFault(parts, watching, fault);
  if (look.lost > 0) await noteLost(deps, watched, look.lost);
  const never = deps.clock.now().getTime() - watching.since.getTime();
  if (look.isComplete || !look.hasMoved) await noteLag(deps, watched, look.lagMs ?? never);
  return look;
};

/** Looks at one place as long as that reads on; one that is held or fails is looked at again at its next turn. */
const lookAt = async (parts: Parts, watching: Watching): Promise<void> => {
  const { deps, stopped } = parts;
  watching.isBusy = true;
  try {
    let look: Look;
    do look = await lookOnce(parts, watching);
    while (!look.isComplete && look.hasMoved && !stopped.aborted);
  } catch (fault) {
    await writeFault(parts, watching, fault);
  } finally {
    watching.lookedAt = deps.clock.now().getTime();
    watching.isBusy = false;
  }
};

/** Begins to watch; what it remembers of endpoints lasts as long as the result. */
export const createWatcher = (parts: Parts): Watcher => {
  const { deps, outside } = parts;
  const all = new Map<string, Watching>();
  const placesFor = createPlaces(deps);

  const watchingOf = (place: Due, endpoints: readonly Endpoint[]): Watching => {
    const [key, name] = [placeKey(place), JSON.stringify(endpoints)];
    const known = all.get(key);
    if (known && (known.endpoints === name || known.isBusy)) return known;
    const watched = createWatched(place, endpoints, outside);
    const since = known?.since ?? deps.clock.now();
    const made = { watched, endpoints: name, since, lookedAt: 0, isBusy: false, written: new Map() };
    all.set(key, made);
    return made;
  };

  return {
    lookAround: async () => {
      const plan = planOf(deps.settings.current());
      const places = await placesFor(plan);
      const keys = new Set(places.map(placeKey));
      for (const key of all.keys()) if (!keys.has(key)) all.delete(key);
      const now = deps.clock.now().getTime();
      const due = places
        .map((place) => ({ place, watching: watchingOf(place, plan.endpoints[place.network]) }))
        .filter(({ place, watching }) => !watching.isBusy && watching.lookedAt + place.pauseMs <= now);
      await Promise.all(due.map(({ watching }) => lookAt(parts, watching)));
    },
  };
};

/**
 * Watches for USDT until it is stopped. Two watchers would hand nothing over twice, but ask endpoints twice as much: it
 * runs in the leading process.
 */
export const startUsdtWatch = (deps: Deps, { faults }: { readonly faults: FaultLog }): LeaderWork => {
  const stop = new AbortController();
  const outside = outsideOf(deps.clock, deps.env.ALLOW_PRIVATE_NETWORKS);
  const watcher = createWatcher({ deps, faults, outside, stopped: stop.signal });
  const looks = new Set<Promise<void>>();
  const begin = (): void => {
    const look = watcher
      .lookAround()
      .catch((fault: unknown) => deps.log.warn({ reason: String(fault) }, 'places to watch for USDT are not known now'))
      .finally(() => looks.delete(look));
    looks.add(look);
  };
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      begin();
      await pause(TICK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stop.abort();
      await running;
      await Promise.all(looks);
    },
  };
};
