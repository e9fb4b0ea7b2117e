import { expect, test } from 'vitest';
import { latencyTone } from './latency-tone.ts';

test('latency changes its colour at 150 and 200 ms', () => {
  expect([149, 150, 199, 200].map(latencyTone)).toEqual(['ok', 'warn', 'warn', 'bad']);
});
