/** What one start showed. Times in ms. */
export interface StartFigures {
  /** From the start of the process to the first answer: to a customer, and of an empty panel on this machine. */
  readonly firstMs: number;
  readonly emptyMs: number;
  /** p99 of user info until the simulated node has everybody, and after that. */
  readonly buildingP99Ms: number;
  readonly usualP99Ms: number;
  /** From the first part of the whole set to the last answer of the node. */
  readonly wholeSetMs: number;
  /** Highest resident memory of panel and worker in one process. */
  readonly memoryMb: number;
}

export const LIMITS = { firstMs: 2000, wholeSetMs: 60_000, memoryMb: 1024, times: 3 } as const;
/** A first answer may take so many times the start of an empty panel, where that is more. */
const TIMES_EMPTY = 1.5;
/** Nobody notices a difference below this, in ms. */
const UNNOTICED_MS = 20;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Why a first answer came too late; none when it did not. */
export const lateness = ({ firstMs, emptyMs }: Pick<StartFigures, 'firstMs' | 'emptyMs'>): string[] =>
  firstMs > Math.max(LIMITS.firstMs, TIMES_EMPTY * emptyMs)
    ? [`the first answer came after ${seconds(firstMs)}, that of an empty panel after ${seconds(emptyMs)}`]
    : [];

/** What of a start is beyond its limit, a sentence each. */
export const problemsOf = (found: StartFigures): string[] => {
  const problems = lateness(found);
  const { buildingP99Ms, usualP99Ms, wholeSetMs, memoryMb } = found;
  if (buildingP99Ms > Math.max(UNNOTICED_MS, LIMITS.times * usualP99Ms))
    problems.push(
      `p99 of user info was ${buildingP99Ms.toFixed(1)} ms while sets were built, and is ${usualP99Ms.toFixed(1)} ms`,
    );
  if (wholeSetMs > LIMITS.wholeSetMs) problems.push(`a node had its whole set after ${seconds(wholeSetMs)}`);
  if (memoryMb > LIMITS.memoryMb) problems.push(`memory rose to ${Math.round(memoryMb)} MB`);
  return problems;
};
