import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

test('who asks meanwhile shares the work, and who asks afterwards starts it anew', async () => {
  let started = 0;
  const shared = singleFlight(async () => (started += 1));
  expect(await Promise.all([shared(), shared(), shared()])).toEqual([1, 1, 1]);
  expect(await shared()).toBe(2);
});

test('a failure reaches all who waited, and the next call tries again', async () => {
  let started = 0;
  const shared = singleFlight(async () => {
    started += 1;
    if (started === 1) throw new Error('broken');
    return started;
  });
  const outcomes = await Promise.allSettled([shared(), shared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared()).toBe(2);
});
