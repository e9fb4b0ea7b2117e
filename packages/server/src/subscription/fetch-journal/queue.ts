import type { Client } from '@skyport/documents';
import { HOUR_MS, type Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/networks.ts';
import type { FetchCount, FetchCounts } from './store.ts';

/** Rows that wait at most; what comes beyond that is not counted. */
const MAX_WAITING = 50_000;

/** Parts of a version that are stored, and the highest plausible number in one. */
const VERSION_PARTS = 3;
const MAX_VERSION = 999_999;

/** A client's version as the journal stores it; empty when it names no plausible one. */
const versionOf = (client: Client): string => {
  const parts = client.version.slice(0, VERSION_PARTS);
  return parts.every((part) => part <= MAX_VERSION) ? parts.join('.') : '';
};

/** A document that was sent. */
export interface Fetch {
  readonly userNum: number;
  readonly address: string;
  readonly client: Client;
}

/** What waits to be written. */
export interface FetchQueue {
  /** Rows of fetches; wrong keys do not count, because a write takes all of them. */
  size(): number;
  isEmpty(): boolean;
  addFetch(fetch: Fetch): void;
  addWrongKey(userNum: number): void;
  /** Takes the oldest fetches, at most so many, and all wrong keys. */
  take(most: number): FetchCounts;
}

/**
 * Fetches that wait, counted by account, hour, network and family of clients in the order they came, and wrong keys by
 * account. A version is never part of what is counted: whoever says another one each time would fill the queue.
 */
export const createFetchQueue = (clock: Clock): FetchQueue => {
  const fetches = new Map<string, FetchCount>();
  let wrongKeys = new Map<number, number>();
  let hour = new Date(0);
  return {
    size: () => fetches.size,
    isEmpty: () => fetches.size === 0 && wrongKeys.size === 0,
    addFetch: ({ userNum, address, client }) => {
      const now = clock.now().getTime();
      if (now - hour.getTime() >= HOUR_MS || now < hour.getTime()) hour = new Date(now - (now % HOUR_MS));
      const [network, version] = [networkOf(address), versionOf(client)];
      const { family } = client;
      const key = `${userNum} ${network} ${family} ${hour.getTime()}`;
      const found = fetches.get(key);
      if (found) {
        found.count++;
        found.version = version || found.version;
      } else if (fetches.size < MAX_WAITING) fetches.set(key, { userNum, hour, network, family, version, count: 1 });
    },
    addWrongKey: (userNum) => {
      const found = wrongKeys.get(userNum);
      if (found !== undefined || wrongKeys.size < MAX_WAITING) wrongKeys.set(userNum, (found ?? 0) + 1);
    },
    take: (most) => {
      const taken = { fetches: takeOldest(fetches, most), wrongKeys };
      wrongKeys = new Map();
      return taken;
    },
  };
};

const takeOldest = (fetches: Map<string, FetchCount>, most: number): FetchCount[] => {
  const taken: FetchCount[] = [];
  for (const [key, fetch] of fetches) {
    if (taken.length >= most) break;
    taken.push(fetch);
    fetches.delete(key);
  }
  return taken;
};
