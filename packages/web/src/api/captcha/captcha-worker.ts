import { findNumber, type Search } from './find-number.ts';

/* Runs in a worker: the page stays quick while it looks. */

addEventListener('message', ({ data }: MessageEvent<Search>) => {
  postMessage(findNumber(data, 0, data.maxnumber));
});
