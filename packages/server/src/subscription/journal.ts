import { isIPv4 } from 'node:net';
import type { Client } from '@skyport/documents';
import { HOUR_MS, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { FetchCount } from './store.ts';

/** Writes are gathered for so long. */
const WRITE_EVERY_MS = 1000;
/** Kept in memory at most; more in one second are not counted. */
const MAX_KEPT = 50_000;

/** The network of an address as the journal keeps it: never the whole address. */
export const networkOf = (address: string): string => {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  const [left = '', right = ''] = plain.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return `${[...head, ...gap, ...tail].slice(0, 3).join(':')}::/48`;
};

/** Who fetches which link. */
export interface Journal {
  note(fetch: { userNum: number; address: string; client: Client }): void;
  /** Counts a request with an account's id and a wrong key. */
  miss(userNum: number): void;
  /** Writes what is waiting. Never throws: what cannot be written is logged and dropped, it is a journal only. */
  flush(): Promise<void>;
}

/** What a second brought. */
export interface JournalCounts {
  readonly fetches: readonly FetchCount[];
  /** Wrong keys by the account whose id they came with. */
  readonly misses: ReadonlyMap<number, number>;
}

/** A journal that writes once a second in one statement, and not at all while nobody fetches. */
export const createJournal = (
  clock: Clock,
  write: (counts: JournalCounts, at: Date) => Promise<void>,
  log: Pick<Log, 'warn'>,
): Journal => {
  let waiting = new Map<string, FetchCount>();
  let missed = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    timer ??= setTimeout(() => void flush(), WRITE_EVERY_MS).unref();
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0 && missed.size === 0) return;
    const counts = { fetches: [...waiting.values()], misses: missed };
    waiting = new Map();
    missed = new Map();
    try {
      await write(counts, clock.now());
    } catch (error) {
      log.warn(
        { err: error, lost: counts.fetches.length + counts.misses.size },
        'the fetch journal could not be written',
      );
    }
  };
  return {
    note: ({ userNum, address, client }) => {
      const hour = Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS;
      const name = [client.family, client.version.join('.')].filter(Boolean).join('/').slice(0, 60);
      const network = networkOf(address);
      const key = `${userNum} ${hour} ${network} ${name}`;
      const found = waiting.get(key);
      if (found) found.count++;
      else if (waiting.size < MAX_KEPT)
        waiting.set(key, { userNum, hour: new Date(hour), network, client: name, count: 1 });
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
