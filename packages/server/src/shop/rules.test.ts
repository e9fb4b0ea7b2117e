import { expect, test } from 'vitest';
import { offeredTo } from './rules.ts';

const combos = [{ price: 10 }, { price: 20_000 }, { price: 20_001 }];

test('customers of the premium channel are offered what costs more than 20 yuan', () => {
  expect(offeredTo(combos, true)).toEqual([{ price: 20_001 }]);
});

test('everybody else is offered everything', () => {
  expect(offeredTo(combos, false)).toEqual(combos);
});
