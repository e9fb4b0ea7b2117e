import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createFetchQueue, type Fetch } from './queue.ts';
import type { FetchCounts } from './store.ts';

const WRITE_EVERY_MS = 1000;
/** Rows that one write takes of the queue, if there are as many. */
const WRITTEN_AT_LEAST = 500;
/**
 * Of a longer queue a write takes this share instead: rows then wait some ten seconds, in which another fetch by the
 * same user only adds to the row that waits.
 */
const WRITTEN_SHARE = 0.1;

/** Counts who fetches which link. */
export interface FetchJournal {
  note(fetch: Fetch): void;
  /** Counts a request with an account's id and a wrong key. */
  noteWrongKey(userNum: number): void;
  /** Writes what is waiting. Never throws: what cannot be written is logged and dropped, it is a journal only. */
  flush(): Promise<void>;
}

/**
 * A journal that writes once a second, and not at all while nobody fetches. A short queue is written completely;
 * of a long one only the oldest rows, so that a rush is spread over some seconds. There is never more than one
 * write at a time.
 */
export const createFetchJournal = (
  clock: Clock,
  write: (counts: FetchCounts, at: Date) => Promise<void>,
  log: Pick<Log, 'warn'>,
): FetchJournal => {
  const queue = createFetchQueue(clock);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const later = (): void => {
    timer ??= setTimeout(tick, WRITE_EVERY_MS).unref();
  };
  const tick = (): void => {
    timer = undefined;
    if (!writing) void writeOldest(Math.max(WRITTEN_AT_LEAST, Math.ceil(queue.size() * WRITTEN_SHARE)));
    if (!queue.isEmpty()) later();
  };
  const writeOldest = (most: number): Promise<void> => {
    const counts = queue.take(most);
    writing = write(counts, clock.now())
      .catch((fault: unknown) => {
        const lost = counts.fetches.length + counts.wrongKeys.size;
        log.warn({ err: fault, lost }, 'the fetch journal could not be written');
      })
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };
  return {
    note: (fetch) => {
      queue.addFetch(fetch);
      later();
    },
    noteWrongKey: (userNum) => {
      queue.addWrongKey(userNum);
      later();
    },
    flush: async () => {
      clearTimeout(timer);
      timer = undefined;
      while (writing) await writing;
      if (!queue.isEmpty()) await writeOldest(queue.size());
    },
  };
};
