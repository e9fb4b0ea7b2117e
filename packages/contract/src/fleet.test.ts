import { expect, test } from 'vitest';
import { UsageRow } from './fleet.ts';

test('a row of use is two small numbers and two counts, and nothing else is', () => {
  const most = Number.MAX_SAFE_INTEGER;
  for (const row of [
    [1, 1, 0, 0],
    [2_147_483_647, 2_147_483_647, most, most],
  ])
    expect(UsageRow.parse(row)).toEqual(row);
  const wrong = [
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [1, 2_147_483_648, 0, 0],
    [1, 1, -1, 0],
    [1, 1, 0, most + 1],
    [1, 1, 0.5, 0],
    [1, 1, '0', 0],
    [1, 1, 0],
    [1, 1, 0, 0, 0],
    [1, 1, null, 0],
    [1, 1, Number.NaN, 0],
    { 0: 1, 1: 1, 2: 0, 3: 0, length: 4 },
    null,
  ];
  for (const row of wrong) expect(UsageRow.safeParse(row).success, JSON.stringify(row)).toBe(false);
});
