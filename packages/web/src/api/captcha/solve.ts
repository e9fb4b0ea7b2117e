import { findNumber, type Search } from './find-number.ts';

/** Numbers that are tried on the page's own thread before it may do something else: some milliseconds. */
const AT_ONCE = 500;

const inWorker = (search: Search): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
    const end = (then: () => void): void => {
      worker.terminate();
      then();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<number | undefined>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('the worker did not start'))));
    worker.postMessage(search);
  });

const onPage = async (search: Search): Promise<number | undefined> => {
  for (let from = 0; from <= search.maxnumber; from += AT_ONCE) {
    const found = findNumber(search, from, Math.min(from + AT_ONCE - 1, search.maxnumber));
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
};

/**
 * The number of a challenge, found in a worker, or on the page where there are no workers; undefined
 * when there is none.
 */
export const solve = async (search: Search): Promise<number | undefined> => {
  if (typeof Worker === 'undefined') return onPage(search);
  return inWorker(search).catch(() => onPage(search));
};
