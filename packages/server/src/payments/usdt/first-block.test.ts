import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstBlockFrom } from './first-block.ts';

/** Looks for an instant among blocks of these times; gives the block, and which ones were asked about. */
const look = async (times: readonly number[], at: number): Promise<{ block: number; asked: readonly number[] }> => {
  const asked: number[] = [];
  const block = await firstBlockFrom(at, times.length - 1, async (number) => {
    asked.push(number);
    return times[number]!;
  });
  return { block, asked };
};

test('the first block of an instant or later is found, whatever pauses are between blocks', async () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 5000 });
  await fc.assert(
    fc.asyncProperty(pauses, fc.double({ min: 0, max: 1, noNaN: true }), async (some, share) => {
      let time = 0;
      const times = some.map((pause) => (time += pause));
      const at = Math.floor(times.at(-1)! * share);
      expect((await look(times, at)).block).toBe(times.findIndex((each) => each >= at));
    }),
    { numRuns: 200 },
  );
});

test('the first and the only block, and the newest one', async () => {
  expect((await look([7], 7)).block).toBe(0);
  expect((await look([7, 8, 9], 1)).block).toBe(0);
  expect((await look([7, 8, 9], 9)).block).toBe(2);
});

test('a day of a fast chain takes a few dozen questions, none of them about blocks of much earlier', async () => {
  const times = Array.from({ length: 2_000_000 }, (_, number) => number * 450);
  const newest = times.length - 1;
  const { block, asked } = await look(times, newest * 450 - 86_400_000);
  expect(block).toBe(newest - 192_000);
  expect(asked.length).toBeLessThan(32);
  expect(Math.min(...asked)).toBeGreaterThan(newest - 2 * 192_000);
});
