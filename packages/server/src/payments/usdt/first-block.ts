/** Blocks by which the first step back goes; each further step is twice as long. */
const FIRST_STEP = 1024;

/**
 * The first block of an instant or later, in ms, of a chain whose times never fall. `last`: a block that is so late.
 * `timeOf` is asked about a few dozen blocks, none of them much older than what is looked for: endpoints forget.
 */
export const firstBlockFrom = async (
  at: number,
  last: number,
  timeOf: (block: number) => Promise<number>,
): Promise<number> => {
  let [high, low] = [last, -1];
  for (let step = FIRST_STEP; low < 0 && high > 0; step *= 2) {
    const probe = Math.max(0, high - step);
    if ((await timeOf(probe)) < at) low = probe;
    else high = probe;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) < at) low = middle;
    else high = middle;
  }
  return high;
};
