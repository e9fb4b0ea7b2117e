import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { gigabytesText, previewOf } from './rules.ts';

test('a transfer is foreseen with its fee, what comes, and what is left', () => {
  expect(previewOf(20, { costRate: 0.2, available: 50 * GIB })).toEqual({
    fee: 4 * GIB,
    gets: 16 * GIB,
    left: 30 * GIB,
  });
  expect(previewOf(60, { costRate: 0, available: 50 * GIB })).toEqual({ fee: 0, gets: 60 * GIB, left: -10 * GIB });
});

test.each(['', null, 20.5, 0, -1, Number.NaN])('nothing is foreseen of %s', (typed) => {
  expect(previewOf(typed, { costRate: 0.2, available: GIB })).toBeUndefined();
});

test('the fee is rounded down to the byte', () => {
  const { fee, gets } = previewOf(1, { costRate: 0.123_457, available: GIB })!;
  expect([fee, fee + gets]).toEqual([Math.floor(GIB * 0.123_457), GIB]);
});

test('amounts have no zeros at their ends', () => {
  expect([16.8, 16].map(gigabytesText)).toEqual(['16.8', '16']);
});
