import { GIB } from '@skyport/contract/units';
import { testPageTexts } from '@skyport/server/payments/texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { shopTexts } from '@skyport/web/shop/shop-texts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { appScreens, desk, type Screen } from '../testkit/browser.ts';
import { shownTraffic } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { sendLogIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * A customer in the shop, on a phone and at a desk: from a card to traffic that is there, through the test provider's
 * page, with a coupon and with the wallet in part and whole, and everything that is refused on the way.
 */

const journey = setUpJourney({ panel: { env: { TEST_PAYMENTS: '1' } } });
let boss: TestAccount;
let page: Page;
const combos = { big: '', small: '', cancelled: '' };
const coupons: Record<string, string> = {};

const DAY_MS = 86_400_000;

beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  const { shop } = boss.actor;
  combos.big = (await shop.updateCombo({ name: '大流量', price: 30, traffic: 100 * GIB }))._id;
  combos.small = (
    await shop.updateCombo({ name: '小流量', price: 10, traffic: 20 * GIB, permissionsDesc: '含流媒体解锁' })
  )._id;
  combos.cancelled = (await shop.updateCombo({ name: '年卡', price: 188, vipDuration: 365 }))._id;
  const cash = { type: 'cash', forMoney: 5 } as const;
  await makeCoupon('CASH5', cash);
  await makeCoupon('OTHER5', cash);
  await makeCoupon('FURTHER5', cash);
  await makeCoupon('ENDED5', { ...cash, days: -1 });
  await makeCoupon('TRIAL', { type: 'freeUse', traffic: GIB });
});

const makeCoupon = async (
  code: string,
  { days = 30, ...more }: { type: 'cash' | 'freeUse'; forMoney?: number; traffic?: number; days?: number },
): Promise<void> => {
  const made = await boss.actor.coupons.update({
    name: `券 ${code}`,
    code,
    useNumPerUser: 1,
    NumberOfAuthorizations: 100,
    expireTime: new Date(Date.now() + days * DAY_MS).toISOString(),
    ...more,
  });
  coupons[code] = made._id;
};

let customers = 0;
/** A customer with so many yuan in the wallet, at the shop. */
const enter = async (screen: Screen, wallet: number): Promise<TestAccount> => {
  customers += 1;
  const customer = await signUp(journey.panel, `buyer${customers}@example.com`);
  if (wallet > 0) await fund(customer, wallet);
  page = await journey.enter(screen, customer, '/shop');
  await heading(shopTexts.title).waitFor();
  return customer;
};

/** Money that came for a cancelled order goes to the wallet. */
const fund = async ({ actor, email }: TestAccount, amount: number): Promise<void> => {
  const { _id } = await actor.orders.createOrder({ combo_id: combos.cancelled });
  await actor.orders.cancelOrder({ order_id: _id });
  const reference = `fund-${email}-${_id.slice(-12)}`;
  expect(await boss.actor.payments.receipt({ order_id: _id, amount, reference })).toEqual({ outcome: 'credited' });
};

const { press, field, fill, dialog, said: toast, heading, atHome, scrollsSideways } = actsAt(() => page);

const buy = async (title: string): Promise<Locator> => {
  await press(cardTexts.buy, page.getByRole('article', { name: title }));
  const window = dialog(payTexts.title);
  await window.getByText(payTexts.due, { exact: true }).waitFor();
  return window;
};
const BIG = cardTexts.traffic('100 G');
const SMALL = cardTexts.traffic('20 G');

const typeCoupon = async (window: Locator, code: string): Promise<void> => {
  await fill(payTexts.couponEntry.label, code, window);
  await press(payTexts.couponEntry.apply, window);
};
const useCoupon = async (window: Locator, code: string): Promise<void> => {
  await press(payTexts.couponEntry.open, window);
  await typeCoupon(window, code);
};

const newestOrder = async ({ actor }: TestAccount) => (await actor.orders.orderList({}))[0]!;

/** Pays on the test provider's page: at a desk in another tab beside the code, on a phone in the place of the shop. */
const payThere = async (screen: Screen): Promise<void> => {
  if (screen.phone) {
    await page.getByRole('heading', { name: testPageTexts.title }).waitFor();
    await page.getByText(testPageTexts.amount('15.00')).waitFor();
    await press(testPageTexts.pay);
    await page.waitForURL(/#\/order/);
    await dialog(payTexts.paid.title).getByText(BIG).waitFor();
    return;
  }
  const window = dialog('支付宝支付');
  await window.getByRole('img', { name: '二维码' }).waitFor();
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    window.getByRole('link', { name: payTexts.waiting.here }).click(),
  ]);
  await tab.getByText(testPageTexts.amount('15.00')).waitFor();
  await press(testPageTexts.pay, tab);
  await tab.waitForURL(/#\/order/);
  await tab.close();
  await dialog(payTexts.paid.title).getByText(BIG).waitFor();
  await page.waitForURL(/#\/$/);
};

test.each(appScreens)('traffic is bought with a coupon and a part of the wallet (%s)', async (_name, screen) => {
  const customer = await enter(screen, 10);
  const window = await buy(BIG);
  await window.getByText('−10.00 元').waitFor();
  await useCoupon(window, 'CASH5');
  await window.getByText(payTexts.coupon('券 CASH5')).waitFor();
  expect(await scrollsSideways()).toBe(false);
  await press(payTexts.couponEntry.remove, window);
  await window.getByRole('button', { name: payTexts.pay('20.00'), exact: true }).waitFor();
  await useCoupon(window, 'CASH5');
  await press(payTexts.pay('15.00'), window);
  await payThere(screen);
  expect(await newestOrder(customer)).toMatchObject({ status: 'paied', coupon_discount: 5, wallet_spend: 10 });
  await page.goto('/#/');
  await until('the traffic to be there', async () => (await shownTraffic(page)) === '100.00');
});

test('at a desk the buttons of a row stand at one height, however much their cards say', async () => {
  await enter(desk, 0);
  const topOf = async (title: string) =>
    (await page.getByRole('article', { name: title }).getByRole('button', { name: cardTexts.buy }).boundingBox())?.y;
  expect(await topOf(SMALL)).toBeGreaterThan(0);
  expect(await topOf(SMALL)).toBe(await topOf(BIG));
});

test.each(appScreens)('what the wallet pays whole is there at once, and leads home (%s)', async (_name, screen) => {
  const customer = await enter(screen, 10);
  const window = await buy(SMALL);
  await press(payTexts.confirm, window);
  const paid = dialog(payTexts.paid.title);
  await paid.getByText(SMALL).waitFor();
  await press(payTexts.paid.go, paid);
  await atHome();
  await until('the traffic to be there', async () => (await shownTraffic(page)) === '20.00');
  expect(await newestOrder(customer)).toMatchObject({ status: 'paied', wallet_spend: 10 });
});

test.each(appScreens)('every coupon that cannot be used says why (%s)', async (_name, screen) => {
  const customer = await enter(screen, 0);
  const other = await customer.actor.orders.createOrder({ combo_id: combos.small });
  const window = await buy(BIG);
  const { couponEntry } = payTexts;
  await press(couponEntry.open, window);
  await typeCoupon(window, '');
  await window.getByText(couponEntry.empty).waitFor();
  for (const [code, said] of [
    ['八折', couponEntry.wrong],
    ['ENDED5', couponEntry.expired],
    ['TRIAL', couponEntry.isTrial],
  ] as const) {
    await typeCoupon(window, code);
    await toast(said.text);
    await expect.poll(() => field(couponEntry.label, window).inputValue()).toBe('');
  }
  await customer.actor.orders.useCoupon({ order_id: other._id, code: 'CASH5' });
  await typeCoupon(window, 'CASH5');
  await toast(couponEntry.usedUp.text);
  // Another tab was faster.
  const { _id } = await newestOrder(customer);
  await customer.actor.orders.useCoupon({ order_id: _id, code: 'OTHER5' });
  await typeCoupon(window, 'FURTHER5');
  await toast(couponEntry.taken.text);
  await window.getByText(payTexts.coupon('券 OTHER5')).waitFor();
});

test.each(appScreens)('a coupon, an amount or a product that is gone meanwhile is told (%s)', async (name, screen) => {
  const customer = await enter(screen, 0);
  const window = await buy(BIG);
  await makeCoupon(`BRIEF-${name}`, { type: 'cash', forMoney: 5 });
  await useCoupon(window, `BRIEF-${name}`);
  await window.getByText(payTexts.coupon(`券 BRIEF-${name}`)).waitFor();
  await boss.actor.coupons.delete({ id_list: [coupons[`BRIEF-${name}`]!] });
  await press(payTexts.pay('25.00'), window);
  await toast(payTexts.couponGone.text);
  await window.getByRole('button', { name: payTexts.pay('30.00'), exact: true }).waitFor();
  await fund(customer, 10);
  await press(payTexts.pay('30.00'), window);
  await toast('应付金额已变化，请确认后重新支付');
  await window.getByRole('button', { name: payTexts.pay('20.00'), exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'hidden' });
  const { _id: id } = await boss.actor.shop.updateCombo({ name: '限时', price: 1, traffic: GIB });
  await page.reload();
  const card = page.getByRole('article', { name: cardTexts.traffic('1 G') });
  await card.waitFor();
  await boss.actor.shop.deleteCombo({ id });
  await press(cardTexts.buy, card);
  await toast('创建订单失败:商品不存在，或已下架');
  await card.waitFor({ state: 'hidden' });
});

test.each(appScreens)('a visitor comes back to the shop after the log-in (%s)', async (_name, screen) => {
  const customer = await signUp(journey.panel, `visitor${customers}-${screen.width}@example.com`);
  page = await journey.open(screen);
  await page.goto('/#/shop');
  await press(cardTexts.buy, page.getByRole('article', { name: BIG }));
  await page.waitForURL(/#\/login/);
  await sendLogIn(page, customer);
  await heading(shopTexts.title).waitFor();
});
