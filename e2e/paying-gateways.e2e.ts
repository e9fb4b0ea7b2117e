import type { PayInstance } from '@skyport/contract/pay-instances';
import { GIB } from '@skyport/contract/units';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import type { Actor } from '../testkit/actor.ts';
import { android } from '../testkit/browser.ts';
import { startEpusdtGateway, type EpusdtGateway } from '../testkit/epusdt/gateway.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { startStripeGateway, type StripeGateway } from '../testkit/stripe/gateway.ts';
import { textAt } from '../testkit/stripe/signing.ts';
import { startTokenPayGateway, type TokenPayGateway } from '../testkit/tokenpay/gateway.ts';

/*
 * Customers pay on a phone at simulated gateways that have pages of their own: Stripe, whose account prices in dollars,
 * and every dialect of gateways that take USDT. Each checks our signatures with fresh secrets and code of its own.
 */

const PRICE = 30;
const products = { alipay: 10, wxpay: 20, epusdt: 30, gmpay: 40, gmpay_md5: 50, tokenpay: 60 } as const;
type Product = keyof typeof products;
const nameOf = (product: Product): string => `流量包 ${products[product]}`;

let stripe: StripeGateway;
let epusdt: EpusdtGateway;
let gmpay: EpusdtGateway;
let gmpayMd5: EpusdtGateway;
let tokenpay: TokenPayGateway;
beforeAll(async () => {
  [stripe, epusdt, gmpay, gmpayMd5, tokenpay] = await Promise.all([
    startStripeGateway(),
    startEpusdtGateway('bepusdt'),
    startEpusdtGateway('gmpay'),
    startEpusdtGateway('gmpay', { algorithm: 'md5' }),
    startTokenPayGateway(),
  ]);
});
afterAll(() => Promise.all([stripe, epusdt, gmpay, gmpayMd5, tokenpay].map((gateway) => gateway.close())));

const journey = setUpJourney();
let admin: Actor;
let customer: TestAccount;
let page: Page;

const openTill = async (form: Parameters<Actor['payments']['makeInstance']>[0]): Promise<PayInstance> => {
  const { _id, version } = await admin.payments.makeInstance(form);
  return admin.payments.switchInstance({ _id, version, on: true });
};

beforeAll(async () => {
  const { panel } = journey;
  admin = (await becomeAdmin(panel)).actor;
  await admin.settings.setConfig({ notify_url: panel.url, return_url: `${panel.url}/#/order` });
  for (const product of Object.keys(products) as Product[])
    await admin.shop.updateCombo({ name: nameOf(product), price: PRICE, traffic: products[product] * GIB });
  customer = await signUp(panel, 'gateways@example.com');
  page = await journey.enter(android, customer, '/shop');
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

const { press, said, dialog, atHome } = actsAt(() => page);

/** Buys a product on the phone by a way to pay, whose gateway has a page of its own, and comes back to a paid order. */
const buyAt = async (product: Product, mode: string, at: RegExp): Promise<void> => {
  await page.goto('/#/shop');
  // The page has to ask anew for the ways to pay.
  await page.reload();
  await press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic(`${products[product]} G`) }));
  const order = page.getByRole('dialog', { name: payTexts.title });
  await order.getByRole('radio', { name: mode, exact: true }).check();
  await press(payTexts.pay('30.00'), order);
  await page.waitForURL(at);
  await press('确认支付');
  await page.waitForURL(/#\/order/);
  await said(orderTexts.paid.text);
  await press(payTexts.paid.go, dialog(payTexts.paid.title));
  await atHome();
};

/** Money of an order, in the words of the books. */
const moneyOf = async (product: Product) => {
  const order = (await customer.actor.orders.orderList({})).find(({ desc }) => desc === nameOf(product));
  return journey.panel.query(
    `select p.currency, p.amount::int, p.outcome, t.charge_currency, t.charge_minor::int from payments p
       join trades t on t.id = p.trade_id where t.order_id = $1`,
    [order?._id],
  );
};

describe('by Checkout of Stripe, charged in dollars at the stored rate', () => {
  beforeAll(async () => {
    const { account, url: gateway } = stripe;
    const till = await openTill({ kind: 'stripe', label: 'Stripe', gateway, ...account, currency: 'USD', rate: '7.2' });
    stripe.notifyUrl = till.notify_url;
    await admin.settings.setConfig({ alipay: till.name, wxpay: till.name });
  });

  test.each([
    ['alipay', 'alipay'],
    ['wxpay', 'wechat_pay'],
  ] as const)('%s', async (mode, method) => {
    await buyAt(mode, payTexts.modes.names[mode], /\/c\/pay\/cs_/);
    expect(await moneyOf(mode)).toEqual([
      { currency: 'CNY', amount: 30_000, outcome: 'paid', charge_currency: 'USD', charge_minor: 417 },
    ]);
    const session = [...stripe.sessions.values()].at(-1)!;
    expect(session).toMatchObject({ minor: 417, currency: 'usd', payment: 'paid', acknowledged: true });
    expect(textAt(session.form, 'allowed_payment_method_types', '0')).toBe(method);
  });
});

/** The page of gateways of the epusdt family. */
const COUNTER = /\/pay\/checkout-counter\//;
/** The merchant's number at every simulator of GMPay. */
const GMPAY_PID = '1000';

test.each([
  ['epusdt', () => epusdt, { kind: 'epusdt', route: 'v1' }, COUNTER],
  ['gmpay', () => gmpay, { kind: 'epusdt', route: 'gmpay', pid: GMPAY_PID }, COUNTER],
  ['gmpay_md5', () => gmpayMd5, { kind: 'epusdt', route: 'gmpay_md5', pid: GMPAY_PID }, COUNTER],
  ['tokenpay', () => tokenpay, { kind: 'tokenpay' }, /\/Pay\?Id=/],
] as const)(
  'USDT by %s: its page is paid, and the gateway is asked before that counts',
  async (product, at, form, url) => {
    const gateway = at();
    const till = await openTill({ ...form, label: 'USDT 网关', gateway: gateway.url, key: gateway.merchant.key });
    await admin.settings.setConfig({ usdt: till.name });
    await buyAt(product, payTexts.modes.names.usdt, url);
    expect(await moneyOf(product)).toMatchObject([{ currency: 'CNY', amount: 30_000, outcome: 'paid' }]);
    expect(gateway.asked).toContainEqual(expect.stringMatching(/\/pay\/check-status\/|\/Query/));
    expect([...gateway.books.orders.values()]).toMatchObject([{ fen: 3000, acknowledged: true }]);
  },
);
