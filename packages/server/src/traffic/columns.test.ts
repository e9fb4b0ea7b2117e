import { expect, test } from 'vitest';
import { dayNumber, dayText, numbers, words } from './columns.ts';

test('numbers of every size and nothing at all are literals', () => {
  expect(numbers([1, -2, 2 ** 53 - 1, 10n ** 24n, null])).toBe(
    '{1,-2,9007199254740991,1000000000000000000000000,NULL}',
  );
  expect(numbers([])).toBe('{}');
});

test('words that would need quoting are no words', () => {
  expect(words(['spend', '2026-01-01T00:00:00.000Z', '0199aaaa-0000'])).toBe(
    '{spend,2026-01-01T00:00:00.000Z,0199aaaa-0000}',
  );
  for (const wrong of ['a,b', 'a b', '{', '"', '\\', "'"]) expect(() => words([wrong])).toThrow('quoted');
});

test('days are numbers and back', () => {
  for (const day of ['1970-01-01', '2024-02-29', '2026-11-21']) expect(dayText(dayNumber(day))).toBe(day);
  expect([dayNumber('1970-01-02'), dayNumber('1969-12-31')]).toEqual([1, -1]);
});
