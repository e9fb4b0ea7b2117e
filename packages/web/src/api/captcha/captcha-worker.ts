import { findNumber, type Search } from './find-number.ts';

/* Runs in a worker: the page stays responsive during the search. */

addEventListener('message', ({ data }: MessageEvent<Search>) => {
  postMessage(findNumber(data, 0, data.maxnumber));
});
