import { GIB } from '@skyport/contract/units';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { android, phone, type Screen } from '../testkit/browser.ts';
import { startEpayGateway, type EpayGateway } from '../testkit/epay/gateway.ts';
import { newestAt, openTill } from '../testkit/epay/till.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { logIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { deleteNewBuiltIns, leftOver } from '../tools/browser-floor/old-browser.ts';

/** A browser without the units that came with the floor. */
const WITHOUT_UNITS =
  'const { supports } = CSS; CSS.supports = (...asked) => asked[1] !== "1dvh" && supports(...asked)';

/* The console on a phone in the oldest browser that it runs in, and below it (ADR 0063). */

const PRODUCT = { name: '轻量包', price: 30, traffic: 50 * GIB } as const;

let gateway: EpayGateway;
beforeAll(async () => {
  gateway = await startEpayGateway({ series: 'old-' });
});
afterAll(() => gateway?.close());
const journey = setUpJourney({ pagesEndWithTest: true });

let customer: TestAccount;
let page: Page;
let faults: string[];
beforeAll(async () => {
  const { actor } = await becomeAdmin(journey.panel);
  await actor.shop.updateCombo(PRODUCT);
  const till = await openTill(actor, gateway, { version: 1, label: '易支付' });
  await actor.settings.setConfig({
    notify_url: journey.panel.url,
    return_url: `${journey.panel.url}/#/order`,
    alipay: till.name,
  });
  customer = await signUp(journey.panel, 'old-phone@example.com');
});

const { press, dialog, said, atHome } = actsAt(() => page);
/** Buys the product by Alipay, and has the gateway answer with a code or with its own page. */
const begin = async (offer: 'qrcode' | 'payurl'): Promise<void> => {
  gateway.offer = offer;
  await page.goto('/#/shop');
  await press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic('50 G') }));
  const window = dialog(payTexts.title);
  await window.getByRole('radio', { name: payTexts.modes.names.alipay, exact: true }).check();
  await press(payTexts.pay('30.00'), window);
};
const openWith = async (script: string, screen: Screen = phone): Promise<void> => {
  page = await journey.open(screen);
  faults = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  await page.addInitScript(script);
};

test('a customer logs in and buys in a browser from which everything newer than the floor is deleted', async () => {
  await openWith(deleteNewBuiltIns, android);
  await logIn(page, customer);
  expect(await page.evaluate(leftOver)).toEqual([]);
  await atHome();
  await begin('qrcode');
  await dialog(payTexts.waiting.title(payTexts.modes.names.alipay))
    .getByText(payTexts.waiting.state, { exact: true })
    .waitFor();
  const { outTradeNo } = newestAt(gateway);
  gateway.pay(outTradeNo);
  expect(await gateway.notify(outTradeNo)).toEqual({ status: 200, body: 'success' });
  await press(payTexts.paid.go, dialog(payTexts.paid.title));
  await atHome();
  await begin('payurl');
  await page.waitForURL(/\/cashier\//);
  await press('确认支付');
  await page.waitForURL(/#\/order/);
  await said(orderTexts.paid.text);
  expect(faults).toEqual([]);
});

test('a browser below the floor says so, and the console opens in spite of it', async () => {
  await openWith(WITHOUT_UNITS);
  await page.goto('/#/login');
  await page.getByRole('heading', { name: '浏览器版本过低' }).waitFor();
  const submit = page.getByRole('button', { name: accounts.login.submit, exact: true });
  expect(await submit.isVisible()).toBe(false);
  await page.getByRole('button', { name: '仍要打开' }).click();
  await submit.waitFor();
  expect(await page.getByText('浏览器版本过低').isVisible()).toBe(false);
});

test('a browser that runs no modules says so', async () => {
  await openWith('delete Object.hasOwn');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/#/login');
  await page.getByRole('heading', { name: '浏览器版本过低' }).waitFor();
  expect(await page.locator('#outline').isVisible()).toBe(false);
});
