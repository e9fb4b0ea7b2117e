import pLimit from 'p-limit';
import type { Log } from './log.ts';

/** How often a process asks whether what it has a copy of has changed. */
const CHECK_EVERY_MS = 500;

/** This process's copy of something that can be had without waiting: well below a second old. */
export interface WatchedCopy<T> {
  current(): T;
  /** Reads again now when the version has grown. */
  refresh(): Promise<void>;
  stop(): void;
}

/**
 * A copy that is read once, then kept by watching its version twice a second until it is stopped. A failed reading
 * keeps the copy and is logged, with `what` it is of; throws only when the first read fails.
 */
export const watchCopy = async <T>(of: {
  readonly version: () => Promise<number>;
  readonly read: () => Promise<T>;
  readonly log: Pick<Log, 'warn'>;
  readonly what: string;
}): Promise<WatchedCopy<T>> => {
  let version = await of.version();
  let copy = await of.read();
  // One after the other: of two readings the one that began first would put its older copy over the newer one.
  const inTurn = pLimit(1);
  const refresh = (): Promise<void> =>
    inTurn(async () => {
      const newest = await of.version();
      if (newest === version) return;
      copy = await of.read();
      version = newest;
    });

  let reading = false;
  const poll = async (): Promise<void> => {
    if (reading) return;
    reading = true;
    try {
      await refresh();
    } catch (error) {
      of.log.warn({ err: error }, `${of.what} could not be read again; the last copy stays in use`);
    } finally {
      reading = false;
    }
  };
  const timer = setInterval(() => void poll(), CHECK_EVERY_MS).unref();
  return { current: () => copy, refresh, stop: () => clearInterval(timer) };
};
