import { setTimeout as sleep } from 'node:timers/promises';

/** Longest work (ms) without a rest. */
const SLICE_MS = 3;
/** Rest (ms) for several turns of the event loop: an answer to a customer needs more than one. */
const REST_MS = 1;
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
    return sleep(REST_MS).then(() => {
      began = now();
    });
  };
};
