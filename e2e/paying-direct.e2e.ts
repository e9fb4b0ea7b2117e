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
const products = { code: 10, wechat: 20, page: 30, wap: 40, h5: 50 } as const;
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
let tills: Readonly<Record<'f2f' | 'page' | 'wap' | 'native' | 'h5', string>>;

beforeAll(async () => {
  const { panel } = journey;
  admin = (await becomeAdmin(panel)).actor;
  await admin.settings.setConfig({ notify_url: panel.url, return_url: `${panel.url}/#/order` });
  const f2f = await openAlipayTill(admin, alipay, { kind: 'alipay_f2f', label: '支付宝当面付' });
  const site = await openAlipayTill(admin, alipay, { kind: 'alipay_page', label: '支付宝网站' });
  const wap = await openAlipayTill(admin, alipay, { kind: 'alipay_wap', label: '支付宝手机网站' });
  const native = await openWechatTill(admin, wechat, { kind: 'wechat_native', label: '微信支付' });
  const h5 = await openWechatTill(admin, wechat, { kind: 'wechat_h5', label: '微信 H5' });
  tills = { f2f: f2f.name, page: site.name, wap: wap.name, native: native.name, h5: h5.name };
  for (const product of Object.keys(products) as Product[])
    await admin.shop.updateCombo({ name: nameOf(product), price: 30, traffic: products[product] * GIB });
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(appScreens)('on a %s', (name, screen) => {
  let page: Page;
  beforeAll(async () => {
    page = await journey.enter(screen, await signUp(journey.panel, `direct-${name}@example.com`), '/shop');
    await admin.settings.setConfig({ alipay: tills.f2f, wxpay: tills.native });
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

  const madeAt = (gateway: AlipayGateway | WechatGateway) => gateway.books.get(newest(gateway));

  test.each([
    ['page', 'alipay', /method=alipay\.trade\.page\.pay/, { product_code: 'FAST_INSTANT_TRADE_PAY' }],
    ['wap', 'alipay', /method=alipay\.trade\.wap\.pay/, { product_code: 'QUICK_WAP_WAY' }],
    ['h5', 'wxpay', /\/cashier\//, { scene_info: { payer_client_ip: '127.0.0.1', h5_info: { type: 'Wap' } } }],
  ] as const)(
    'a customer is led to a page (%s), pays there, and comes back to a paid order',
    async (product, mode, at, made) => {
      await admin.settings.setConfig(mode === 'alipay' ? { alipay: tills[product] } : { wxpay: tills[product] });
      await begin(product, mode);
      await page.waitForURL(at);
      await press('确认支付');
      await page.waitForURL(/#\/order/);
      await said(orderTexts.paid.text);
      await succeeds(product);
      const order = madeAt(mode === 'alipay' ? alipay : wechat);
      expect(order).toMatchObject({ fen: 3000, status: 'paid', acknowledged: true, made });
    },
  );
});
