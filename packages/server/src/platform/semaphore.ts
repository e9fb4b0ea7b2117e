import pLimit from 'p-limit';

/** Lets a bounded number of tasks run at the same time and a bounded number wait. */
export interface Semaphore {
  /** Runs the task as soon as there is room; undefined, without running it, when too many wait already. */
  run<T>(task: () => Promise<T>): Promise<T> | undefined;
}

/** A semaphore of this process. Tasks are run in the order in which they came. */
export const createSemaphore = ({ running, waiting }: { running: number; waiting: number }): Semaphore => {
  const limit = pLimit(running);
  return {
    run: (task) => (limit.activeCount + limit.pendingCount < running + waiting ? limit(task) : undefined),
  };
};
