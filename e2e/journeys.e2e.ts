import { appCode } from '@skyport/server/accounts/second-step/testing';
import { texts as api } from '@skyport/web/api/texts';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as secondStep } from '@skyport/web/accounts/second-step/texts';
import { texts as checkin } from '@skyport/web/checkin/texts';
import { texts as coupons } from '@skyport/web/coupons/texts';
import { texts as notices } from '@skyport/web/notices/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import { codes } from '@skyport/contract/codes';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keepPictures, openBrowser, openPage, screens } from '../testkit/browser.ts';
import { startCalendar, type Calendar } from '../testkit/calendar.ts';
import { register } from '../testkit/customer-actions.ts';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { startPanel, type Panel } from '../testkit/panel.ts';
import { until } from '../testkit/until.ts';

/*
 * The customer's console in a real browser, on a phone and at a desk: a visitor with a channel code, check-ins on two
 * days, every coupon error by its code, a second step, a session that moves to another domain, an agency's visitor.
 */

const { stepUp } = api;
const PASSWORD = 'a good password';
const DAY_MS = 86_400_000;
const STEP_MS = 30_000;
const [BUY_NOTICE, SPRING] = ['流量永不过期，请按需购买', 'spring'];

let folder: string;
let calendar: Calendar;
let panel: Panel;
let browser: Browser;
beforeAll(async () => {
  folder = makeFolder('journeys');
  calendar = startCalendar(folder);
  panel = await startPanel({
    env: { ...calendar.env, DOMAINS: 'best.localhost' },
    settings: { buy_notice: BUY_NOTICE, agency_user_domain: 'agency.localhost' },
  });
  await storeCoupons();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await panel?.stop();
  removeFolder(folder);
});

/** One coupon of each kind that a customer may meet. */
const storeCoupons = async (): Promise<void> => {
  const columns = 'id, name, type, code, traffic, vip_days, money, total, used, expires_at, created_at';
  const rows: readonly unknown[][] = [
    ['freeUse', 'GIFT5', 5 * 1024 ** 3, 0, 0, 0, 0, '2099-01-01'],
    ['freeUse', 'ELSEWHERE', 1024 ** 3, 0, 0, 0, 0, '2099-01-01'],
    ['freeUse', 'TOOLATE', 1024 ** 3, 0, 0, 0, 0, '2020-01-01'],
    ['freeTime', 'ALLGONE', 0, 7, 0, 1, 1, '2099-01-01'],
    ['cash', 'CASH10', 0, 0, 10_000, 0, 0, '2099-01-01'],
  ];
  for (const row of rows) {
    const marks = row.map((_, at) => `$${at + 1}`).join(', ');
    await panel.query(
      `insert into coupons (${columns}) values (gen_random_uuid(), 'a coupon', ${marks}, '2020-01-01')`,
      row,
    );
  }
};

describe.each(screens)('on a %s', (name, screen) => {
  let page: Page;
  const email = `${name}@example.com`;
  beforeAll(async () => {
    page = await openPage(browser, panel.url, screen);
  });
  afterAll(() => page.context().close());
  afterEach(async ({ task }) => {
    const picture = `journeys-${name}-${task.name.replaceAll(/\W+/g, '-').slice(0, 24)}`;
    if (task.result?.state === 'fail') await keepPictures(picture, { page });
  });

  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  const said = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const atHome = () => page.getByRole('heading', { name: home.permanentTitle }).waitFor();
  const isLoggedIn = (who = email) => page.getByRole('button', { name: `${who} 账号菜单` }).waitFor();
  const cookie = async (wanted: string) =>
    (await page.context().cookies(panel.url)).find((kept) => kept.name === wanted)?.value;
  const logIn = async (): Promise<void> => {
    await fill(accounts.fields.email, email);
    await fill(accounts.fields.password, PASSWORD);
    await press(accounts.login.submit);
  };
  const logOut = async (): Promise<void> => {
    await page.getByRole('button', { name: `${email} 账号菜单` }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    // The profile has a field for the address too.
    await page.waitForURL(/#\/login$/);
    await page.getByRole('link', { name: accounts.login.forgot }).waitFor();
  };
  const change = (columns: string) => panel.query(`update users set ${columns} where email = $1`, [email]);

  test('a visitor with a channel code is taken to sign-up once, and belongs to the channel', async () => {
    await page.goto(`/?c=${SPRING}/#/login`);
    await page.waitForURL(/#\/register$/);
    expect(await cookie('channel_code')).toBe(SPRING);
    await register(page, email, PASSWORD);
    expect(Number(await cookie('lastRegister'))).toBeGreaterThan(0);
    const [made] = await panel.query<{ channel_code: string }>('select channel_code from users where email = $1', [
      email,
    ]);
    expect(made?.channel_code).toBe(SPRING);
  });

  test('the buying notice shows once a day and browser', async () => {
    const notice = page.getByRole('dialog', { name: notices.buyTitle });
    await notice.getByText(BUY_NOTICE).waitFor();
    await notice.getByRole('button', { name: notices.close }).last().click();
    await notice.waitFor({ state: 'hidden' });
    await page.reload();
    await isLoggedIn();
    expect(await notice.count()).toBe(0);
  });

  test('somebody who never paid cannot check in; a payer does on two days in a row, and only once a day', async () => {
    const button = page.getByRole('button', { name: new RegExp(`^${checkin.button}`) });
    await button.click();
    await said(checkin.paidOnly.text);
    await change('paid = true');
    await page.reload();
    for (const streak of [1, 2]) {
      await button.click();
      await said(checkin.done(200, streak, 0).text);
      await page.getByRole('button', { name: checkin.signed }).waitFor();
      await page.getByText(checkin.progress(streak, 30)).waitFor();
      if (streak === 1) await calendar.pass(DAY_MS, page);
    }
    expect(await cookie('last-signUse-time')).toBeDefined();
  });

  test('every coupon error has its text, and a coupon that works is redeemed once', async () => {
    const actor = panel.visitor();
    const { passwordHash } = await import('../testkit/actor.ts');
    await actor.accounts.login({ email, password: passwordHash(PASSWORD) });
    await actor.coupons.redeem({ code: 'ELSEWHERE' });
    await press(coupons.title);
    const window = page.getByRole('dialog', { name: coupons.title });
    const redeem = async (code: string, text: string): Promise<void> => {
      await window.getByLabel(coupons.label, { exact: true }).fill(code);
      await window.getByRole('button', { name: coupons.confirm, exact: true }).click();
      await said(text);
    };
    await redeem('NOSUCH', codes.couponMissing.msg);
    await redeem('TOOLATE', codes.couponExpired.msg);
    await redeem('ALLGONE', codes.couponExhausted.msg);
    await redeem('CASH10', codes.couponWrongType.msg);
    await redeem('ELSEWHERE', codes.couponUsedUp.msg);
    await redeem('ELSEWHERE', coupons.usedHere);
    await redeem(' GIFT5 ', '兑换成功，获得 5 G 流量');
    await window.waitFor({ state: 'hidden' });
    await press(coupons.title);
    await redeem('GIFT5', coupons.usedHere);
    await window.getByRole('button', { name: coupons.cancel }).click();
  });

  test('a second step is set up in the profile and asked for at log-in; a recovery code works in its place', async () => {
    await page.goto('/#/user_info');
    await press(secondStep.off.begin);
    await fill(stepUp.password, PASSWORD);
    await press(stepUp.submit);
    await page.getByRole('img', { name: '二维码' }).waitFor();
    const secret = (await page.locator('.sp-secret').innerText()).replaceAll(' ', '');
    const codeAt = (offMs: number): string => appCode(secret, new Date(calendar.now().getTime() + offMs));
    await fill(secondStep.code, codeAt(0));
    await press(secondStep.setUp.submit);
    await page.getByText(secondStep.recovery.hint).waitFor();
    const kept = await page
      .getByRole('listitem')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .allInnerTexts();
    expect(kept).toHaveLength(10);
    await press(secondStep.recovery.close);
    await logOut();

    await logIn();
    await fill(secondStep.code, '000000');
    await press(secondStep.login.submit);
    await said(secondStep.wrong);
    // A phone whose clock is half a minute ahead, so that the code is not the one that set it up.
    await fill(secondStep.code, codeAt(STEP_MS));
    await press(secondStep.login.submit);
    await isLoggedIn();
    await logOut();
    await logIn();
    await fill(secondStep.code, kept[0] ?? '');
    await press(secondStep.login.submit);
    await isLoggedIn();
  });

  test('a log-in token in the address is kept as a cookie and leaves the address; a session that is there stays', async () => {
    const token = (await cookie('token')) ?? '';
    const other = await openPage(browser, panel.url, screen);
    await other.goto(`/?token=${token}#/windows_errors`);
    await other.getByRole('button', { name: `${email} 账号菜单` }).waitFor();
    expect(other.url()).toBe(`${panel.url}/#/windows_errors`);
    await other.goto('about:blank');
    await other.goto('/?token=somebody-elses#/windows_errors');
    await other.getByRole('button', { name: `${email} 账号菜单` }).waitFor();
    await other.context().close();
  });

  test('the session moves to the preferred domain without a trace in the address', async () => {
    const { port } = new URL(panel.url);
    await change(`prefer_domain = 'best.localhost:${port}'`);
    await page.goto('/#/');
    await page.reload();
    await press(accounts.otherDomain.go);
    await page.waitForURL(`http://best.localhost:${port}/#/`);
    await isLoggedIn();
    await atHome();
    expect(page.url()).not.toContain('token');
    await change(`prefer_domain = ''`);
  });

  test("on the agency's domain a visitor sees the reduced product, and its customer is refused the rest", async () => {
    const { port } = new URL(panel.url);
    const agency = `http://agency.localhost:${port}`;
    await page.goto(`${agency}/?c=${SPRING}#/login`);
    await page.getByRole('link', { name: accounts.login.forgot }).waitFor();
    await until('the sign-up link to go', async () => (await page.getByText(accounts.login.register).count()) === 0);
    await page.goto(`${agency}/#/`);
    await atHome();
    expect(await page.getByRole('link', { name: home.topUp }).count()).toBe(0);
    expect(await page.getByText(BUY_NOTICE).count()).toBe(0);
    await page.goto(`${agency}/#/register`);
    await page.waitForURL(`${agency}/#/`);

    await change('is_agency_user = true, second_step = false');
    await page.goto(`${agency}/#/login`);
    await logIn();
    await isLoggedIn();
    await page.goto(`${agency}/#/wallet`);
    await page.waitForURL(`${agency}/#/`);
    const answer = await page.evaluate<string>(
      `fetch('/api/wallet/mywallet', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: btoa('{}') }) }).then((r) => r.json()).then(({ data }) => atob(data))`,
    );
    expect(JSON.parse(answer)).toMatchObject({ code: codes.roleForbidden.code });
  });
});
