/** Numbers that a seed decides, fast enough for millions of schedules. */
export interface Dice {
  /** A whole number in [0, below). */
  below(below: number): number;
  /** True once in `n` times. */
  oneIn(n: number): boolean;
  pick<T>(of: readonly T[]): T;
}

/** Dice of one schedule: the seed of the run and the schedule's number decide everything (sfc32). */
export const diceOf = (seed: number, schedule: number): Dice => {
  let [a, b, c, d] = [seed | 0, schedule | 0, 0x9e3779b9 | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm += 1) next();
  const below = (n: number): number => Math.floor((next() / 2 ** 32) * n);
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: (of) => of[below(of.length)]!,
  };
};
