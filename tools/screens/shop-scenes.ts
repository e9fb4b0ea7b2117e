import { accountsCalls } from '@skyport/contract/accounts';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { type Order, ordersCalls, type Trade, type WalletCheck } from '@skyport/contract/orders';
import { shopCalls } from '@skyport/contract/shop';
import { sampleOrder, sampleTrade } from '@skyport/web/testing/samples';
import type { Page } from 'playwright-core';
import { user } from './answers.ts';
import { given, made, opened, press, type Given } from './made.ts';
import type { Scene } from './scenes.ts';
import { combos } from './shop-answers.ts';

/*
 * The customers' shop: its cards, an order that is confirmed, and the ways in which it is paid.
 */

const ID = '01970000-0000-7000-8060-000000000001';

/** The order of every picture of a purchase. */
export const order: Order = {
  ...sampleOrder,
  _id: ID,
  desc: '会员月卡',
  order_money: 19.9,
  add_traffic: 0,
  add_vip_duration: 36,
  gainPermission: ['流媒体解锁'],
  permissionDuration: 30,
};

const withCoupon: Order = {
  ...order,
  coupon_code: 'SPRING8',
  coupon_name: '八折春节券',
  couponType: 'discount',
  coupon_discount: 3.98,
};

/** What that order costs, by three ways to pay. */
export const check = (change: Partial<WalletCheck> = {}): WalletCheck => ({
  order,
  wallet_spend: 0,
  payable: 19.9,
  modes: ['alipay', 'wxpay', 'usdt'],
  networks: [],
  fees: [],
  coupon_gone: false,
  ...change,
});

const trade: Trade = {
  ...sampleTrade,
  _id: '01970000-0000-7000-8060-000000000002',
  add_traffic: 0,
  add_vip_duration: 36,
  third_pay_platform: '支付宝',
  request_pay_amound: 10.92,
};

/** A shop in which the first product costs what `costs` says, and its payment leads to a trade of this kind. */
export const buying = (costs: WalletCheck, paid: object = {}): readonly Given[] => [
  given(shopCalls.list, combos),
  given(ordersCalls.createOrder, costs.order),
  given(ordersCalls.walletCheck, costs),
  given(ordersCalls.useCoupon, null, 'couponExpired'),
  given(ordersCalls.doBuy, { ...trade, ...paid }),
  given(ordersCalls.tradeStatus, { status: 'topay', add_traffic: 0, add_vip_duration: 36, credited: 0 }),
];

/** The order with a coupon and a share of the wallet. */
export const both = check({ order: withCoupon, wallet_spend: 5, payable: 10.92 });

/** A code that Alipay's app knows as its own. */
export const ALIPAY = 'https://qr.alipay.com/bax0123456789';
const WECHAT = 'weixin://wxpay/bizpayurl?pr=Ab12Cd3';
const ALIPAY_APP = 'alipays://platformapi/startapp';
/** What a phone calls itself. */
export const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

const CHAT_APPS = [
  ['wechat', `${ANDROID} XWEB/1160 MicroMessenger/8.0.47.2560(0x28002F51)`],
  ['qq', `${ANDROID} V1_AND_SQ_9.0.1_5700 QQ/9.0.1.15880`],
] as const;

/** A provider that does not answer. */
const unavailable: readonly Given[] = [
  ...buying(both).filter(({ path }) => path !== ordersCalls.doBuy.path),
  given(ordersCalls.doBuy, null, 'paymentUnavailable'),
];

/** Opens the order of the first product. */
export const buy = async (page: Page): Promise<void> => {
  await press(page, '购买');
  await opened(page);
  await page.getByRole('dialog').getByText('应付').waitFor();
};

const inWindow = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Begins to pay that order in a way, until a text stands there. */
export const payBy =
  (way: string, until = '等待到账') =>
  async (page: Page): Promise<void> => {
    await buy(page);
    await page.getByRole('radio', { name: way, exact: true }).check();
    await inWindow(page, '支付 10.92 元').click();
    await page.getByText(until).waitFor();
  };

const payInVain = async (page: Page): Promise<void> => {
  await buy(page);
  await inWindow(page, '支付 10.92 元').click();
  await page.getByText('已为您选择微信').waitFor();
};

/** From now on the customer is a member for those 36 days more. */
const becomeMember = (page: Page): Promise<unknown> => {
  const told = given(accountsCalls.userInfo, { ...user('customer'), vipExpireTime: '2027-01-19T06:30:00.000Z' });
  return page.route(`**${told.path}`, (route) => route.fulfill({ json: { data: encodeEnvelope(told.answer) } }));
};

/** Pays with the wallet alone; the seconds until the page goes home do not pass. */
const payWhole = async (page: Page): Promise<void> => {
  await buy(page);
  await becomeMember(page);
  await page.evaluate(
    'const later = window.setTimeout; window.setTimeout = (work, ms) => (ms === 1000 ? 0 : later(work, ms))',
  );
  await inWindow(page, '确认支付').click();
  await page.getByText('已到账').waitFor();
};

const wrongCoupon = async (page: Page): Promise<void> => {
  await buy(page);
  await inWindow(page, '使用优惠券').click();
  await page.getByLabel('优惠码').fill('OLD-COUPON');
  await inWindow(page, '使用').click();
  await page.getByText('优惠券已过期').waitFor();
};

/** A picture of the shop. */
export const shop = (name: string, more: Parameters<typeof made>[3]): Scene =>
  made(`shop-${name}`, '/shop', 'customer', more);

const whole = check({ wallet_spend: 19.9, payable: 0, modes: [] });
const gains = { status: 'paied', add_traffic: 0, add_vip_duration: 36 } as const;

/** Scenes of the shop. */
export const shopScenes: readonly Scene[] = [
  made('shop', '/shop', 'customer', { given: [given(shopCalls.list, combos)] }),
  made('shop-visitor', '/shop', 'visitor', { given: [given(shopCalls.list, combos)] }),
  shop('empty', { weather: 'empty', given: [given(shopCalls.list, [])] }),
  shop('loading', { weather: 'loading' }),
  shop('failing', { weather: 'failing' }),
  shop('confirm', { given: buying(check()), act: buy }),
  shop('confirm-coupon', { given: buying(both), act: buy }),
  shop('confirm-wrong-coupon', { given: buying(check()), act: wrongCoupon }),
  shop('confirm-wallet', { given: buying(whole), act: buy }),
  shop('confirm-closed', { given: buying(check({ modes: [] })), act: buy }),
  shop('confirm-unavailable', { given: unavailable, act: payInVain }),
  shop('pay-code', { given: buying(both, { qrcode: ALIPAY }), act: payBy('支付宝') }),
  shop('pay-code-here', { agent: ANDROID, given: buying(both, { qrcode: ALIPAY }), act: payBy('支付宝') }),
  shop('pay-code-wechat', { given: buying(both, { qrcode: WECHAT }), act: payBy('微信') }),
  shop('pay-code-wechat-here', { agent: ANDROID, given: buying(both, { qrcode: WECHAT }), act: payBy('微信') }),
  shop('pay-page', {
    given: buying(both, { payurl: '/#/shop' }),
    act: payBy('支付宝'),
  }),
  shop('pay-app', { agent: ANDROID, given: buying(both, { urlscheme: ALIPAY_APP }), act: payBy('支付宝') }),
  shop('pay-app-desk', { given: buying(both, { urlscheme: ALIPAY_APP }), act: payBy('支付宝') }),
  shop('pay-usdt', {
    given: buying(both, { usdtAdress: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf', request_pay_amound_usdt: 1.517 }),
    act: payBy('USDT'),
  }),
  shop('confirm-usdt', {
    given: buying(check({ networks: ['trc20', 'bep20'] })),
    act: async (page) => {
      await buy(page);
      await page.getByRole('radio', { name: 'USDT', exact: true }).check();
      await page.getByText('USDT 网络').scrollIntoViewIfNeeded();
    },
  }),
  ...CHAT_APPS.map(([app, agent]) =>
    shop(`confirm-${app}`, {
      agent,
      given: buying(check()),
      act: async (page) => {
        await buy(page);
        await page.getByRole('radio', { name: '支付宝', exact: true }).check();
        await page.getByText('内可能无法打开').scrollIntoViewIfNeeded();
      },
    }),
  ),
  shop('pay-over', {
    given: buying(both, { qrcode: ALIPAY, seconds_left: 0 }),
    act: payBy('支付宝', '这次支付已失效'),
  }),
  shop('paid', { given: buying(whole, gains), act: payWhole }),
];
