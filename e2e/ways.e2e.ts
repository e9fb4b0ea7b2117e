import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as coupons } from '@skyport/web/coupons/texts';
import { nodeTexts } from '@skyport/web/nodes/texts';
import { texts as profile } from '@skyport/web/profile/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import { commonTexts as common } from '@skyport/web/ui/common-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desk, phone } from '../testkit/browser.ts';
import { register } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { sendLogIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * Ways through the console in a real browser: an address that needs a log-in, going back on a phone through every kind
 * of window, places that are found again, and a session that ends while somebody is typing.
 */

const PASSWORD = 'a good password';
const [PHONE_EMAIL, STAFF_EMAIL] = ['phone@ways.example', 'staff@ways.example'];

const journey = setUpJourney();
let page: Page;

const { press, field, fill, heading, dialog, gone, atHome, back, route, entries } = actsAt(() => page);
const focused = (): Promise<string> => page.evaluate<string>('document.activeElement?.textContent ?? ""');

describe('on a phone', () => {
  beforeAll(async () => {
    page = await journey.open(phone);
    await register(page, PHONE_EMAIL, PASSWORD);
  });
  afterAll(() => page.context().close());

  test('nobody comes back into the sign-up that has succeeded', async () => {
    expect(route()).toBe('#/');
    await back();
    await page.waitForURL('about:blank');
  });

  test('a plain address leads by way of log-in to the page that was asked for, and not back to log-in', async () => {
    await page.context().clearCookies();
    await page.goto('/windows_errors');
    await page.waitForURL(/\/#\/windows_errors$/);
    await page.goto('/user_info');
    await page.waitForURL(/\/#\/login$/);
    await sendLogIn(page, { email: PHONE_EMAIL, password: PASSWORD });
    await heading(profile.title).waitFor();
    expect(route()).toBe('#/user_info');
    await back();
    await heading('使用异常').waitFor();
    await page.goto('/nothing-here');
    await page.getByText('页面不存在').waitFor();
  });

  test('going back closes the drawer, a window, a question and a form, one at a time, and leaves the page last', async () => {
    await page.goto('/#/windows_errors');
    await page.goto('/#/user_info');
    await heading(profile.title).waitFor();
    await press('菜单');
    await page.getByRole('dialog').getByRole('link', { name: '首页' }).waitFor();
    await entries(1);
    await back();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press(profile.password.open);
    await dialog(profile.password.title).waitFor();
    await entries(1);
    await back();
    await gone(profile.password.title);
    await press(home.reset);
    await dialog(home.resetTitle).waitFor();
    await entries(1);
    await back();
    await gone(home.resetTitle);
    expect(route()).toBe('#/user_info');
    await back();
    await heading('使用异常').waitFor();
  });

  test('a link of the drawer leads on, and back from there to the page without the drawer', async () => {
    await page.goto('/#/windows_errors');
    await press('菜单');
    await page.getByRole('dialog').getByRole('link', { name: '首页' }).click();
    await atHome();
    await page.getByRole('button', { name: coupons.title }).first().click();
    await dialog(coupons.title).waitFor();
    await entries(1);
    await back();
    await gone(coupons.title);
    await back();
    await heading('使用异常').waitFor();
    await entries(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a page that one comes back to is where one left it', async () => {
    await page.goto('/#/windows_errors');
    await heading('使用异常').waitFor();
    await page.evaluate('window.scrollTo(0, 400)');
    await until('the place to be kept', async () => (await page.evaluate('window.scrollY')) === 400);
    await page.getByRole('navigation', { name: '底部导航' }).getByRole('link', { name: '资料编辑' }).click();
    await heading(profile.title).waitFor();
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await until('the heading to have the focus', async () => (await focused()) === profile.title);
    await back();
    await heading('使用异常').waitFor();
    await until('the place of before', async () => (await page.evaluate('window.scrollY')) === 400);
  });
});

describe('at a desk, as staff', () => {
  beforeAll(async () => {
    page = await journey.open(desk);
    await register(page, STAFF_EMAIL, PASSWORD);
    await journey.panel.query(`update users set type = 'admin' where email = $1`, [STAFF_EMAIL]);
    await page.goto('about:blank');
    await page.goto('/#/admin_agents');
    await heading(nodeTexts.title).waitFor();
  });
  afterAll(() => page.context().close());

  test('going back from a form asks what Escape asks, and the button that opened it has the focus again', async () => {
    await press(nodeTexts.add);
    await fill('名称', '香港 01');
    await entries(1);
    await back();
    await dialog(common.unsaved).waitFor();
    await entries(2);
    await back();
    await gone(common.unsaved);
    expect(await field('名称').inputValue()).toBe('香港 01');
    await page.keyboard.press('Escape');
    await dialog(common.unsaved).waitFor();
    await press(common.leave);
    await gone(nodeTexts.add);
    await entries(0);
    await until('the focus to return', async () => (await focused()) === nodeTexts.add);
  });

  test('a session that ends keeps the form: its owner logs in above it and saves', async () => {
    await press(nodeTexts.add);
    await fill('名称', '香港 02');
    await fill('IP', '203.0.113.9');
    await fill('公开端口', '8443');
    await journey.panel.query(`delete from sessions where user_id = (select id from users where email = $1)`, [
      STAFF_EMAIL,
    ]);
    await press(common.confirm);
    const again = dialog(accounts.sessionOver.title);
    await fill(accounts.fields.password, PASSWORD, again);
    await press(accounts.login.submit, again);
    await gone(accounts.sessionOver.title);
    expect(await field('名称').inputValue()).toBe('香港 02');
    await press(common.confirm);
    await page.getByText(nodeTexts.saved.text).waitFor();
    await page.getByText(`${nodeTexts.noun} 香港 02`).waitFor();
    await page.getByRole('row', { name: /香港 02/ }).waitFor();
  });
});
