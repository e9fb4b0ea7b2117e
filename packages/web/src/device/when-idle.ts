/** What a browser has for waiting; older ones cannot tell when they are idle. */
export interface Waits {
  readonly requestIdleCallback?: (run: () => void) => unknown;
  readonly setTimeout: (run: () => void, ms: number) => unknown;
}

const ENOUGH_MS = 3000;

/** Runs something once the browser has nothing to draw or to compute; after `ms` milliseconds where it cannot tell. */
export const whenIdle = (run: () => void, waits: Waits = window, ms = ENOUGH_MS): void => {
  if (waits.requestIdleCallback) waits.requestIdleCallback(run);
  else waits.setTimeout(run, ms);
};
