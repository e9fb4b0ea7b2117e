import { CODE_LIFE_MS } from '../enrol.ts';

/** Environment of programs for which the half hour of a code is over within some ms. */
export const hurriedCode = (ms: number): Readonly<Record<string, string>> => {
  const code = `const wait=setTimeout;globalThis.setTimeout=(work,ms,...rest)=>wait(work,ms===${CODE_LIFE_MS}?${ms}:ms,...rest)`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
};
