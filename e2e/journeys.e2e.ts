import { appCode } from '@skyport/server/accounts/second-step/testing';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as secondStep } from '@skyport/web/accounts/second-step/texts';
import { texts as checkin } from '@skyport/web/checkin/texts';
import { texts as coupons } from '@skyport/web/coupons/texts';
import { texts as notices } from '@skyport/web/notices/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import { codes } from '@skyport/contract/codes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '../testkit/browser.ts';
import { startCalendar, type Calendar } from '../testkit/calendar.ts';
import { register } from '../testkit/customer-actions.ts';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { logOut, menuOf, passStepUp, sendLogIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * The customer's console in a real browser, on a phone and at a desk: a visitor with a channel code, check-ins on two
 * days, every coupon error by its code, a second step, a session that moves to another domain, an agency's visitor.
 */

const PASSWORD = 'a good password';
const DAY_MS = 86_400_000;
const STEP_MS = 30_000;
const [BUY_NOTICE, SPRING] = ['流量永不过期，请按需购买', 'spring'];

let folder: string;
let calendar: Calendar;
beforeAll(() => {
  folder = makeFolder('journeys');
  calendar = startCalendar(folder);
});
afterAll(() => removeFolder(folder));
const journey = setUpJourney({
  panel: () => ({
    env: { ...calendar.env, DOMAINS: 'best.localhost' },
    settings: { buy_notice: BUY_NOTICE, agency_user_domain: 'agency.localhost' },
  }),
});
beforeAll(() => storeCoupons());

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
    await journey.panel.query(
      `insert into coupons (${columns}) values (gen_random_uuid(), 'a coupon', ${marks}, '2020-01-01')`,
      row,
    );
  }
};

describe.each(screens)('on a %s', (name, screen) => {
  let page: Page;
  const email = `${name}@example.com`;
  beforeAll(async () => {
    page = await journey.open(screen);
  });
  afterAll(() => page.context().close());

  const { fill, press, said, atHome } = actsAt(() => page);
  const isLoggedIn = () => menuOf(page, email).waitFor();
  const cookie = async (wanted: string) =>
    (await page.context().cookies(journey.panel.url)).find((kept) => kept.name === wanted)?.value;
  const sendPassword = () => sendLogIn(page, { email, password: PASSWORD });
  const leave = async (): Promise<void> => {
    await logOut(page, email);
    // The profile has a field for the address too.
    await page.waitForURL(/#\/login$/);
    await page.getByRole('link', { name: accounts.login.forgot }).waitFor();
  };
  const change = (columns: string) => journey.panel.query(`update users set ${columns} where email = $1`, [email]);

  test('a visitor with a channel code is taken to sign-up once, and belongs to the channel', async () => {
    await page.goto(`/?c=${SPRING}/#/login`);
    await page.waitForURL(/#\/register$/);
    expect(await cookie('channel_code')).toBe(SPRING);
    await register(page, email, PASSWORD);
    expect(Number(await cookie('lastRegister'))).toBeGreaterThan(0);
    const [made] = await journey.panel.query<{ channel_code: string }>(
      'select channel_code from users where email = $1',
      [email],
    );
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
    const actor = journey.panel.visitor();
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
    await passStepUp(page, PASSWORD);
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
    await leave();

    await sendPassword();
    await fill(secondStep.code, '000000');
    await press(secondStep.login.submit);
    await said(secondStep.wrong);
    // A phone whose clock is half a minute ahead, so that the code is not the one that set it up.
    await fill(secondStep.code, codeAt(STEP_MS));
    await press(secondStep.login.submit);
    await isLoggedIn();
    await leave();
    await sendPassword();
    await fill(secondStep.code, kept[0] ?? '');
    await press(secondStep.login.submit);
    await isLoggedIn();
  });

  test('a log-in token in the address is kept as a cookie and leaves the address; a session that is there stays', async () => {
    const token = (await cookie('token')) ?? '';
    const other = await journey.open(screen);
    await other.goto(`/?token=${token}#/windows_errors`);
    await menuOf(other, email).waitFor();
    expect(other.url()).toBe(`${journey.panel.url}/#/windows_errors`);
    await other.goto('about:blank');
    await other.goto('/?token=somebody-elses#/windows_errors');
    await menuOf(other, email).waitFor();
    await other.context().close();
  });

  test('the session moves to the preferred domain without a trace in the address', async () => {
    const { port } = new URL(journey.panel.url);
    await change(`prefer_domain = 'best.localhost:${port}'`);
    await page.goto('/#/');
    await page.reload();
    await press(accounts.otherDomain.go);
    await press(accounts.handoff.logIn);
    await page.waitForURL(`http://best.localhost:${port}/#/`);
    await isLoggedIn();
    await atHome();
    expect(page.url()).not.toContain('token');
    await change(`prefer_domain = ''`);
  });

  test("on the agency's domain a visitor sees the reduced product, and its customer is refused the rest", async () => {
    const { port } = new URL(journey.panel.url);
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
    await sendPassword();
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
