import {
  claimVerdictNames,
  deliveryVerdictNames,
  resolutionNames,
  unclaimedReasonNames,
} from '@skyport/contract/money';
import { flagReasonNames } from '@skyport/contract/order-flags';
import type { PayInstance } from '@skyport/contract/pay-instances';
import { payKinds } from '@skyport/contract/pay-kinds';
import { differenceKindNames } from '@skyport/contract/reconcile';
import { GIB } from '@skyport/contract/units';
import { epayTexts } from '@skyport/server/payments/epay/texts';
import { reconcileTexts } from '@skyport/web/money/reconcile-texts';
import { texts } from '@skyport/web/money/texts';
import { flagTexts } from '@skyport/web/payments/flag-texts';
import { texts as tradeTexts } from '@skyport/web/payments/texts';
import { payInstanceTexts } from '@skyport/web/settings/pay-instances/texts';
import { texts as settingsTexts } from '@skyport/web/settings/texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import type { GatewayOrder } from '../testkit/epay/books.ts';
import { startEpayGateway, type EpayGateway } from '../testkit/epay/gateway.ts';
import { copiedFrom, newestAt, openTill } from '../testkit/epay/till.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { passStepUp } from '../testkit/log-in.ts';
import { actsAt, chooseAction, listedOn } from '../testkit/page-acts.ts';

/*
 * Staff and money, on a phone and at a desk: an instance of a gateway from its form to customers who can pay by it,
 * and everything at the money desk, with a gateway that is silent and one at which people pay for what is not ours.
 */

const PRICE = 30;

let silent: EpayGateway;
let busy: EpayGateway;
beforeAll(async () => {
  [silent, busy] = await Promise.all([
    startEpayGateway({ series: 'silent-' }),
    startEpayGateway({ series: 'busy-', signKeyMode: 'amp_key' }),
  ]);
});
afterAll(() => Promise.all([silent.close(), busy.close()]));

const journey = setUpJourney();
let boss: TestAccount;
let instance: PayInstance;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  await boss.actor.settings.setConfig({ notify_url: journey.panel.url });
  instance = await openTill(boss.actor, silent, { version: 1, label: '沉默的网关' });
  await boss.actor.settings.setConfig({ wxpay: instance.name });
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(screens)('on a %s', (name, screen) => {
  let page: Page;
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(journey.panel, `owner-${name}@example.com`);
    page = await journey.enter(screen, boss, '/admin_config');
  });
  const { press, fill, field, dialog, gone, said, scrollsSideways } = actsAt(() => page);
  const listed = (text: string): Locator => listedOn(page, screen, text);

  /** An order of a product that is made for it. */
  const order = async (product: string, { actor } = customer): Promise<string> => {
    const { _id: combo_id } = await boss.actor.shop.updateCombo({ name: product, price: PRICE, traffic: GIB });
    return (await actor.orders.createOrder({ combo_id }))._id;
  };
  const statusOf = async (id: string) =>
    (await customer.actor.orders.orderList({})).find(({ _id }) => _id === id)?.status;
  const modesOf = async (order_id: string) => (await customer.actor.orders.walletCheck({ order_id })).modes;

  test('an instance is made, tested, mended, switched on and off, with the password asked for once', async () => {
    const { fields, label: kind } = payKinds.epay_v1;
    const label = `易支付 ${name}`;
    const merchant = copiedFrom(busy, 1);
    const id = await order(`验收 ${name}`);
    await page.getByText(settingsTexts.tabs.payInstances, { exact: true }).click();
    await press(payInstanceTexts.add);
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    const made = dialog(payInstanceTexts.addTitle(kind));
    await fill('名称', label, made);
    await fill(fields.gateway!.label, merchant.gateway, made);
    await fill(fields.pid!.label, merchant.pid, made);
    await field(fields.signKeyMode!.label, made).selectOption('amp_key');
    await fill(fields.key!.label, 'a-key-of-another-merchant', made);
    await fill('手续费率', '0.6', made);
    await press(form.confirm, made);
    await passStepUp(page, boss.password);
    await said(payInstanceTexts.saved.text);
    const card = page.getByRole('region', { name: label, exact: true });
    const state = (text: string) => card.getByText(text, { exact: true });
    for (const text of [payInstanceTexts.off, payInstanceTexts.notChosen]) await state(text).waitFor();
    await card.getByText('0.6%').waitFor();
    await press(payInstanceTexts.test, card);
    await card.getByText(epayTexts.test.refused('商户密钥错误')).waitFor();
    await press(payInstanceTexts.edit, card);
    const edited = dialog(payInstanceTexts.editTitle(label));
    expect(await field(fields.key!.label, edited).inputValue()).toBe('');
    await fill(fields.key!.label, busy.merchant.key, edited);
    await press(form.confirm, edited);
    await gone(payInstanceTexts.editTitle(label));
    await press(payInstanceTexts.test, card);
    await card.getByText(payInstanceTexts.works).waitFor();
    await press(payInstanceTexts.switchOn, card);
    for (const text of [payInstanceTexts.on, payInstanceTexts.notChosen]) await state(text).waitFor();
    expect(await scrollsSideways()).toBe(false);
    const stored = (await boss.actor.payments.instances({})).find((each) => each.label === label)!;
    expect(stored).toMatchObject({ on: true, problem: '', secrets: ['key'], key: '', fee_percent: 0.6 });
    await boss.actor.settings.setConfig({ alipay: stored.name });
    await expect.poll(() => modesOf(id)).toContain('alipay');
    await press(payInstanceTexts.switchOff, card);
    const question = dialog(payInstanceTexts.offTitle);
    await question.getByText(payInstanceTexts.offText(label)).waitFor();
    await press(payInstanceTexts.switchOff, question);
    await state(payInstanceTexts.off).waitFor();
    await expect.poll(() => modesOf(id)).not.toContain('alipay');
  });

  /** A customer is about to pay an order at the silent gateway. */
  const begin = async (product: string): Promise<{ readonly id: string; readonly number: string }> => {
    silent.recover();
    const id = await order(product);
    await customer.actor.orders.doBuy({ order_id: id, pay_mode: 'wxpay' });
    return { id, number: newestAt(silent).outTradeNo };
  };
  /** The customer pays: the gateway tells of it, and says nothing more when it is asked. */
  const pay = async ({ number }: { readonly number: string }): Promise<GatewayOrder> => {
    silent.trouble.html = true;
    const paid = silent.pay(number);
    expect((await silent.notify(number)).body).toBe('success');
    return paid;
  };
  const openDesk = async (tab: keyof typeof texts.tabs): Promise<void> => {
    await page.goto(`/#/admin_money?tab=${tab}`);
    await page.getByRole('heading', { level: 1, name: texts.deliveries.title }).waitFor();
  };
  const claimOf = async ({ tradeNo }: GatewayOrder) =>
    (await boss.actor.money.claimList({})).find(({ reference }) => reference === tradeNo);

  test('notifications stand there with their ends; a forged one says why it was refused', async () => {
    const paid = await pay(await begin(`伪造 ${name}`));
    const { url } = silent.envelope(paid.outTradeNo);
    expect(await (await fetch(url.replace('money=30.00', 'money=0.01'))).text()).not.toContain('success');
    await openDesk('deliveries');
    await listed(instance.label).filter({ hasText: deliveryVerdictNames.stored }).first().waitFor();
    await field(texts.verdict).selectOption('refused');
    await listed(instance.label).filter({ hasText: epayTexts.refused.signature }).first().waitFor();
    expect(await scrollsSideways()).toBe(false);
    expect(await boss.actor.money.deliveryList({ verdict: 'refused' })).not.toEqual([]);
  });

  test('money of which a gateway says no more is settled by staff, and what was never paid is dismissed', async () => {
    const [good, bad] = [await begin(`确认 ${name}`), await begin(`作废 ${name}`)];
    const [settled, dismissed] = [await pay(good), await pay(bad)];
    // As after a day without a word.
    await journey.panel.query(
      "update claims set state = 'doubtful', verdict = 'unconfirmed', next_try_at = null where reference = $1",
      [dismissed.tradeNo],
    );
    await openDesk('claims');
    const row = listed(settled.tradeNo);
    await row.getByText(texts.claims.mustAsk).waitFor();
    await press(texts.claims.settle, row);
    const question = dialog(texts.claims.settleTitle(settled.tradeNo));
    await question.getByText(texts.claims.settleText).waitFor();
    await press(texts.claims.settle, question);
    await said(texts.claims.settled.paid.text);
    await row.waitFor({ state: 'hidden' });
    expect(await statusOf(good.id)).toBe('paied');
    const other = listed(dismissed.tradeNo);
    await other.getByText(claimVerdictNames.unconfirmed).waitFor();
    await chooseAction(other, texts.claims.dismiss);
    const reason = dialog(texts.claims.dismissTitle(dismissed.tradeNo));
    await fill('说明', '网关后台没有这笔款项', reason);
    await press(texts.claims.dismiss, reason);
    await gone(texts.claims.dismissTitle(dismissed.tradeNo));
    await other.waitFor({ state: 'hidden' });
    expect([(await claimOf(dismissed))?.state, await statusOf(bad.id)]).toEqual(['dismissed', 'topay']);
  });

  /** Somebody pays so many yuan at the gateway under a number that is none of ours. */
  const payStray = async (yuan: number): Promise<string> => {
    const number = `stray${name}${yuan}`;
    const fields = { pid: silent.keys.pid, type: 'wxpay', out_trade_no: number, notify_url: instance.notify_url };
    const made = silent.books.make(1, { ...fields, name: 'stray', money: `${yuan}.00` }, silent.now());
    silent.recover();
    silent.pay(number);
    await silent.notify(number);
    await expect.poll(async () => (await claimOf(made))?.verdict).toBe('unclaimed');
    return made.tradeNo;
  };

  test('money that is nobody’s goes to the order whose customer asks for it, and a wrong request is declined', async () => {
    // A number says no gateway: it is taken for this order's because the customer was to pay at that gateway.
    const [{ id: missed }, wrong] = [await begin(`核实 ${name}`), await order(`驳回 ${name}`)];
    const reference = await payStray(PRICE);
    await customer.actor.money.claimMoney({ order_id: missed, reference });
    await customer.actor.money.claimMoney({ order_id: wrong, reference: `invented ${name}` });
    await openDesk('requests');
    const row = listed(reference);
    await row.getByText(customer.email).waitFor();
    await press(texts.unclaimed.resolve, row);
    const window = dialog(texts.unclaimed.resolveTitle('30.00 元'));
    expect(await field('订单号', window).inputValue()).toBe(missed);
    await fill('说明', '与银行流水一致', window);
    await press(form.confirm, window);
    await said(texts.unclaimed.done.paid.text);
    await gone(texts.unclaimed.resolveTitle('30.00 元'));
    expect(await statusOf(missed)).toBe('paied');
    await chooseAction(listed(`invented ${name}`), texts.requests.decline);
    const answer = dialog(texts.requests.declineTitle(customer.email));
    await fill('驳回原因', `没有这个单号 ${name}`, answer);
    await press(texts.requests.decline, answer);
    await said(texts.requests.declined.text);
    const bell = (await customer.actor.notices.list({})).map(({ desc }) => desc);
    expect(bell).toContainEqual(expect.stringContaining(`没有这个单号 ${name}`));
    expect(await statusOf(wrong)).toBe('topay');
  });

  test('money that is nobody’s is put into a wallet', async () => {
    const reference = await payStray(12);
    await openDesk('unclaimed');
    const row = listed(reference);
    await row.getByText(unclaimedReasonNames.unknown).waitFor();
    await press(texts.unclaimed.resolve, row);
    const window = dialog(texts.unclaimed.resolveTitle('12.00 元'));
    await field('处理方式', window).selectOption({ label: resolutionNames.wallet });
    await fill('用户邮箱', customer.email, window);
    await fill('说明', '用户提供了转账截图', window);
    await press(form.confirm, window);
    await said(texts.unclaimed.done.credited.text);
    await row.waitFor({ state: 'hidden' });
    expect((await customer.actor.accounts.userInfo({})).wallet_money).toBe(12);
  });

  test('what an order gave is taken back once its money went back, after a preview and a second look', async () => {
    // An account of its own, because unconfirmed payments of the others may still be settled meanwhile.
    const buyer = await signUp(journey.panel, `taken-back-${name}@example.com`);
    const id = await order(`收回 ${name}`, buyer);
    await boss.actor.payments.receipt({ order_id: id, amount: PRICE, reference: `slip${name}` });
    await boss.actor.payments.flagOrder({ order_id: id, reason: 'refund', note: '已原路退款' });
    const given = async () => (await buyer.actor.accounts.userInfo({})).traffic;
    const before = await given();
    // As after a while: it is asked again who somebody is.
    await journey.panel.query('update sessions set looked_at = null');
    await page.goto(`/#/admin_tradeList?order=${id}`);
    const shown = dialog(tradeTexts.details);
    await shown.getByText(flagTexts.title(flagReasonNames.refund)).waitFor();
    await press(flagTexts.takeBack, shown);
    const window = dialog(flagTexts.takeBackTitle(`收回 ${name}`));
    await window.getByLabel(flagTexts.parts.label).getByText(flagTexts.parts.will('1.00 G')).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await fill('说明', '通道已退款', window);
    await press(flagTexts.takeBack, window);
    await passStepUp(page, boss.password);
    await said(flagTexts.taken.text);
    await shown.getByText(/通道已退款/).waitFor();
    await expect.poll(given).toBe(before - GIB);
    await page.keyboard.press('Escape');
    await gone(tradeTexts.details);
  });

  /** A difference of the silent gateway's day, as the nightly comparison writes it down; milli-yuan. */
  const plant = async (kind: 'missing' | 'extra', number = ''): Promise<string> => {
    const reference = `${kind}${name}`;
    await journey.panel.query(
      `insert into reconciliation_lines
              (id, instance, day, kind, reference, reference_key, trade_number, theirs, ours, currency, found_at)
       values (gen_random_uuid(), $1, current_date, $2, $3, upper($3), $4, case when $2 = 'missing' then $5::bigint end,
               case when $2 = 'extra' then $5::bigint end, 'CNY', now())`,
      [instance.name, kind, reference, number, PRICE * 1000],
    );
    return reference;
  };

  test('what only a gateway’s list has is settled and pays its order; another difference is explained', async () => {
    const begun = await begin(`补记 ${name}`);
    const [missing, extra] = [await plant('missing', begun.number), await plant('extra')];
    await page.goto('/#/admin_reconcile');
    const row = listed(missing);
    await row.getByText(differenceKindNames.missing).waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press(reconcileTexts.differences.settle, row);
    await press(reconcileTexts.differences.settle, dialog(reconcileTexts.differences.settleTitle(missing)));
    await said(reconcileTexts.differences.settled.text);
    await row.waitFor({ state: 'hidden' });
    await expect.poll(() => statusOf(begun.id)).toBe('paied');
    await press(reconcileTexts.differences.explain, listed(extra));
    const window = dialog(reconcileTexts.differences.explainTitle(extra));
    await fill('说明', '通道账单延迟一天', window);
    await press(form.confirm, window);
    await said(reconcileTexts.differences.explained.text);
    await listed(extra).waitFor({ state: 'hidden' });
    const ends = (await boss.actor.money.differenceList({})).map((each) => `${each.reference} ${each.state}`);
    expect(ends).toEqual(expect.arrayContaining([`${missing} settled`, `${extra} explained`]));
  });
});
