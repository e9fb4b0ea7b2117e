import { expect, test } from 'vitest';
import { stageTimes } from './stage-times.ts';

test('every stage is printed with its minutes and seconds, one that failed too, and the whole run at the end', async () => {
  let now = 5000;
  const times = stageTimes(() => now);
  const given = await times.timed('lint', async () => {
    now += 4300;
    return 7;
  });
  const failing = times.timed('tests: db', async () => {
    now += 187_040;
    throw new Error('no database');
  });
  await expect(failing).rejects.toThrow('no database');
  now += 59_960;
  expect(given).toBe(7);
  expect(times.table()).toEqual(['lint        0:04.3', 'tests: db   3:07.0', 'in all      4:11.3']);
});
