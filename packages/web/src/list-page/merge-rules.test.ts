import { shownSchema, type Values } from '@skyport/contract/changed-fields';
import { EntryForm } from '@skyport/contract/nodes-entries';
import { NodeForm } from '@skyport/contract/nodes';
import { ComboForm } from '@skyport/contract/shop';
import { expect, test } from 'vitest';
import { fieldsOf } from '../ui/schema-form/field-spec.ts';
import { inGigabytes } from '../ui/schema-form/in-gigabytes.ts';
import { fieldText, foreignChanges, mergedValues, withMarks } from './merge-rules.ts';

const { shape } = shownSchema(ComboForm)!;
const combo = (more: object = {}): Values =>
  ComboForm.parse({ name: '月卡', price: 15, vipDuration: 30, permissionsGain: [], ...more });

test('whoever edits keeps their own changes, and takes those of others in all other fields', () => {
  const shown = combo();
  const mine = combo({ price: 20, name: '我的' });
  const now = combo({ price: 18, speed: '300Mbps', vipDuration: 31 });
  const readings = { shown, mine, now };
  expect(foreignChanges(shape, readings)).toEqual([
    { name: 'price', label: '价格', isMine: true },
    { name: 'vipDuration', label: '会员天数', isMine: false },
    { name: 'speed', label: '速度', isMine: false },
  ]);
  expect(mergedValues(shape, readings)).toEqual(combo({ price: 20, name: '我的', speed: '300Mbps', vipDuration: 31 }));
});

test('what both changed alike is nobody’s loss', () => {
  const readings = { shown: combo(), mine: combo({ price: 18 }), now: combo({ price: 18 }) };
  expect(foreignChanges(shape, readings)).toEqual([{ name: 'price', label: '价格', isMine: false }]);
  expect(mergedValues(shape, readings)).toEqual(combo({ price: 18 }));
});

test('a set in another order is the same, a list in another order is not', () => {
  const [a, b] = ['01970000-0000-7000-8000-000000000001', '01970000-0000-7000-8000-000000000002'];
  const given = (permissionsGain: readonly string[]) => combo({ permissionsGain, permissionDuration: 7 });
  expect(foreignChanges(shape, { shown: given([a, b]), mine: given([a, b]), now: given([b, a]) })).toEqual([]);
  const entry = (ipList: readonly string[]): Values => EntryForm.parse({ name: '入口', ip: '192.0.2.1', ipList });
  const [here, there] = ['192.0.2.1', '192.0.2.2'];
  const readings = { shown: entry([here, there]), mine: entry([here, there]), now: entry([there, here]) };
  expect(foreignChanges(shownSchema(EntryForm)!.shape, readings)).toEqual([
    { name: 'ipList', label: 'IP 列表', isMine: false },
  ]);
});

test('what the form holds beside the record’s own fields stays: secrets that were typed, and the id', () => {
  const node = (more: object = {}): Values => ({ _id: 'n1', name: '东京', ssh_password: '', ...more });
  const readings = { shown: node(), mine: node({ ssh_password: 'typed' }), now: node({ name: '大阪' }) };
  expect(mergedValues(shownSchema(NodeForm)!.shape, readings)).toMatchObject({
    _id: 'n1',
    name: '大阪',
    ssh_password: 'typed',
  });
});

test('a secret that two have typed is a change of both; one that nobody typed here is none of mine', () => {
  const { shape: node } = shownSchema(NodeForm)!;
  const shown = { name: '东京', ssh_password_mark: 'a', warp_keys_mark: '' };
  const now = { name: '东京', ssh_password_mark: 'b', warp_keys_mark: 'c' };
  const readings = withMarks(node, { shown, mine: { name: '东京', ssh_password: 'typed', warp_keys: '' }, now });
  expect(foreignChanges(node, readings)).toEqual([
    { name: 'ssh_password_mark', label: 'SSH 密码', isMine: true },
    { name: 'warp_keys_mark', label: 'WARP 密钥', isMine: false },
  ]);
  expect(mergedValues(node, readings)).toMatchObject({ ssh_password: 'typed', warp_keys: '' });
});

const fields = fieldsOf(NodeForm, [
  { name: 'name' },
  { name: 'warp' },
  { name: 'port' },
  { name: 'link_mbps' },
  { name: 'serverType' },
  { name: 'panel_networks' },
  { name: 'country', as: 'search', choices: [{ value: '🇯🇵', label: '日本' }], show: ({ flag }) => flag },
]);
const products = fieldsOf(ComboForm, [
  { name: 'traffic', ...inGigabytes },
  { name: 'permissionsGain', as: 'several', choices: [{ value: 'p1', label: '流媒体' }] },
]);

test.each([
  ['name', '东京', '东京'],
  ['name', '', '无'],
  ['warp', true, '是'],
  ['warp', false, '否'],
  ['port', null, '无'],
  ['port', 443, '443'],
  ['link_mbps', 1000, '1000 Mbps'],
  ['serverType', 'ubuntu_x86', 'Ubuntu x86'],
  ['panel_networks', ['10.0.0.1', '10.0.0.2'], '10.0.0.1、10.0.0.2'],
  ['panel_networks', [], '无'],
  ['country', { name: '日本', flag: '🇯🇵' }, '日本'],
  ['country', { name: '美国', flag: '🇺🇸' }, '🇺🇸'],
  ['country', { name: '', flag: '' }, '无'],
  ['traffic', 1.5 * 1024 ** 3, '1.5 G'],
  ['permissionsGain', ['p1', 'p2'], '流媒体、p2'],
  ['permissionsGain', [], '无'],
])('%s of %j reads %s', (name, value, text) => {
  const field = [...fields, ...products].find((each) => each.name === name)!;
  expect(fieldText(field, { [name]: value })).toBe(text);
});
