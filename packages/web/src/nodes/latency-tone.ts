/** Milliseconds from which a latency is no longer green, and from which it is red; between them it is yellow. */
const YELLOW_MS = 150;
const RED_MS = 200;

/**
 * Tone of a latency in ms: `ok` green, `warn` yellow, `bad` red. It stands in `data-tone` of the dot beside the number;
 * the colour of each tone is under `.dot` in `nodes.module.css`; these dots also show the state of nodes and the
 * verdict of line tests.
 */
export const latencyTone = (ms: number): 'ok' | 'warn' | 'bad' => {
  if (ms < YELLOW_MS) return 'ok';
  return ms < RED_MS ? 'warn' : 'bad';
};
