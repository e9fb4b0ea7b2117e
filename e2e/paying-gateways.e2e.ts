import type { PayInstance } from '@skyport/contract/pay-instances';
import { GIB } from '@skyport/contract/units';
import { texts as orderTexts } from '@skyport/web/orders/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import type { Actor } from '../testkit/actor.ts';
import { android } from '../testkit/browser.ts';
import { startEpusdtGateway, type EpusdtGateway } from '../testkit/epusdt/gateway.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { startStripeGateway, type StripeGateway } from '../testkit/stripe/gateway.ts';
import { startTokenPayGateway, type TokenPayGateway } from '../testkit/tokenpay/gateway.ts';

/*
 * Customers pay on a phone at simulated gateways that have pages of their own: Stripe, whose account prices in dollars,
 * and the two dialects of gateways that take USDT. Each checks our signatures with fresh secrets and code of its own.
 */

const PRICE = 30;
const products = { stripe: 10, epusdt: 20, tokenpay: 30 } as const;
type Product = keyof typeof products;
const nameOf = (product: Product): string => `流量包 ${products[product]}`;

let stripe: StripeGateway;
let epusdt: EpusdtGateway;
let tokenpay: TokenPayGateway;
beforeAll(async () => {
  [stripe, epusdt, tokenpay] = await Promise.all([
    startStripeGateway(),
    startEpusdtGateway('bepusdt'),
    startTokenPayGateway(),
  ]);
});
afterAll(() => Promise.all([stripe.close(), epusdt.close(), tokenpay.close()]));

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

test('Alipay by Checkout of Stripe, charged in dollars at the stored rate', async () => {
  const { account, url: gateway } = stripe;
  const till = await openTill({ kind: 'stripe', label: 'Stripe', gateway, ...account, currency: 'USD', rate: '7.2' });
  stripe.notifyUrl = till.notify_url;
  await admin.settings.setConfig({ alipay: till.name });
  await buyAt('stripe', payTexts.modes.names.alipay, /\/c\/pay\/cs_/);
  expect(await moneyOf('stripe')).toEqual([
    { currency: 'CNY', amount: 30_000, outcome: 'paid', charge_currency: 'USD', charge_minor: 417 },
  ]);
  expect(stripe.takings()).toBe(417);
});

test.each([
  ['epusdt', () => epusdt, { kind: 'epusdt', route: 'v1' }, /\/pay\/checkout-counter\//],
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
