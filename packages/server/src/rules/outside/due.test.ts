import { expect, test } from 'vitest';
import { isDue } from './due.ts';

const address = 'https://lists.example/cn.txt';
const now = new Date('2026-11-21T04:00:00Z');
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const row = (hours: number, more: object = {}) => ({
  source: address,
  checked_at: hoursAgo(hours),
  problem: null,
  ...more,
});

test.each([
  ['never fetched', undefined, true],
  ['asked for, not fetched', { source: '', checked_at: null, problem: null }, true],
  ['fetched today', row(23), false],
  ['fetched a day ago', row(24), true],
  ['failed a moment ago', row(0.5, { problem: 'slow' as const }), false],
  ['failed an hour ago', row(1, { problem: 'slow' as const }), true],
  ['from another address', row(1, { source: 'https://old.example/cn.txt' }), true],
  ['failed a moment ago at another address', row(0.5, { source: '', problem: 'slow' as const }), false],
])('a list is fetched again when it is due: %s', (_, stored, due) => {
  expect(isDue(stored, address, now)).toBe(due);
});
