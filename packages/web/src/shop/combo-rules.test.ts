import { type ComboFields, ComboForm } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { fieldText, newCombo } from './combo-rules.ts';

const combo = (more: object = {}): ComboFields =>
  ComboForm.parse({ name: '月卡', price: 15, vipDuration: 30, permissionsGain: [], ...more });
const names = new Map([['p1', '流媒体']]);

test('a new product has the defaults of the specification and stands behind the others', () => {
  expect(newCombo([])).toMatchObject({ price: 0.01, traffic: GIB, vipDuration: 1, speed: '150Mbps', orderID: 0 });
  expect(newCombo([{ orderID: 7 }, { orderID: 3 }]).orderID).toBe(8);
});

test.each([
  ['price', { price: 18 }, '18.00 元'],
  ['price', { price: 0.5 }, '0.50 元'],
  ['traffic', { traffic: 50 * GIB }, '50.00 G'],
  ['traffic', {}, '无'],
  ['vipDuration', {}, '30 天'],
  ['vipDuration', { vipDuration: 0, traffic: GIB }, '无'],
  ['additionPersend', { additionPersend: 20 }, '20%'],
  ['permissionsGain', {}, '无'],
  ['permissionDuration', { permissionDuration: 7 }, '7 天'],
  ['permissionsDesc', {}, '无'],
  ['orderID', {}, '0'],
  ['deviceNum', {}, '不限'],
  ['deviceNum', { deviceNum: 5 }, '5 台'],
  ['speed', {}, '不限'],
  ['name', {}, '月卡'],
] as const)('%s of %j reads %s', (name, more, text) => {
  expect(fieldText(name, combo(more), names)).toBe(text);
});

test('permissions are told by name, one without a name by its id', () => {
  expect(fieldText('permissionsGain', { ...combo(), permissionsGain: ['p1', 'p2'] }, names)).toBe('流媒体、p2');
});
