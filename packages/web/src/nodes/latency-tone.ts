/** Milliseconds from which a latency is no longer green, and from which it is red; between them it is yellow. */
const YELLOW_MS = 150;
const RED_MS = 200;

/**
 * Tone of a latency in ms: `ok` green, `warn` yellow, `bad` red. It stands in `data-tone` of the dot beside the number.
 * The colour of each tone is under `.dot` in `nodes.module.css`: whoever changes it there also changes the dots of a
 * node's state and of a line test's verdict.
 */
export const latencyTone = (ms: number): 'ok' | 'warn' | 'bad' => {
  if (ms < YELLOW_MS) return 'ok';
  return ms < RED_MS ? 'warn' : 'bad';
};
