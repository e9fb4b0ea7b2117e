import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenStayed } from './leaving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page that stays in front is noticed after its time, once', () => {
  const stayed = vi.fn();
  whenStayed(2000, stayed);
  vi.advanceTimersByTime(1999);
  expect(stayed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(stayed).toHaveBeenCalledTimes(1);
});

test.each<[string, () => EventTarget, string]>([
  ['another app or a question of the browser comes', () => window, 'blur'],
  ['the page is left', () => window, 'pagehide'],
  ['another tab or the home screen is shown', () => document, 'visibilitychange'],
])('nothing is noticed when %s', (_what, target, type) => {
  const stayed = vi.fn();
  whenStayed(2000, stayed);
  vi.advanceTimersByTime(500);
  target().dispatchEvent(new Event(type));
  vi.advanceTimersByTime(10_000);
  expect(stayed).not.toHaveBeenCalled();
});

test('what is called off is not noticed', () => {
  const stayed = vi.fn();
  whenStayed(2000, stayed)();
  vi.advanceTimersByTime(10_000);
  expect(stayed).not.toHaveBeenCalled();
});
