import { texts as api } from '@skyport/web/api/texts';
import { texts as form } from '@skyport/web/ui/schema-form/texts';
import { pageTexts } from '@skyport/web/users/page-texts';
import { texts } from '@skyport/web/users/texts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { passwordHash } from '../testkit/actor.ts';
import { keepPictures, openBrowser, openPage, screens } from '../testkit/browser.ts';
import { logIn } from '../testkit/log-in.ts';
import { startPanel, type Panel } from '../testkit/panel.ts';

/*
 * An admin cares for a customer, at a desk and on a phone: finds the account in the list, edits it, makes it a channel,
 * and looks at everything that is known of it on its own page.
 */

let panel: Panel;
let browser: Browser;
let boss: TestAccount;
let page: Page;
beforeAll(async () => {
  panel = await startPanel();
  boss = await becomeAdmin(panel);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await panel?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPictures('users', { page });
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const press = (name: string, inside: Page | Locator = page) =>
  inside.getByRole('button', { name, exact: true }).click();
const field = (inside: Page | Locator, label: string) => inside.getByLabel(label, { exact: true });

describe.each(screens)('on a %s', (name, screen) => {
  const email = `lin-${name}@example.com`;
  let customer: TestAccount;
  beforeAll(async () => {
    customer = await signUp(panel, email);
    page = await openPage(browser, panel.url, screen);
    await logIn(page, boss);
  });
  afterAll(() => page.context().close());

  /** The account in the list: a row at a desk, a card on a phone. */
  const listed = () => page.getByRole(screen.phone ? 'listitem' : 'row').filter({ hasText: email });
  const openList = async (): Promise<void> => {
    await page.goto('about:blank');
    await page.goto('/#/admin_userlist');
    await listed().waitFor();
  };

  test('traffic is given with a reason, after the password, and stands in the list', async () => {
    await openList();
    await press(texts.edit.open, listed());
    const window = dialog(texts.edit.title(email));
    await field(window, '不限时流量总量').fill('5');
    await press(form.confirm, window);
    expect(await field(window, '原因').getAttribute('aria-required')).toBe('true');
    await field(window, '原因').fill('补偿');
    await press(form.confirm, window);
    const stepUp = dialog(api.stepUp.title);
    await field(stepUp, api.stepUp.password).fill(boss.password);
    await press(api.stepUp.submit, stepUp);
    await page.getByText(texts.edit.saved.text).waitFor();
    await window.waitFor({ state: 'hidden' });
    await listed().getByText('5.00 G').first().waitFor();
    const { traffic } = await customer.actor.accounts.userInfo({});
    expect(traffic).toBe(5 * 1024 ** 3);
  });

  test('the account becomes a channel with a code made by the page', async () => {
    await openList();
    await listed()
      .getByRole('button', { name: /^更多操作/ })
      .click();
    await page.getByRole('menuitem', { name: texts.channel.open, exact: true }).click();
    const window = dialog(texts.channel.title(email));
    await press(form.random, window);
    const code = await field(window, '渠道码').inputValue();
    await press(form.confirm, window);
    await page.getByText(texts.channel.saved.text).waitFor();
    const stored = await panel.query(
      'select c.code, u.type from channels c join users u on u.id = c.user_id where u.email = $1',
      [email],
    );
    expect(stored).toEqual([{ code, type: 'channel' }]);
  });

  test('the page of the account shows what it has and why it can use a line or not, and logs it out', async () => {
    await customer.actor.accounts.login({ email, password: passwordHash(customer.password) });
    await openList();
    await press(texts.details, listed());
    await page.getByRole('heading', { level: 1, name: pageTexts.title }).waitFor();
    await page.getByRole('heading', { level: 2, name: email }).waitFor();
    const balances = page.getByRole('region', { name: pageTexts.balances.title });
    await balances.getByText('5.00 G', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 2, name: pageTexts.lines.title }).waitFor();
    const widest = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(widest).toBe(0);
    await press(pageTexts.sessions.end);
    await press('确认', dialog(pageTexts.sessions.endTitle(email)));
    await page.getByText(pageTexts.sessions.ended(1).text).waitFor();
    await expect(customer.actor.accounts.userInfo({})).rejects.toThrow();
    await page.getByRole('link', { name: pageTexts.back }).click();
    await listed().waitFor();
  });
});
