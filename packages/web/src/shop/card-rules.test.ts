import { type ComboFields, ComboForm } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { cardsOf } from './card-rules.ts';

const combo = (more: object): ComboFields => ComboForm.parse({ name: '商品', price: 15, ...more });
const only = (more: object) => {
  const cards = cardsOf(combo(more));
  expect(cards).toHaveLength(1);
  return cards[0]!;
};

test('a traffic card says the traffic that never ends, its price with two decimals, and the price of one G', () => {
  expect(only({ traffic: 50 * GIB, additionPersend: 20 })).toEqual({
    kind: 'traffic',
    name: '商品',
    title: '50 G 不限时流量',
    facts: ['不限设备', '不限速度'],
    price: '15.00 元',
    unitPrice: '0.30 元/G',
    bonus: '多送 10 G',
    permissions: undefined,
  });
});

test('a time card says its days, the quota of a day, what all days give together, and the price of one day', () => {
  const facts = ['每日 50 G 限时流量', '共 1.76 T', '建议 3 台设备', '参考速度 300 Mbps'];
  expect(only({ price: 19.9, vipDuration: 30, additionPersend: 20, deviceNum: 3, speed: '300Mbps' })).toMatchObject({
    kind: 'time',
    title: '30 天',
    facts,
    price: '19.90 元',
    unitPrice: '0.66 元/天',
    bonus: '多送 6 天',
  });
});

test('a time card says the daily quota of the customer who looks at it', () => {
  const [card] = cardsOf(combo({ vipDuration: 30 }), 100 * GIB);
  expect(card?.facts).toEqual(expect.arrayContaining(['每日 100 G 限时流量', '共 2.93 T']));
});

test('a traffic card says small amounts in M', () => {
  expect(only({ traffic: 4 * 1024 ** 2 }).title).toBe('4 M 不限时流量');
});

test('a product with traffic and days stands among both kinds, and neither card has the price of a unit', () => {
  const cards = cardsOf(combo({ traffic: 1024 * GIB, vipDuration: 7 }));
  expect(cards.map(({ kind, title, facts, unitPrice, price }) => [kind, title, facts[0], unitPrice, price])).toEqual([
    ['traffic', '1 T 不限时流量', '另有 7 天会员', undefined, '15.00 元'],
    ['time', '7 天', '每日 50 G 限时流量', undefined, '15.00 元'],
  ]);
  expect(cards[1]!.facts).toContain('另有 1 T 不限时流量');
});

test.each([
  [{ vipDuration: 1, additionPersend: 20 }, '多送 5 小时'],
  [{ vipDuration: 7, additionPersend: 17 }, '多送 1 天 5 小时'],
  [{ vipDuration: 1, additionPersend: 1 }, '多送 1 小时'],
  [{ vipDuration: 1, additionPersend: 5 }, '多送 2 小时'],
  [{ vipDuration: 30, additionPersend: 1 }, '多送 8 小时'],
  [{ traffic: GIB, additionPersend: 20 }, '多送 20%'],
  [{ traffic: 3 * GIB, additionPersend: 50 }, '多送 2 G'],
  [{ traffic: GIB }, undefined],
] as const)('the bonus of %j is told as %s', (more, said) => {
  expect(only(more).bonus).toBe(said);
});

test('a price of a unit that rounds to nothing is told as less than a fen', () => {
  expect(only({ price: 0.01, traffic: 1024 * GIB }).unitPrice).toBe('不到 0.01 元/G');
});

test('permissions are told in the words of the operator, with their days where there are any', () => {
  const permissionsGain = ['01970000-0000-7000-8000-000000000001'];
  const given = { traffic: GIB, permissionsGain, permissionDuration: 30 };
  expect(only({ ...given, permissionsDesc: '含流媒体' }).permissions).toBe('含流媒体（30 天）');
  expect(only(given).permissions).toBeUndefined();
  expect(only({ traffic: GIB, permissionsDesc: '全部节点' }).permissions).toBe('全部节点');
});
