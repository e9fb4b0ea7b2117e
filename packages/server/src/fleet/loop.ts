import pLimit from 'p-limit';
import { MINUTE_MS } from '../platform/clock.ts';

/** Work that repeats until it is stopped. */
export interface Loop {
  /** Does the work now instead of waiting for the next time. */
  poke(): void;
  /** Ends the loop; resolves when the work under way is done. */
  stop(): Promise<void>;
}

/** What writes down faults that nobody waits for; `times` is how often the very same one came at once. */
export type Failed = (fault: unknown, times?: number) => Promise<void>;

/**
 * How long a loop sleeps at a stretch: a setting that shortens its pause takes effect after as much, not after an hour.
 */
const STRETCH_MS = MINUTE_MS;

/**
 * Repeats `work`, waiting `pauseMs()` between the end of one and the beginning of the next. A failure is handed to
 * `failed`, each of several that came at once, and the loop goes on.
 */
export const startLoop = (options: { work: () => Promise<void>; pauseMs: () => number; failed: Failed }): Loop => {
  let stopped = false;
  let poked = false;
  let wake = (): void => undefined;
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const pause = async (): Promise<void> => {
    const began = performance.now();
    while (!stopped && !poked) {
      const left = began + options.pauseMs() - performance.now();
      if (left <= 0) return;
      await sleep(Math.min(left, STRETCH_MS));
    }
  };
  const run = (async () => {
    while (!stopped) {
      poked = false;
      await options.work().catch((fault: unknown) => reportAll(fault, options.failed));
      await pause();
    }
  })();
  const poke = (): void => {
    poked = true;
    wake();
  };
  return {
    poke,
    stop: async () => {
      stopped = true;
      poke();
      await run;
    },
  };
};

/**
 * Hands every fault to `failed`, those of one name and message together: a broken thing must not fill the error log.
 */
const reportAll = async (fault: unknown, failed: Failed): Promise<void> => {
  const same = Map.groupBy(fault instanceof AggregateError ? (fault.errors as unknown[]) : [fault], String);
  for (const faults of same.values()) await failed(faults[0], faults.length);
};

/**
 * Does `work` for every item, at most `width` at once; one failure does not keep the others from their turn. Throws an
 * AggregateError of all failures.
 */
export const forEachAtOnce = async <T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const limit = pLimit(width);
  const outcomes = await Promise.allSettled(Array.from(items, (item) => limit(work, item)));
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('; '));
};
