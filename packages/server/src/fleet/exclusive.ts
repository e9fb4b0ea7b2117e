/** Runs work one after the other, in the order in which it came; a failure reaches only whoever asked for it. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** A new queue of its own. */
export const createExclusive = (): Exclusive => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
};
