import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A full garbage collection once in so many ticks, a cheap one of young objects after each. */
const TICKS_TO_FULL = 4;
/** Below these sizes (bytes) of the heap, and of buffers beside it, there is nothing to be gained. */
const [HEAP_WORTH_IT, BUFFERS_WORTH_IT] = [48 * 1024 * 1024, 8 * 1024 * 1024];

/**
 * Last-resort collection (hundreds of ms): only above a size of the process in bytes, and rarely. The first one frees
 * what the start left behind.
 */
const [LARGE, TICKS_TO_FIRST, TICKS_TO_NEXT] = [128 * 1024 * 1024, 30, 600];

type Collect = (how?: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void;

/**
 * Gives a function to be called after each tick, which returns memory to the system. An answer of the engine is
 * megabytes that are read once; left to itself, the runtime lets a hundred of them pile up, on a node that may
 * have 512 MB in all.
 */
export const memoryKeeper = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  let sweeps = 0;
  let ticksToThorough = TICKS_TO_FIRST;
  return () => {
    const { heapTotal, arrayBuffers, rss } = process.memoryUsage();
    ticksToThorough--;
    if (rss > LARGE && ticksToThorough <= 0) {
      ticksToThorough = TICKS_TO_NEXT;
      return collect({ type: 'major', flavor: 'last-resort' });
    }
    if (heapTotal < HEAP_WORTH_IT && arrayBuffers < BUFFERS_WORTH_IT) return;
    collect(sweeps++ % TICKS_TO_FULL === 0 ? undefined : { type: 'minor' });
  };
};
