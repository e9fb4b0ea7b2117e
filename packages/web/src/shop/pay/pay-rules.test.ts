import { CallError } from '@skyport/contract/client';
import { type CodeName, codes } from '@skyport/contract/codes';
import type { ChatApp } from '@skyport/contract/devices';
import { GIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../testing/samples.ts';
import { checkOf, couponOrder, refusedCoupons, tradeOf } from '../testing.ts';
import {
  buyRefused,
  couponRefused,
  giftOf,
  isBlockedIn,
  membershipAfter,
  offeredModes,
  orderGift,
  removalRefused,
  sumOf,
  wayOf,
} from './pay-rules.ts';

const PAGE = 'https://sky.example/#/shop';
const problem = (code: CodeName, msg?: string) =>
  new CallError('/api/x', { ...codes[code], ...(msg && { msg }), data: null });
const textsOf = (lines: ReturnType<typeof sumOf>): readonly string[] =>
  lines.map(({ label, amount }) => `${label} ${amount}`);

test('the sum begins with the price; coupon and wallet are taken off where there are any', () => {
  expect(textsOf(sumOf(checkOf(), undefined))).toEqual(['价格 30.00 元']);
  const dear = checkOf({ order: couponOrder, wallet_spend: 4.5, fees: [{ mode: 'alipay', fee: 0.3 }] });
  const lines = ['价格 30.00 元', '优惠券（立减券） −5.00 元', '钱包 −4.50 元'];
  expect(textsOf(sumOf(dear, 'alipay'))).toEqual([...lines, '手续费 0.30 元']);
  expect(textsOf(sumOf(dear, 'wxpay'))).toEqual(lines);
});

test.each([
  [{ add_traffic: 100 * GIB, add_vip_duration: 0 }, ['100 G 不限时流量']],
  [{ add_traffic: 0, add_vip_duration: 36 }, ['36 天会员']],
  [{ add_traffic: 0, add_vip_duration: 29 / 24 }, ['1 天 5 小时会员']],
  [{ add_traffic: 2048 * GIB, add_vip_duration: 5 / 24 }, ['2 T 不限时流量', '5 小时会员']],
] as const)('%j is told as %j', (gift, told) => {
  expect(giftOf(gift)).toEqual(told);
});

test('permissions of an order are told with their days', () => {
  const order = { ...sampleOrder, gainPermission: ['流媒体', '游戏'], permissionDuration: 30 };
  expect(orderGift(order)).toBe('100 G 不限时流量、流媒体、游戏（30 天）');
});

test('offers apps in the browsers of phones only, and WeChat first inside WeChat', () => {
  const offered = (onPhone: boolean, chatApp?: ChatApp) =>
    offeredModes(['alipay', 'urlscheme', 'wxpay'], { onPhone, chatApp });
  expect(offered(true)).toEqual(['alipay', 'urlscheme', 'wxpay']);
  expect(offered(false)).toEqual(['alipay', 'wxpay']);
  expect(offered(true, 'wechat')).toEqual(['wxpay', 'alipay']);
  expect(offered(true, 'qq')).toEqual(['alipay', 'wxpay']);
});

test('chat apps block payment pages, but for WeChat its own and for both USDT', () => {
  const blocked = (app?: ChatApp) => (['alipay', 'wxpay', 'usdt'] as const).filter((mode) => isBlockedIn(app, mode));
  expect(blocked()).toEqual([]);
  expect(blocked('wechat')).toEqual(['alipay']);
  expect(blocked('qq')).toEqual(['alipay', 'wxpay']);
});

test.each([
  [
    { usdtAdress: 'TXYZ', request_pay_amound_usdt: 1.5 },
    { kind: 'usdt', address: 'TXYZ', amount: '1.500', network: 'TRC20' },
  ],
  [
    { usdtAdress: '0xab', request_pay_amound_usdt: 1.5, network: 'bep20' },
    { kind: 'usdt', address: '0xab', amount: '1.500', network: 'BEP20 (BSC)' },
  ],
  [{ qrcode: 'weixin://wxpay/x' }, { kind: 'qrcode', text: 'weixin://wxpay/x' }],
  [
    { qrcode: 'https://qr.alipay.com/x' },
    {
      kind: 'qrcode',
      text: 'https://qr.alipay.com/x',
      app: 'alipays://platformapi/startapp?saId=10000007&qrcode=https%3A%2F%2Fqr.alipay.com%2Fx',
    },
  ],
  [
    { qrcode: 'a:b', urlscheme: 'javascript:alert(1)' },
    { kind: 'qrcode', text: 'a:b' },
  ],
  [
    { qrcode: 'a:b', urlscheme: 'alipays://x' },
    { kind: 'qrcode', text: 'a:b', app: 'alipays://x' },
  ],
  [
    { qrcode: '/pay/test/1' },
    { kind: 'qrcode', text: 'https://sky.example/pay/test/1', here: 'https://sky.example/pay/test/1' },
  ],
  [{ qrcode: 'data:image/png;base64,aaaa' }, { kind: 'qrcode', text: 'data:image/png;base64,aaaa', isPicture: true }],
  [
    { qrcode: 'data:image/gif;base64,aaaa', urlscheme: 'alipays://x' },
    { kind: 'qrcode', text: 'data:image/gif;base64,aaaa', isPicture: true, app: 'alipays://x' },
  ],
  [{ qrcode: 'data:image/svg+xml;base64,aaaa' }, { kind: 'none' }],
  [
    { qrcode: 'DATA:text/html,x', payurl: 'https://pay.example/a' },
    { kind: 'payurl', url: 'https://pay.example/a' },
  ],
  [{ payurl: 'https://pay.example/a?b=1' }, { kind: 'payurl', url: 'https://pay.example/a?b=1' }],
  [{ payurl: '/pay/test/1' }, { kind: 'payurl', url: 'https://sky.example/pay/test/1' }],
  [{ urlscheme: 'alipays://platformapi/x' }, { kind: 'urlscheme', url: 'alipays://platformapi/x' }],
  [{ payurl: 'javascript:alert(1)' }, { kind: 'none' }],
  [{ urlscheme: 'javascript:alert(1)' }, { kind: 'none' }],
  [{ payurl: '//evil.example' }, { kind: 'none' }],
  [{}, { kind: 'none' }],
] as const)('a trade with %j is paid by %j', (answer, way) => {
  expect(wayOf(tradeOf(answer), PAGE)).toEqual(way);
});

test.each<[CodeName, string]>([
  ...refusedCoupons,
  ['couponExhausted', '优惠券错误'],
  ['invalidPayload', '优惠券错误'],
  ['fault', '优惠券错误'],
])('a coupon that is refused by %s says %s', (code, told) => {
  expect(couponRefused(problem(code)).text).toBe(told);
});

test.each<CodeName>(['conflict', 'paymentUnavailable', 'stepUpNeeded', 'captchaNeeded', 'throttled', 'starting'])(
  '%s says by itself what to do',
  (code) => {
    for (const told of [couponRefused, removalRefused, buyRefused])
      expect(told(problem(code, '服务器的话')).text).toBe('服务器的话');
  },
);

test('other refusals have the words of the specification', () => {
  expect(removalRefused(problem('fault')).text).toBe('取消使用优惠券失败，请稍后重试');
  expect(buyRefused(problem('couponUsedUp')).text).toBe('优惠券使用次数超限');
  expect(buyRefused(problem('notFound')).text).toBe('创建订单失败，请稍后重试');
});

test('membership that is bought again adds up: from its end, or from now once it is over', () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const inTenDays = new Date(2026, 11, 1, 12).toISOString();
  expect(membershipAfter(inTenDays, 30, now)).toBe('2026-12-31');
  expect(membershipAfter(null, 30, now)).toBe('2026-12-21');
  expect(membershipAfter(new Date(2026, 0, 1).toISOString(), 1.5, now)).toBe('2026-11-23');
});
