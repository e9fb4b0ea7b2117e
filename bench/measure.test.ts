import { expect, test } from 'vitest';
import { inRounds, median, neat } from './measure.ts';

test('the median is the middle, or the mean of the two middle ones', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow('nothing was measured');
});

test('every measurement is taken once a round in turn, and the first round does not count', async () => {
  const order: string[] = [];
  const counting = (name: string) => {
    let count = 0;
    return async () => {
      order.push(name);
      count += 1;
      return count === 1 ? 1000 : count;
    };
  };
  const found = await inRounds(2, { a: counting('a'), b: counting('b') }, () => undefined);
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(found).toEqual({ a: 2.5, b: 2.5 });
});

test('figures are rounded for reading', () => {
  expect([neat(12_345.6), neat(0.123_45), neat(99.96)]).toEqual([12_346, 0.123, 100]);
});
