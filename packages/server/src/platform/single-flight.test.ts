import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

test('who asks meanwhile shares the work, and who asks afterwards starts it anew', async () => {
  let started = 0;
  const flight = singleFlight(async () => (started += 1));
  expect(await Promise.all([flight(), flight(), flight()])).toEqual([1, 1, 1]);
  expect(await flight()).toBe(2);
});

test('a failure is told to all who waited, and the next call tries again', async () => {
  let started = 0;
  const flight = singleFlight(async () => {
    started += 1;
    if (started === 1) throw new Error('broken');
    return started;
  });
  const outcomes = await Promise.allSettled([flight(), flight()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flight()).toBe(2);
});
