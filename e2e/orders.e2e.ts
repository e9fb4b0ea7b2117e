import { GIB } from '@skyport/contract/units';
import { orderMoneyWords } from '@skyport/contract/trades-columns';
import { texts as api } from '@skyport/web/api/texts';
import { texts } from '@skyport/web/orders/texts';
import { texts as trades } from '@skyport/web/payments/texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { commonTexts } from '@skyport/web/ui/common-texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import { pageTexts } from '@skyport/web/users/page-texts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { passStepUp } from '../testkit/log-in.ts';
import { actsAt, chooseAction, listedOn } from '../testkit/page-acts.ts';

/*
 * Orders after they were made, on a phone and at a desk: their customer looks at them, cancels one and says what is
 * wrong with another; staff find the trades, and write down money that came in another way.
 */

const journey = setUpJourney({ panel: { env: { TEST_PAYMENTS: '1' } } });
let boss: TestAccount;
let page: Page;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
});

const { dialog, press, fill, gone, scrollsSideways } = actsAt(() => page);

/** Makes a product and gives its id. */
const makeCombo = async (name: string): Promise<string> =>
  (await boss.actor.shop.updateCombo({ name, price: 30, traffic: 100 * GIB }))._id;

/** An order of a product that is made for it; gives its id. */
const order = async ({ actor }: TestAccount, name: string): Promise<string> =>
  (await actor.orders.createOrder({ combo_id: await makeCombo(name) }))._id;

describe.each(screens)('a customer on a %s', (name, screen) => {
  const [given, wrong, paid] = [`不要的 ${name}`, `有问题的 ${name}`, `已支付的 ${name}`];
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(journey.panel, `buyer-${name}@example.com`);
    await order(customer, given);
    await order(customer, wrong);
    const order_id = await order(customer, paid);
    await boss.actor.payments.receipt({ order_id, amount: 30, reference: `before ${name}` });
    page = await journey.enter(screen, customer, '/order');
  });

  const listed = (desc: string) => listedOn(page, screen, desc);
  const filter = (label: string) =>
    page.getByRole('radiogroup', { name: texts.filter }).getByText(label, { exact: true }).click();

  test('unpaid and paid orders are told apart, and a paid one shows what it gave', async () => {
    await listed(given).waitFor();
    await filter(texts.filters.paid);
    await listed(given).waitFor({ state: 'hidden' });
    await press(texts.details, listed(paid));
    const window = dialog(paid);
    await window.getByText('购买成功', { exact: true }).waitFor();
    await window.getByText('100 G', { exact: true }).waitFor();
    expect(await window.getByRole('button', { name: texts.pay }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
    await filter(texts.filters.all);
    await listed(wrong).waitFor();
    expect(await scrollsSideways()).toBe(false);
  });

  test('an order is cancelled after a question, and says so', async () => {
    await chooseAction(listed(given), texts.cancel.open);
    await press(texts.cancel.open, dialog(texts.cancel.title(given)));
    await page.getByText(texts.cancel.done.text).waitFor();
    await listed(given).getByText('已取消', { exact: true }).waitFor();
    expect(await listed(given).getByRole('button', { name: texts.pay }).count()).toBe(0);
    const [stored] = await customer.actor.orders.orderList({}).then((all) => all.filter(({ desc }) => desc === given));
    expect(stored?.status).toBe('cancled');
  });

  test('what is wrong with an order is told, and stands in its window', async () => {
    await chooseAction(listed(wrong), texts.feedback.open);
    const window = dialog(texts.feedback.title(wrong));
    await fill('问题描述', '付了款没有到账', window);
    await press(form.confirm, window);
    await page.getByText(texts.feedback.done.text).waitFor();
    await window.waitFor({ state: 'hidden' });
    await press(texts.details, listed(wrong));
    await dialog(wrong).getByText('付了款没有到账').waitFor();
    await press(texts.pay, dialog(wrong));
    const payment = dialog(payTexts.title);
    await payment.getByText('30.00 元', { exact: true }).first().waitFor();
    await press(commonTexts.close, payment);
    await payment.waitFor({ state: 'hidden' });
  });

  test('whoever comes back from a provider without having paid is told of no success', async () => {
    const [{ _id } = { _id: '' }] = (await customer.actor.orders.orderList({})).filter(({ desc }) => desc === wrong);
    const trade = await customer.actor.orders.doBuy({ order_id: _id, pay_mode: 'alipay' });
    await page.goto('about:blank');
    await page.goto('/#/order?skyport_pay=1');
    await page.getByText(texts.returned.waiting).waitFor();
    expect(await page.getByText(texts.paid.text).count()).toBe(0);
    expect((await customer.actor.orders.tradeStatus({ trade_id: trade._id })).status).toBe('topay');
    await boss.actor.payments.receipt({ order_id: _id, amount: 30, reference: `returned ${name}` });
    await page.getByText(texts.paid.text).waitFor();
    await press(payTexts.paid.go, dialog(payTexts.paid.title));
    await page.goto('/#/order');
    await listed(wrong).getByText('购买成功', { exact: true }).waitFor();
  });
});

describe.each(screens)('staff on a %s', (name, screen) => {
  const [open, paid, cancelled] = [`待支付 ${name}`, `已付款 ${name}`, `已撤销 ${name}`];
  let customer: TestAccount;
  let uid: string;
  beforeAll(async () => {
    customer = await signUp(journey.panel, `payer-${name}@example.com`);
    uid = (await customer.actor.accounts.userInfo({}))._id;
    const orders = [await order(customer, open), await order(customer, paid), await order(customer, cancelled)];
    await boss.actor.payments.receipt({ order_id: orders[1]!, amount: 30, reference: `first ${name}` });
    await customer.actor.orders.doBuy({ order_id: orders[2]!, pay_mode: 'alipay' });
    await customer.actor.orders.cancelOrder({ order_id: orders[2]! });
    page = await journey.enter(screen, boss, `/admin_user?id=${uid}`);
  });

  const listed = (text: string) => listedOn(page, screen, text);

  /** Answers a step-up where one is asked for: a passed one counts for some minutes. */
  const stepUp = async (): Promise<void> => {
    const asked = dialog(api.stepUp.title);
    const done = page.getByText(/^登记成功/).first();
    await asked.or(done).first().waitFor();
    if (!(await asked.isVisible())) return;
    await passStepUp(page, boss.password);
  };

  /** Opens the order of the user page and writes so many yuan down; what will be done has to be said before. */
  const receive = async (desc: string, { amount, says }: { amount: number; says: string }): Promise<void> => {
    await press(pageTexts.orders.details, listed(desc));
    await press(trades.receipt.open, dialog(trades.details));
    const window = dialog(trades.receipt.title(desc));
    await fill('收到金额', String(amount), window);
    await window.getByText(says).waitFor();
    await fill('转账单号', `${desc} ${amount}`, window);
    await press(form.confirm, window);
    await stepUp();
    await window.waitFor({ state: 'hidden' });
    await press(commonTexts.close, dialog(trades.details));
    await gone(trades.details);
  };

  test('money that came in another way pays an open order, and goes to the wallet for any other', async () => {
    await listed(open).waitFor();
    await receive(open, { amount: 20, says: trades.receipt.short('30.00') });
    await page.getByText(trades.receipt.done.credited.text).first().waitFor();
    await listed(open).getByText(orderMoneyWords.credited.all, { exact: true }).waitFor();
    await receive(open, { amount: 31, says: trades.receipt.paysAndMore('1.00') });
    await page.getByText(trades.receipt.done.paid.text).first().waitFor();
    await listed(open).getByText('购买成功', { exact: true }).waitFor();
    await receive(paid, { amount: 30, says: trades.receipt.paid });
    await receive(cancelled, { amount: 40, says: trades.receipt.cancelled });
    await listed(cancelled).getByText(orderMoneyWords.credited.all, { exact: true }).waitFor();
    const balances = page.getByRole('region', { name: pageTexts.balances.title });
    await balances.getByText('91.000 元', { exact: true }).waitFor();
    const stored = await customer.actor.orders.orderList({});
    expect(Object.fromEntries(stored.map(({ desc, status, credited }) => [desc, [status, credited]]))).toEqual({
      // What was above the price went the same way.
      [open]: ['paied', 21],
      [paid]: ['paied', 30],
      [cancelled]: ['cancled', 40],
    });
  });

  test('trades are found by the address of their customer, and lead to the order and its customer', async () => {
    await page.goto(`/#/admin_tradeList?find=${encodeURIComponent(customer.email)}`);
    await page.getByRole('heading', { level: 1, name: trades.title }).waitFor();
    await expect.poll(() => listed(customer.email).count()).toBe(6);
    expect(await scrollsSideways()).toBe(false);
    await press(trades.details, listed(open).first());
    await dialog(trades.details).getByRole('link', { name: customer.email }).click();
    await page.getByRole('heading', { level: 2, name: customer.email }).waitFor();
  });
});
