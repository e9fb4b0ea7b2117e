import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work (ms) between two turns of the event loop. */
const SLICE_MS = 6;
/** Steps between two looks at the clock. */
const STEPS = 16;

/** Cuts long work into slices. Call it after each step and wait for what it gives, if anything. */
export type TimeSlices = () => Promise<void> | undefined;

/** Slices of one piece of work that begins now. */
export const createTimeSlices = (now: () => number = () => performance.now()): TimeSlices => {
  let began = now();
  let steps = 0;
  return () => {
    steps += 1;
    if (steps % STEPS !== 0 || now() - began < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      began = now();
    });
  };
};
