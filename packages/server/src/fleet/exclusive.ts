import pLimit from 'p-limit';

/** Runs work one after the other, in the order in which it came; a failure reaches only whoever asked for it. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** A new queue of its own. */
export const createExclusive = (): Exclusive => {
  const limit = pLimit(1);
  return (work) => limit(work);
};
