import { CODE_LIFE_MS } from '../enrol.ts';

/** Environment in which an agent waits `ms` for its code instead of half an hour. */
export const hurriedCode = (ms: number): Readonly<Record<string, string>> => {
  const code = `const wait=setTimeout;globalThis.setTimeout=(work,ms,...rest)=>wait(work,ms===${CODE_LIFE_MS}?${ms}:ms,...rest)`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};
