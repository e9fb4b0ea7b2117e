import { type Order, ordersCalls } from '@skyport/contract/orders';
import { sampleTrade } from '@skyport/web/testing/samples';
import type { Page } from 'playwright-core';
import { given, made, press, type Given } from './made.ts';
import type { Scene } from './scenes.ts';
import { combos } from './shop-answers.ts';
import { ALIPAY, ANDROID, both, buy, buying, check, order, payBy, shop } from './shop-scenes.ts';

/*
 * What becomes of a payment: what it costs beside the price, how it stands while its window waits, and what is told of
 * money that came late, too little, too much, or for nothing.
 */

const TRC20 = {
  usdtAdress: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
  request_pay_amound_usdt: 1.517,
  network: 'trc20',
  seconds_left: 1800,
};
const BEP20 = { ...TRC20, usdtAdress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'bep20' };

/** A purchase by Alipay's code of which this is said while it is waited for. */
const told = (state: object): readonly Given[] => [
  given(ordersCalls.tradeStatus, { status: 'topay', add_traffic: 0, add_vip_duration: 36, credited: 0, ...state }),
  ...buying(both, { qrcode: ALIPAY }),
];

/** Whoever has paid is led home after five seconds, which do not pass. */
const payAndStay =
  (until: string) =>
  async (page: Page): Promise<void> => {
    await page.evaluate(
      'const later = window.setTimeout; window.setTimeout = (work, ms) => (ms === 1000 ? 0 : later(work, ms))',
    );
    await payBy('支付宝', until)(page);
  };

const waiting: Order = { ...order, status: 'topay', frozen: true, credited: 6 };
const newest = (state: object): Given =>
  given(ordersCalls.newestTrade, {
    trade: { ...sampleTrade, order_id: order._id, pay_mode: 'alipay', credited: 0, ...state },
  });
/** Comes back from a gateway; the newest trade is in this state. */
const returned = (name: string, state: object, until: string): Scene =>
  made(`order-returned-${name}`, '/order?skyport_pay=1', 'customer', {
    given: [newest(state), given(ordersCalls.orderList, [waiting])],
    act: (page) => page.getByText(until).waitFor(),
  });

/** An order of the shop's first product with a payment under way. */
const underWay: Order = { ...order, combo_id: combos[0]!._id, frozen: true, pay_mode: 'alipay' };
const OTHER = '01970000-0000-7000-8060-000000000009';

/** Comes back to a purchase; the seconds until the page goes home do not pass. */
const comeBackPaid = async (page: Page): Promise<void> => {
  await page.evaluate(
    'const later = window.setTimeout; window.setTimeout = (work, ms) => (ms === 1000 ? 0 : later(work, ms))',
  );
  await page.evaluate("void (location.hash = '#/order?skyport_pay=1')");
  await page.getByRole('dialog').getByText('已到账').waitFor();
};

/** Comes back, and five minutes pass without a word. */
const comeBackInVain = async (page: Page): Promise<void> => {
  await page.evaluate(
    'const later = window.setTimeout; window.setTimeout = (work, ms) => later(work, ms === 300000 ? 0 : ms)',
  );
  await page.evaluate("void (location.hash = '#/order?skyport_pay=1')");
  await page.getByText('还没有收到付款结果').waitFor();
};

/** Scenes of payments. */
export const payScenes: readonly Scene[] = [
  shop('confirm-fee', {
    given: buying(check({ fees: [{ mode: 'alipay', fee: 0.3 }] })),
    act: async (page) => {
      await buy(page);
      await page.getByText('另收手续费 0.30 元').scrollIntoViewIfNeeded();
    },
  }),
  shop('confirm-credited', { given: buying(check({ order: waiting, wallet_spend: 6, payable: 13.9 })), act: buy }),
  shop('pay-fee', {
    given: buying(both, { qrcode: ALIPAY, request_pay_amound: 11.09, fee: 0.17 }),
    act: payBy('支付宝'),
  }),
  shop('pay-usdt-trc20', { given: buying(both, TRC20), act: payBy('USDT') }),
  shop('pay-usdt-bep20', { agent: ANDROID, given: buying(both, BEP20), act: payBy('USDT') }),
  shop('pay-over-usdt', {
    given: buying(both, { ...TRC20, seconds_left: 0 }),
    act: payBy('USDT', '这次支付已失效'),
  }),
  shop('pay-short', { given: told({ credited: 6 }), act: payBy('支付宝', '少于应付') }),
  shop('pay-cancelled', { given: told({ status: 'cancled', credited: 10.92 }), act: payBy('支付宝', '订单已经取消') }),
  shop('paid-surplus', { given: told({ status: 'paied', credited: 3 }), act: payAndStay('多付的 3.00 元') }),
  returned('short', { credited: 6 }, '少于应付'),
  made('order-returned-paid', '/', 'customer', {
    given: [newest({ status: 'paied' }), given(ordersCalls.orderList, [waiting])],
    act: comeBackPaid,
  }),
  shop('unfinished', {
    given: [...buying(check()), given(ordersCalls.orderList, [underWay, { ...underWay, _id: OTHER }])],
    act: (page) => page.getByText('您有 2 笔未完成订单').waitFor(),
  }),
  shop('second-order', {
    given: [...buying(check()), given(ordersCalls.orderList, [underWay])],
    act: async (page) => {
      await press(page, '购买');
      await page.getByText('另下一单').waitFor();
    },
  }),
  shop('resumed', {
    given: [...buying(check()), newest({ payurl: '/#/shop' }), given(ordersCalls.orderList, [underWay])],
    act: async (page) => {
      await press(page, '继续支付');
      await page.getByText('等待到账').waitFor();
    },
  }),
  made('order-returned-late', '/', 'customer', {
    given: [newest({}), given(ordersCalls.orderList, [waiting])],
    act: comeBackInVain,
  }),
  made('order-missing', '/order', 'customer', {
    act: async (page) => {
      await page
        .getByRole('button', { name: /^更多操作/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: '已付款但未到账？' }).click();
      await page.getByLabel('付款单号').waitFor();
    },
  }),
];
