import type { Client } from '@skyport/documents';
import { HOUR_MS, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { networkOf } from '../platform/networks.ts';
import type { FetchCount } from './store.ts';

const WRITE_EVERY_MS = 1000;
/** Rows that one write brings whatever is waiting, */
const WRITTEN_ALWAYS = 500;
/** and the share of a longer queue: its rows wait some ten seconds, and whoever comes back meanwhile costs no row. */
const WRITTEN_SHARE = 0.1;
/** Kept in memory at most; what comes beyond that is not counted. */
const MAX_KEPT = 50_000;

/** Parts of a version that are kept, and the highest number that can be one: the rest is noise or malice. */
const VERSION_PARTS = 3;
const MAX_VERSION = 999_999;

const names = new WeakMap<Client, string>();

/** A client as the journal keeps it: `family/version`, only the family where it names no sensible version. */
const nameOf = (client: Client): string => {
  const known = names.get(client);
  if (known !== undefined) return known;
  const kept = client.version.slice(0, VERSION_PARTS);
  const isSensible = kept.length > 0 && kept.every((part) => part <= MAX_VERSION);
  const name = isSensible ? `${client.family}/${kept.join('.')}` : client.family;
  names.set(client, name);
  return name;
};

/** A document that went out. */
interface Fetch {
  readonly userNum: number;
  readonly address: string;
  readonly client: Client;
}

/** Who fetches which link. */
export interface Journal {
  note(fetch: Fetch): void;
  /** Counts a request with an account's id and a wrong key. */
  miss(userNum: number): void;
  /** Writes what is waiting. Never throws: what cannot be written is logged and dropped, it is a journal only. */
  flush(): Promise<void>;
}

/** What one write brings. */
export interface JournalCounts {
  readonly fetches: readonly FetchCount[];
  /** Wrong keys by the account whose id they came with. */
  readonly misses: ReadonlyMap<number, number>;
}

/** Fetches that wait for being written, added up by account, hour, network and client, in the order they came. */
const createQueue = (clock: Clock) => {
  const waiting = new Map<string, FetchCount>();
  let hour = new Date(0);
  return {
    size: (): number => waiting.size,
    add: ({ userNum, address, client }: Fetch): void => {
      const now = clock.now().getTime();
      if (now - hour.getTime() >= HOUR_MS || now < hour.getTime()) hour = new Date(now - (now % HOUR_MS));
      const name = nameOf(client);
      const network = networkOf(address);
      const key = `${userNum} ${network} ${name} ${hour.getTime()}`;
      const found = waiting.get(key);
      if (found) found.count++;
      else if (waiting.size < MAX_KEPT) waiting.set(key, { userNum, hour, network, client: name, count: 1 });
    },
    /** Takes the oldest out, at most so many. */
    take: (most: number): FetchCount[] => {
      const taken: FetchCount[] = [];
      for (const [key, fetch] of waiting) {
        if (taken.length >= most) break;
        taken.push(fetch);
        waiting.delete(key);
      }
      return taken;
    },
  };
};

/**
 * A journal that writes once a second, and not at all while nobody fetches. Few rows are written whole; of many only the
 * oldest, so that a rush is spread over some seconds and those who ask again are added up in memory. One write is under
 * way at most.
 */
export const createJournal = (
  clock: Clock,
  write: (counts: JournalCounts, at: Date) => Promise<void>,
  log: Pick<Log, 'warn'>,
): Journal => {
  const waiting = createQueue(clock);
  let missed = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const later = (): void => {
    timer ??= setTimeout(tick, WRITE_EVERY_MS).unref();
  };
  const tick = (): void => {
    timer = undefined;
    if (!writing) void writeOldest(Math.max(WRITTEN_ALWAYS, Math.ceil(waiting.size() * WRITTEN_SHARE)));
    if (waiting.size() > 0 || missed.size > 0) later();
  };
  /** Takes rows out of the queue, the oldest first, together with all wrong keys, and writes them. */
  const writeOldest = async (most: number): Promise<void> => {
    const counts = { fetches: waiting.take(most), misses: missed };
    missed = new Map();
    writing = writeCounts(counts).finally(() => {
      writing = undefined;
    });
    await writing;
  };
  const writeCounts = async (counts: JournalCounts): Promise<void> => {
    try {
      await write(counts, clock.now());
    } catch (error) {
      log.warn(
        { err: error, lost: counts.fetches.length + counts.misses.size },
        'the fetch journal could not be written',
      );
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (writing) await writing;
    if (waiting.size() > 0 || missed.size > 0) await writeOldest(waiting.size());
  };
  return {
    note: (fetch) => {
      waiting.add(fetch);
      later();
    },
    miss: (userNum) => {
      const found = missed.get(userNum);
      if (found === undefined && missed.size >= MAX_KEPT) return;
      missed.set(userNum, (found ?? 0) + 1);
      later();
    },
    flush,
  };
};
