import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { startLoop } from './loop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loop that counts its turns; its pause can be changed while it sleeps. */
const counting = () => {
  const state = { turns: 0, pauseMs: HOUR_MS };
  const loop = startLoop({
    work: async () => void state.turns++,
    pauseMs: () => state.pauseMs,
    failed: (fault) => Promise.reject(fault),
  });
  return { state, loop };
};

test('work is done at once, again after its pause, and at once when it is poked', async () => {
  const { state, loop } = counting();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.turns).toBe(1);
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  expect(state.turns).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(state.turns).toBe(2);
  loop.poke();
  await vi.advanceTimersByTimeAsync(0);
  expect(state.turns).toBe(3);
  await loop.stop();
  expect(state.turns).toBe(3);
});

test('a pause that is made shorter ends within a minute', async () => {
  const { state, loop } = counting();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  state.pauseMs = MINUTE_MS;
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(state.turns).toBe(2);
  await loop.stop();
});
