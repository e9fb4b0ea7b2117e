import { orderFlagCalls } from '@skyport/contract/order-flags';
import { ordersCalls } from '@skyport/contract/orders';
import { paymentsCalls } from '@skyport/contract/payments';
import { sampleTrade } from '@skyport/web/testing/samples';
import type { Page } from 'playwright-core';
import { flaggedOrder, takeBackPreview } from './order-answers.ts';
import { choose, given, made } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * What customers see of their orders.
 */

const ORDERS = '/order';

/** Opens the window of an order: by its button, or on a small desk by its row's menu. */
const detailsOf =
  (name: string) =>
  async (page: Page): Promise<void> => {
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name });
    const button = row.getByRole('button', { name: '详情', exact: true });
    if ((await button.count()) > 0) await button.click();
    else {
      await row.getByRole('button', { name: /^更多操作/ }).click();
      await page.getByRole('menuitem', { name: '详情', exact: true }).click();
    }
    await page.getByRole('dialog').waitFor();
  };

const waiting = {
  ...sampleTrade,
  pay_mode: 'alipay',
  _id: '01970000-0000-7000-8061-000000000001',
  order_id: '01970000-0000-7000-8060-000000000001',
  status: 'topay',
  credited: 0,
};

/** Opens the order behind the first trade, and its form for money that came in another way. */
const writeReceipt = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '订单详情', exact: true }).first().click();
  await page.getByRole('button', { name: '登记收款', exact: true }).click();
  await page.getByText('登记后').waitFor();
};

const flagged = [
  given(paymentsCalls.getOrderForTrade, flaggedOrder),
  given(orderFlagCalls.takeBackPreview, takeBackPreview),
];

/** Opens the order behind the first trade, and waits for a button in it. */
const openOrder =
  (button: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: '订单详情', exact: true }).first().click();
    await page.getByRole('button', { name: button, exact: true }).waitFor();
  };

/** Scenes of orders. */
export const orderScenes: readonly Scene[] = [
  made('order', ORDERS, 'customer'),
  made('order-empty', ORDERS, 'customer', { weather: 'empty' }),
  made('order-loading', ORDERS, 'customer', { weather: 'loading' }),
  made('order-failing', ORDERS, 'customer', { weather: 'failing' }),
  made('order-unpaid', ORDERS, 'customer', {
    act: (page) => page.getByRole('radiogroup').getByText('未支付', { exact: true }).click(),
  }),
  made('order-details', ORDERS, 'customer', { act: detailsOf('会员年卡') }),
  made('order-details-credited', ORDERS, 'customer', { act: detailsOf('1T 流量包') }),
  made('order-cancel', ORDERS, 'customer', { act: choose('取消订单') }),
  made('order-feedback', ORDERS, 'customer', { act: choose('反馈问题') }),
  made('order-returned', `${ORDERS}?skyport_pay=1`, 'customer', {
    given: [given(ordersCalls.newestTrade, { trade: waiting })],
    act: (page) => page.getByText('正在确认支付结果').waitFor(),
  }),
  made('order-returned-unpaid', `${ORDERS}?skyport_pay=1`, 'customer', {
    given: [given(ordersCalls.newestTrade, { trade: { ...waiting, status: 'cancled' } })],
    act: (page) => page.getByText('这次支付没有完成').waitFor(),
  }),
  made('admin-trade-order', '/admin_tradeList', 'admin', {
    act: async (page) => {
      await page.getByRole('button', { name: '订单详情', exact: true }).first().click();
      await page.getByRole('button', { name: '登记收款', exact: true }).waitFor();
    },
  }),
  made('admin-trade-flagged', '/admin_tradeList', 'admin', { given: flagged, act: openOrder('收回') }),
  made('admin-trade-take-back', '/admin_tradeList', 'admin', {
    given: flagged,
    act: async (page) => {
      await openOrder('收回')(page);
      await page.getByRole('button', { name: '收回', exact: true }).click();
      await page.getByText('不限时流量').last().waitFor();
    },
  }),
  made('admin-trade-receipt', '/admin_tradeList', 'admin', { act: writeReceipt }),
  made('orderinfo', '/orderinfo', 'visitor'),
  made('checkout', '/checkout', 'visitor'),
];
