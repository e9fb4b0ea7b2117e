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
  ['3,650 days for 36.5 yuan', { price: 36.5, vipDuration: 3650 }, false],
  ['more than 3,650 days with its bonus', { price: 1000, vipDuration: 3650, additionPersend: 1 }, true],
  ['3,650 days for 0.01 yuan', { price: 0.01, vipDuration: 3650 }, true],
  ['less than 0.01 yuan a day by its bonus', { price: 0.3, vipDuration: 30, additionPersend: 1 }, true],
  ['0.01 yuan a day of a permission', { price: 0.3, permissionsGain: ['a', 'a'], permissionDuration: 30 }, false],
  ['less for a day of two permissions', { price: 0.3, permissionsGain: ['a', 'b'], permissionDuration: 30 }, true],
  ['days of a permission without one', { price: 0.01, permissionDuration: 3650 }, false],
  [
    'little for everything together',
    { price: 0.69, traffic: 10 * GIB, vipDuration: 30, permissionsGain: ['a'], permissionDuration: 30 },
    true,
  ],
  [
    'enough for everything together',
    { price: 0.7, traffic: 10 * GIB, vipDuration: 30, permissionsGain: ['a'], permissionDuration: 30 },
    false,
  ],
])('says whether a product of %s needs a step-up', (_what, more, asks) => {
  const nothing = { traffic: 0, vipDuration: 0, additionPersend: 0, permissionsGain: [], permissionDuration: 0 };
  expect(needsStepUp({ price: 15, ...nothing, ...more })).toBe(asks);
});
