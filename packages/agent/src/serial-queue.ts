/** Does one piece of work after the other, so that engine operations never overlap. */
export const serialQueue = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

/** Waits for work, but no longer than `patienceMs`; the work goes on. */
export const within = async (work: Promise<void>, patienceMs: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))]);
  clearTimeout(timer);
};
