import { accountsCalls } from '@skyport/contract/accounts';
import type { CodeName } from '@skyport/contract/codes';
import { noticesCalls } from '@skyport/contract/notices';
import { type Order, ordersCalls, type Trade, type WalletCheck } from '@skyport/contract/orders';
import { type Combo, ComboForm, shopCalls } from '@skyport/contract/shop';
import { GIB } from '@skyport/contract/units';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, type FakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleOrder, sampleTrade, sampleUser } from '../testing/samples.ts';

/* What tests of the shop sell, order and pay. */

const id = (n: number): string => `01970000-0000-7000-8000-0000000000a${n}`;

const comboOf = (n: number, form: object): Combo => {
  const { _id: _none, shown: _nothing, ...fields } = ComboForm.parse({ price: 30, ...form });
  return { ...fields, _id: id(n) };
};

/** Products: traffic, time, and both. */
export const sampleCombos: readonly [Combo, Combo, Combo] = [
  comboOf(1, { name: '大流量', traffic: 100 * GIB }),
  comboOf(2, { name: '月卡', price: 19.9, vipDuration: 30, additionPersend: 20 }),
  comboOf(3, { name: '组合', price: 25.5, traffic: 20 * GIB, vipDuration: 7 }),
];

/** The same order with a coupon of 5 yuan. */
export const couponOrder: Order = {
  ...sampleOrder,
  coupon_code: 'CASH5',
  coupon_name: '立减券',
  couponType: 'cash',
  coupon_discount: 5,
};

/** What that order costs, with three ways to pay it. */
export const checkOf = (change: Partial<WalletCheck> = {}): WalletCheck => ({
  order: sampleOrder,
  wallet_spend: 0,
  payable: 30,
  modes: ['alipay', 'wxpay', 'usdt'],
  networks: [],
  fees: [],
  coupon_gone: false,
  ...change,
});

/** A trade for it that has no way to be paid yet. */
export const tradeOf = (change: Partial<Trade> = {}): Trade => ({
  ...sampleTrade,
  ...change,
});

/** A server with a shop, for a customer who is logged in; nobody has paid yet. */
export const serveShop = (check: () => WalletCheck = () => checkOf()): FakeServer => {
  writeCookie('token', 't');
  return fakeServer()
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, contact_info: '客服 help@example.com' }))
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(shopCalls.list, () => [...sampleCombos])
    .answer(ordersCalls.createOrder, () => sampleOrder)
    .answer(ordersCalls.walletCheck, check)
    .answer(ordersCalls.tradeStatus, () => ({
      status: 'topay' as const,
      add_traffic: 100 * GIB,
      add_vip_duration: 0,
      credited: 0,
    }));
};

/** Refusals of a coupon, each with what the customer is told of it. */
export const refusedCoupons: readonly [CodeName, string][] = [
  ['couponTooManyTries', '尝试次数过多，请稍后再试'],
  ['couponUsedUp', '优惠券使用次数已达上限，请先取消未完成的订单以释放'],
  ['couponIsTrial', '体验券不能用于购买，请使用折扣券'],
  ['orderHasCoupon', '订单已使用优惠券，请先取消'],
  ['couponExpired', '优惠券已过期'],
  ['couponMissing', '优惠券错误'],
];
