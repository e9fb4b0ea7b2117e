/** Milliseconds to wait for what must come. A machine can be five times slower for an hour. */
export const PATIENCE_MS = 120_000;

/** Milliseconds for one attempt of several, such as one load of a page. */
export const ATTEMPT_MS = 20_000;

/** Milliseconds in which what must not come would have come. */
export const QUIET_MS = 500;

/** Milliseconds that a test or a hook may take. */
export const TEST_MS = 900_000;

/** Milliseconds that the end of a test process may take. */
export const TEARDOWN_MS = 60_000;
