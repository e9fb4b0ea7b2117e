import { createHash } from 'node:crypto';

/** Numbers that a seed decides: each call gives the next one in [0, 1). */
export const seeded = (seed: number): (() => number) => {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed}:${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
};
