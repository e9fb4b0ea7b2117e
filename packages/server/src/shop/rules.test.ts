import { expect, test } from 'vitest';
import { GIB } from '@skyport/contract/units';
import { needsStepUp, offeredTo } from './rules.ts';

const combos = [{ price: 10 }, { price: 20_000 }, { price: 20_001 }];

test('customers of the premium channel are offered what costs more than 20 yuan', () => {
  expect(offeredTo(combos, true)).toEqual([{ price: 20_001 }]);
});

test('everybody else is offered everything', () => {
  expect(offeredTo(combos, false)).toEqual(combos);
});

test.each([
  ['1 T for 15 yuan', { traffic: 1024 * GIB }, false],
  ['more than 1 T', { traffic: 1024 * GIB + 1 }, true],
  ['more than 1 T with its bonus', { traffic: 1000 * GIB, additionPersend: 10 }, true],
  ['0.01 yuan a GiB', { price: 10, traffic: 1000 * GIB }, false],
  ['less than 0.01 yuan a GiB', { price: 9.99, traffic: 1000 * GIB }, true],
  ['less than 0.01 yuan a GiB by its bonus', { price: 1, traffic: 100 * GIB, additionPersend: 1 }, true],
  ['3,650 days', { vipDuration: 3650 }, false],
  ['more than 3,650 days with its bonus', { vipDuration: 3650, additionPersend: 1 }, true],
])('says whether a product of %s needs a step-up', (_what, more, asks) => {
  expect(needsStepUp({ price: 15, traffic: 0, vipDuration: 0, additionPersend: 0, ...more })).toBe(asks);
});
