import { GIB } from '@skyport/contract/units';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp } from '../testkit/accounts.ts';
import type { Actor } from '../testkit/actor.ts';
import { startAlipay, type AlipayGateway } from '../testkit/alipay/gateway.ts';
import { openAlipayTill } from '../testkit/alipay/till.ts';
import { appScreens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { startWechat, type WechatGateway } from '../testkit/wechat/gateway.ts';
import { openWechatTill } from '../testkit/wechat/till.ts';

/*
 * Customers pay by Alipay and WeChat Pay where the operator has accounts of their own: simulators of both check our
 * signatures with fresh keys and code of their own.
 */

const { waiting, paid } = payTexts;
/** What the shop sells, with its GB: orders are told apart by them. */
const products = { code: 10, page: 20, wechat: 30 } as const;
type Product = keyof typeof products;
const nameOf = (product: Product): string => `流量包 ${products[product]}`;

let alipay: AlipayGateway;
let wechat: WechatGateway;
beforeAll(async () => {
  [alipay, wechat] = await Promise.all([startAlipay(), startWechat()]);
});
afterAll(() => Promise.all([alipay.close(), wechat.close()]));

const journey = setUpJourney();
let admin: Actor;
let instances: Readonly<Record<'f2f' | 'page', string>>;

beforeAll(async () => {
  const { panel } = journey;
  admin = (await becomeAdmin(panel)).actor;
  await admin.settings.setConfig({ notify_url: panel.url, return_url: `${panel.url}/#/order` });
  const f2f = await openAlipayTill(admin, alipay, { kind: 'alipay_f2f', label: '支付宝当面付' });
  const site = await openAlipayTill(admin, alipay, { kind: 'alipay_page', label: '支付宝网站' });
  const native = await openWechatTill(admin, wechat, { kind: 'wechat_native', label: '微信支付' });
  instances = { f2f: f2f.name, page: site.name };
  await admin.settings.setConfig({ alipay: f2f.name, wxpay: native.name });
  for (const product of Object.keys(products) as Product[])
    await admin.shop.updateCombo({ name: nameOf(product), price: 30, traffic: products[product] * GIB });
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(appScreens)('on a %s', (name, screen) => {
  let page: Page;
  beforeAll(async () => {
    page = await journey.enter(screen, await signUp(journey.panel, `direct-${name}@example.com`), '/shop');
    await admin.settings.setConfig({ alipay: instances.f2f });
  });
  const { press, dialog, said, atHome } = actsAt(() => page);
  const isPhone = screen.phone === true;

  /** Opens the order of a product and begins to pay it in a way. */
  const begin = async (product: Product, mode: 'alipay' | 'wxpay'): Promise<Locator> => {
    await page.goto('/#/shop');
    await press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic(`${products[product]} G`) }));
    const window = dialog(payTexts.title);
    await window.getByRole('radio', { name: payTexts.modes.names[mode], exact: true }).check();
    await press(payTexts.pay('30.00'), window);
    return window;
  };
  /** The window tells of success, and the way leads home. */
  const succeeds = async (product: Product): Promise<void> => {
    const window = dialog(paid.title);
    await window.getByText(payTexts.traffic(`${products[product]} G`)).waitFor();
    await press(paid.go, window);
    await atHome();
  };
  /** The number of the trade that was begun last. */
  const newest = ({ books }: AlipayGateway | WechatGateway): string => [...books.orders.keys()].at(-1)!;

  test('a code of Alipay is scanned and paid while its window waits; on a phone its app can be opened', async () => {
    await begin('code', 'alipay');
    const window = dialog(waiting.title(payTexts.modes.names.alipay));
    await window.getByRole('img', { name: commonTexts.qr }).waitFor();
    const app = window.getByRole('link', { name: waiting.openAppToPay('支付宝') });
    if (isPhone)
      expect(await app.getAttribute('href')).toContain(
        'alipays://platformapi/startapp?saId=10000007&qrcode=https%3A%2F%2Fqr.alipay.com',
      );
    else expect(await app.count()).toBe(0);
    const number = newest(alipay);
    alipay.pay(number);
    expect(await alipay.notify(number)).toEqual({ status: 200, body: 'success' });
    await succeeds('code');
  });

  if (!isPhone) return;

  test('a code of WeChat is saved and scanned from the album', async () => {
    await begin('wechat', 'wxpay');
    const window = dialog(waiting.title(payTexts.modes.names.wxpay));
    const steps = window.getByRole('region', { name: waiting.stepsTitle });
    await steps.getByText(waiting.steps('微信')[1]!).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), press(waiting.save, steps)]);
    expect(file.suggestedFilename()).toBe('pay-code.png');
    const number = newest(wechat);
    wechat.pay(number);
    expect((await wechat.notify(number)).status).toBe(200);
    await succeeds('wechat');
  });

  test("whoever is led to Alipay's page pays there, and comes back to an order that is paid", async () => {
    await admin.settings.setConfig({ alipay: instances.page });
    await begin('page', 'alipay');
    await page.waitForURL(/gateway\.do/);
    await press('确认支付');
    await page.waitForURL(/#\/order/);
    await said(orderTexts.paid.text);
    await succeeds('page');
  });
});
