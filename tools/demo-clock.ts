import type { Clock } from '@skyport/server/platform/clock';

/** A clock that the demo's history is lived through with. */
export interface MovableClock extends Clock {
  moveTo(at: Date): void;
}

/** A clock that stands until it is moved. */
export const movableClock = (at: Date): MovableClock => {
  let now = at;
  return { now: () => now, moveTo: (to) => void (now = to) };
};
