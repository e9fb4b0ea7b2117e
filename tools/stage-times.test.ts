import { expect, test } from 'vitest';
import { stageTimes } from './stage-times.ts';

test('every stage is printed with its minutes, its processor time what was stolen and what nobody used, one that failed too, and the whole run at the end', async () => {
  let now = 5000;
  let processor = 3;
  let machine = { all: 1000, stolen: 100, idle: 400 };
  const times = stageTimes({ now: () => now, processor: () => processor, machine: () => machine });
  const given = await times.timed('lint', async () => {
    now += 4300;
    processor += 61.5;
    machine = { all: 1200, stolen: 150, idle: 420 };
    return 7;
  });
  const failing = times.timed('tests: db', async () => {
    now += 187_040;
    throw new Error('no database');
  });
  await expect(failing).rejects.toThrow('no database');
  now += 59_960;
  machine = { all: 1500, stolen: 150, idle: 600 };
  expect(given).toBe(7);
  expect(times.table()).toEqual([
    'lint        0:04.3  processor  1:01.5  stolen 25 %  idle 10 %',
    'tests: db   3:07.0  processor  0:00.0  stolen 0 %  idle 0 %',
    'in all      4:11.3  processor  1:01.5  stolen 10 %  idle 40 %',
  ]);
});

test('of stages side by side each has the processor time of what ended in it', async () => {
  let processor = 0;
  const machine = () => ({ all: 0, stolen: 0, idle: 0 });
  const times = stageTimes({ now: () => 0, processor: () => processor, machine });
  const other = Promise.withResolvers<void>();
  const first = times.timed('long', () => other.promise);
  await times.timed('short', async () => void (processor += 10));
  processor += 20;
  other.resolve();
  await first;
  expect(times.table().map((line) => line.split('processor')[1])).toEqual([
    '  0:20.0  stolen 0 %  idle 0 %',
    '  0:10.0  stolen 0 %  idle 0 %',
    '  0:30.0  stolen 0 %  idle 0 %',
  ]);
});

test('the machine that the tests run on can be read', async () => {
  const times = stageTimes();
  await times.timed('nothing', async () => undefined);
  expect(times.table()[1]).toMatch(/^in all {4}0:0\d\.\d {2}processor +\d+:\d\d\.\d {2}stolen \d+ % {2}idle \d+ %$/);
});
