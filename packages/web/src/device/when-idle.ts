/** What a browser has for waiting; older ones cannot tell when they are idle. */
export interface IdleScheduler {
  readonly requestIdleCallback?: (run: () => void) => unknown;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
}

const ENOUGH_MS = 3000;

/** Runs something once the browser has nothing to draw or to compute; after `ms` milliseconds where it cannot tell. */
export const whenIdle = (run: () => void, scheduler: IdleScheduler = window, ms = ENOUGH_MS): void => {
  if (scheduler.requestIdleCallback) scheduler.requestIdleCallback(run);
  else scheduler.setTimeout(run, ms);
};
