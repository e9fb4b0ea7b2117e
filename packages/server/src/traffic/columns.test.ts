import { expect, test } from 'vitest';
import { numbers, readNumbers } from './columns.ts';
import { dayNumber, dayText } from './days.ts';

test('numbers of every size and nothing at all are columns', () => {
  const bytes = numbers([1, -2, 2 ** 53 - 1, -(2 ** 53 - 1)]);
  const values = [0, 1, 2, 3].map((index) => Number(bytes.readBigInt64BE(24 + index * 12)));
  expect(values).toEqual([1, -2, 2 ** 53 - 1, -(2 ** 53 - 1)]);
  expect(numbers([])).toHaveLength(12);
  for (const wrong of [0.5, 2 ** 53, Number.NaN]) expect(() => numbers([wrong])).toThrow('not a whole');
});

test('numbers are read as PostgreSQL writes them, and nothing else is', () => {
  expect(readNumbers('0,-1,12,9007199254740991')).toEqual([0, -1, 12, 2 ** 53 - 1]);
  expect([readNumbers(null), readNumbers('7')]).toEqual([[], [7]]);
  for (const wrong of ['', '1,NULL', '1,,2', '1.5', '9007199254740992', '-', '--1', '1-2', ',1', '1,', '{1}'])
    expect(() => readNumbers(wrong), wrong).toThrow(RangeError);
});

test('days are numbers and back', () => {
  for (const day of ['1970-01-01', '2024-02-29', '2026-11-21']) expect(dayText(dayNumber(day))).toBe(day);
  expect([dayNumber('1970-01-02'), dayNumber('1969-12-31')]).toEqual([1, -1]);
});
