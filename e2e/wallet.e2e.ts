import { GIB } from '@skyport/contract/units';
import { addressProblems } from '@skyport/contract/withdrawals';
import { chargeTexts, walletTexts } from '@skyport/web/withdrawals/texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { screens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { passStepUp } from '../testkit/log-in.ts';
import { actsAt, chooseAction, listedOn } from '../testkit/page-acts.ts';

/*
 * A customer who has invited others is paid out, on a phone and at a desk: from the rebate over the address and the
 * request to the admin who settles or returns it.
 */

const PRICE = 100;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const journey = setUpJourney();
let boss: TestAccount;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  await boss.actor.settings.setConfig({ min_charge_money: 10, withdraw_hold_days: 0, exchange_rate: 7.2 });
});
afterAll(async () => expect(await journey.panel.query('select * from ledger_health')).toEqual([]));

describe.each(screens)('on a %s', (name, screen) => {
  let customer: TestAccount;
  let page: Page;
  const { press, fill, dialog, said, scrollsSideways } = actsAt(() => page);
  const shown = (text: string): Locator => listedOn(page, screen, text).first();
  const code = `earns-${name}`;

  /** Somebody whom the customer has invited buys: 20 yuan of rebate. */
  const earn = async (n: number): Promise<void> => {
    const email = `invited-${n}-${name}@example.com`;
    const invited = await signUp(journey.panel, email);
    await journey.panel.query('update users set channel_code = $1 where email = $2', [code, email]);
    const { _id: combo_id } = await boss.actor.shop.updateCombo({ name: `套餐 ${n}`, price: PRICE, traffic: GIB });
    const { _id: order_id } = await invited.actor.orders.createOrder({ combo_id });
    await boss.actor.payments.receipt({ order_id, amount: PRICE, reference: `bank ${email}` });
  };
  const openWallet = async (): Promise<void> => {
    page = await journey.enter(screen, customer, '/wallet');
    await page.getByRole('heading', { level: 1, name: walletTexts.title }).waitFor();
  };
  const openCharges = async (): Promise<void> => {
    page = await journey.enter(screen, boss, '/admin_charge');
  };

  beforeAll(async () => {
    const email = `earns-${name}@example.com`;
    customer = await signUp(journey.panel, email);
    await boss.actor.users.updateChannel({ email, name: '', code, rewardRate: 0.2, comsumerDuration: 365 });
    await earn(1);
    await openWallet();
  });

  test('an address is set with the password, checked for its network, and rests', async () => {
    await page.getByText('20.000 元').first().waitFor();
    await press(walletTexts.withdraw);
    await said(walletTexts.noAddress);
    await press(walletTexts.payout.set);
    const window = dialog(walletTexts.payout.set);
    await fill('收款地址', EVM, window);
    await press(form.confirm, window);
    await window.getByText(addressProblems['USDT-TRC20']).waitFor();
    await fill('收款地址', TRON, window);
    await press(form.confirm, window);
    await passStepUp(page, customer.password);
    await said(walletTexts.payout.saved.text);
    await page.getByText(/收款地址刚刚修改/).waitFor();
    await press(walletTexts.withdraw);
    await press(walletTexts.confirm.run, dialog(walletTexts.confirm.title));
    await page.getByText(/收款地址修改后 24 小时内不能提现/).waitFor();
    expect(await scrollsSideways()).toBe(false);
  });

  /** The customer asks for everything that can be withdrawn, once the address has rested. */
  const withdraw = async (): Promise<void> => {
    await journey.panel.query(`update payout_addresses set changed_at = now() - interval '25 hours'`);
    await openWallet();
    await press(walletTexts.withdraw);
    const question = dialog(walletTexts.confirm.title);
    await question.getByText(TRON).waitFor();
    await question.getByText('2.777 USDT').waitFor();
    await press(walletTexts.confirm.run, question);
    await said(walletTexts.asked.text);
    await shown(walletTexts.states.request).waitFor();
  };

  test('a withdrawal is asked for, and settled by an admin with the password', async () => {
    await withdraw();
    await openCharges();
    const row = shown(customer.email);
    await row.getByText('2.777 USDT').waitFor();
    await press(chargeTexts.settle, row);
    const window = dialog(chargeTexts.settleTitle(customer.email));
    await window.getByText(TRON).waitFor();
    await fill('交易哈希', (screen.phone ? 'aa' : 'bb').repeat(32), window);
    await press(form.confirm, window);
    await passStepUp(page, boss.password);
    await said(chargeTexts.settled.text);
    expect(await scrollsSideways()).toBe(false);
    await openWallet();
    await shown(walletTexts.states.paid).waitFor();
  });

  test('another one is returned with its reason, and the money is in the wallet again', async () => {
    await earn(2);
    await withdraw();
    await openCharges();
    await chooseAction(shown(walletTexts.states.request), chargeTexts.give);
    const window = dialog(chargeTexts.giveTitle(customer.email));
    await fill('退回原因', '地址是交易所的', window);
    await press(chargeTexts.give, window);
    await passStepUp(page, boss.password);
    await said(chargeTexts.given.text);
    await openWallet();
    await shown(walletTexts.states.returned).waitFor();
    await page.getByText('地址是交易所的').first().waitFor();
    await page.getByText('20.000 元').first().waitFor();
  });
});
