import { orderMoneyWords } from '@skyport/contract/trades-columns';
import { GIB } from '@skyport/contract/units';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { shopTexts } from '@skyport/web/shop/shop-texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import type { Actor } from '../testkit/actor.ts';
import { android } from '../testkit/browser.ts';
import { startEpayGateway, type EpayGateway } from '../testkit/epay/gateway.ts';
import { newestAt, openTill } from '../testkit/epay/till.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt, listedOn } from '../testkit/page-acts.ts';

/*
 * A customer pays on a phone at a gateway that takes the place of the console, and comes back from it without its help:
 * by the history, by a reload, in another tab, and after the tab was killed. The purchase is found again each time.
 * Money that comes twice for it is found in the wallet.
 */

const PRICE = 30;
const products = {
  back: 10,
  reload: 20,
  tab: 30,
  killed: 40,
  failed: 50,
  again: 60,
  cashier: 70,
  restored: 80,
  twice: 90,
} as const;
type Product = keyof typeof products;
const { waiting, paid } = payTexts;
const ALIPAY = payTexts.modes.names.alipay;

let gateway: EpayGateway;
/** Takes WeChat; it cannot close a payment. */
let second: EpayGateway;
beforeAll(async () => {
  [gateway, second] = await Promise.all([startEpayGateway(), startEpayGateway({ series: 'second-' })]);
});
afterAll(() => Promise.all([gateway.close(), second.close()]));

const journey = setUpJourney();
let admin: Actor;
let customer: TestAccount;
let page: Page;

beforeAll(async () => {
  const { panel } = journey;
  admin = (await becomeAdmin(panel)).actor;
  await admin.settings.setConfig({ notify_url: panel.url, return_url: `${panel.url}/#/order` });
  const till = await openTill(admin, gateway, { version: 2, label: '易支付', fee_percent: 1 });
  await admin.settings.setConfig({ alipay: till.name });
  for (const product of Object.keys(products) as Product[])
    await admin.shop.updateCombo({ name: product, price: PRICE, traffic: products[product] * GIB });
  customer = await signUp(panel, 'returning@example.com');
  page = await journey.enter(android, customer, '/shop');
});
beforeEach(() => {
  gateway.recover();
  gateway.offer = 'payurl';
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

const { press, dialog, said, atHome } = actsAt(() => page);

const pressBuy = (product: Product): Promise<void> =>
  press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic(`${products[product]} G`) }));

/** Begins to pay a product; the gateway's page stands in the place of the console then. */
const leave = async (product: Product): Promise<void> => {
  await page.goto('/#/shop');
  await pressBuy(product);
  await press(payTexts.pay('30.30'), dialog(payTexts.title));
  await page.waitForURL(/\/cashier\//);
};

/** The window that waits for the payment, with the way back to the gateway's page. */
const stands = async (): Promise<Locator> => {
  const window = dialog(waiting.title(ALIPAY));
  await window.getByText(waiting.state, { exact: true }).waitFor();
  await window.getByRole('link', { name: waiting.again }).waitFor();
  return window;
};

const arrives = async (): Promise<void> => {
  const { outTradeNo } = newestAt(gateway);
  gateway.pay(outTradeNo);
  expect(await gateway.notify(outTradeNo)).toEqual({ status: 200, body: 'success' });
};

const orderOf = async (product: Product) =>
  (await customer.actor.orders.orderList({})).filter(({ desc }) => desc === product);

/** The window tells of success; the order says what was paid with the fee, and how. */
const succeeds = async (product: Product): Promise<void> => {
  const window = dialog(paid.title);
  await window.getByText(payTexts.traffic(`${products[product]} G`)).waitFor();
  await press(paid.go, window);
  await atHome();
  expect(await orderOf(product)).toMatchObject([{ status: 'paied', fee: 0.3, paid: 30.3, pay_mode: 'alipay' }]);
};

test('going back finds the window waiting, and the payment that arrives ends in it', async () => {
  await leave('back');
  await page.goBack();
  await stands();
  await arrives();
  await succeeds('back');
});

test('a page that is loaded again shows the window again; closing it ends that', async () => {
  await leave('reload');
  await page.goBack();
  await stands();
  await page.reload();
  await press(commonTexts.close, await stands());
  await page.getByText(shopTexts.unfinished.title(1)).waitFor();
  await page.reload();
  await page.getByText(shopTexts.unfinished.title(1)).waitFor();
  expect(await dialog(waiting.title(ALIPAY)).count()).toBe(0);
  await press(shopTexts.unfinished.goOn);
  await stands();
  await arrives();
  await succeeds('reload');
});

test('another tab offers to go on, and tells of a payment that arrives late', async () => {
  await leave('tab');
  const first = page;
  page = await first.context().newPage();
  await page.goto('/#/shop');
  await page.getByText(shopTexts.unfinished.title(1)).waitFor();
  await arrives();
  await said(paid.late('tab').text);
  await page.getByText(shopTexts.unfinished.title(1)).waitFor({ state: 'hidden' });
  expect(await orderOf('tab')).toMatchObject([{ status: 'paied' }]);
  await first.close();
});

test('after the tab was killed a new one goes on; a second notification changes nothing', async () => {
  await leave('killed');
  const context = page.context();
  await page.close();
  page = await context.newPage();
  await page.goto('/#/');
  await press(shopTexts.unfinished.goOn);
  await stands();
  await arrives();
  await succeeds('killed');
  expect((await customer.actor.accounts.userInfo({})).wallet_money ?? 0).toBe(0);
  expect((await gateway.notify(newestAt(gateway).outTradeNo)).body).toBe('success');
  expect(await orderOf('killed')).toMatchObject([{ status: 'paied', credited: 0 }]);
});

test('a payment that has ended is not shown again: the order is, and can be paid', async () => {
  await leave('failed');
  const [order] = await orderOf('failed');
  await journey.panel.query("update trades set status = 'closed' where order_id = $1", [order?._id]);
  await page.goBack();
  await press(payTexts.pay('30.30'), dialog(payTexts.title));
  await page.waitForURL(/\/cashier\//);
  await press('确认支付');
  await said(orderTexts.paid.text);
  await succeeds('failed');
});

test('buying again offers the first order; a second one is made only when it is wanted, and both are seen', async () => {
  await leave('again');
  await page.goBack();
  await press(commonTexts.close, await stands());
  await pressBuy('again');
  await press(shopTexts.again.goOn, dialog(shopTexts.again.title));
  await press(commonTexts.close, await stands());
  expect(await orderOf('again')).toHaveLength(1);
  await pressBuy('again');
  await press(shopTexts.again.another, dialog(shopTexts.again.title));
  await press(payTexts.pay('30.30'), dialog(payTexts.title));
  await page.waitForURL(/\/cashier\//);
  await page.goBack();
  await press(commonTexts.close, await stands());
  await page.getByText(shopTexts.unfinished.title(2)).waitFor();
  expect(await orderOf('again')).toHaveLength(2);
  await page.getByRole('link', { name: shopTexts.unfinished.all }).click();
  await expect.poll(() => page.getByRole('button', { name: orderTexts.goOn }).count()).toBe(2);
});

test('a payment at the gateway ends on the page of success, with the toast', async () => {
  await leave('cashier');
  await press('确认支付');
  await page.waitForURL(/#\/order/);
  await said(orderTexts.paid.text);
  const next = dialog(paid.title).getByRole('button', { name: paid.go, exact: true });
  const toast = page.locator('.Toastify__toast').first();
  const [above, below] = [await toast.boundingBox(), await next.boundingBox()];
  expect(above!.y + above!.height).toBeLessThan(below!.y);
  await succeeds('cashier');
});

/** Hides the page, and restores it with the event that the back-forward cache sends. */
const HIDE = `Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'))`;
const RESTORE = `delete document.visibilityState;
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`;

test('a page that the browser restores tells of the payment that arrived meanwhile', async () => {
  page = await journey.enter(android, customer, '/shop');
  // The headless shell has no back-forward cache: a navigation without content leaves the page where it is.
  await page.route(/\/cashier\//, (route) => route.fulfill({ status: 204 }));
  await pressBuy('restored');
  await press(payTexts.pay('30.30'), dialog(payTexts.title));
  const window = await stands();
  await page.evaluate(HIDE);
  await arrives();
  await expect.poll(() => orderOf('restored')).toMatchObject([{ status: 'paied' }]);
  expect(await window.isVisible()).toBe(true);
  await page.evaluate(RESTORE);
  await succeeds('restored');
  await page.unroute(/\/cashier\//);
});

test('an order that is paid twice is given once, and the second payment is in the wallet', async () => {
  page = await journey.enter(android, customer, '/shop');
  const till = await openTill(admin, second, { version: 1, label: '易支付乙' });
  await admin.settings.setConfig({ wxpay: till.name });
  const { traffic } = await customer.actor.accounts.userInfo({});
  await leave('twice');
  await page.goBack();
  await press(waiting.back, await stands());
  const order = dialog(payTexts.title);
  await order.getByRole('radio', { name: payTexts.modes.names.wxpay, exact: true }).check();
  await press(payTexts.pay('30.00'), order);
  await page.waitForURL(/\/cashier\//);
  await arrives();
  await expect.poll(() => orderOf('twice')).toMatchObject([{ status: 'paied', credited: 0 }]);
  const { outTradeNo } = newestAt(second);
  second.pay(outTradeNo);
  expect(await second.notify(outTradeNo)).toEqual({ status: 200, body: 'success' });
  await expect.poll(() => orderOf('twice')).toMatchObject([{ status: 'paied', paid: 30.3, credited: 30 }]);
  await press('确认支付');
  await page.waitForURL(/#\/order/);
  await said(orderTexts.paid.text);
  const window = dialog(paid.title);
  await window.getByText(paid.surplus('30.00')).waitFor();
  await press(paid.go, window);
  await atHome();
  expect(await customer.actor.accounts.userInfo({})).toMatchObject({
    traffic: traffic + products.twice * GIB,
    wallet_money: 30,
  });
  await page.goto('/#/order');
  const listed = listedOn(page, android, 'twice');
  await listed.getByText(orderMoneyWords.credited.part).waitFor();
  await press(orderTexts.details, listed);
  await dialog('twice').getByText(orderTexts.creditedHint('30.00')).waitFor();
});
