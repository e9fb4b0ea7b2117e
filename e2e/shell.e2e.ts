import { accountsCalls } from '@skyport/contract/accounts';
import { texts as accounts } from '@skyport/web/accounts/texts';
import { texts as api } from '@skyport/web/api/texts';
import { texts as shell } from '@skyport/web/app/texts';
import { boundaryTexts } from '@skyport/web/ui/boundary-texts';
import { texts as home } from '@skyport/web/subscription/texts';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { desk } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { logIn, logOut, menuOf, sendLogIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * The console leaves nobody standing: files that are lost, a network that goes, sessions that end elsewhere, two people
 * at one browser, and hosts of agencies. What must never be seen is watched for in the page itself, at every change.
 */

const SITE = '云港';
/** How much later a slow server answers. */
const QUIET_SHELL_MS = 700;

const journey = setUpJourney({
  panel: { settings: { site_name: SITE, agency_user_domain: 'agency.localhost' } },
  pagesEndWithTest: true,
});
let boss: TestAccount;
let guest: TestAccount;
let page: Page;
beforeAll(async () => {
  boss = await becomeAdmin(journey.panel, 'boss@example.com');
  guest = await signUp(journey.panel, 'guest@example.com');
});

const { field, atHome } = actsAt(() => page);
const open = async (path: string): Promise<void> => {
  page = await journey.open(desk);
  await page.goto(path);
};
const inside = ({ email }: TestAccount, on = page) => menuOf(on, email).waitFor();
const enter = async (account: TestAccount, path = '/#/login'): Promise<void> => {
  page = await journey.open(desk);
  await logIn(page, account);
  if (path !== '/#/login') await page.goto(path);
};
const again = () => page.getByRole('button', { name: boundaryTexts.again, exact: true });
const lose = (route: Route) => route.abort();
const answerLate = async (route: Route): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, QUIET_SHELL_MS));
  await route.continue();
};

/** From now on, whatever stands on the page or in its title is noted; gives what was noted. */
const watch = async (on: Page): Promise<() => Promise<string>> => {
  await on.addInitScript(`{
    window.noted = new Set();
    const note = () => window.noted.add((document.title + ' ' + (document.body?.innerText ?? '')).replace(/\\s+/g, ' '));
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  }`);
  return () => on.evaluate<string>(`[...window.noted].join('\\n')`);
};

test('a page whose file is lost leaves the menu standing and comes when it can be fetched', async () => {
  await enter(guest);
  await page.route('**/assets/profile.page-*.js', lose);
  await page.goto('/#/user_info');
  await page.getByText(boundaryTexts.missing).waitFor();
  await inside(guest);
  await page.unroute('**/assets/profile.page-*.js');
  await again().click();
  await field(accounts.fields.email).waitFor();
});

test('the start page stands still when the account arrives', async () => {
  await enter(guest);
  await page.setViewportSize({ width: 1024, height: 768 });
  const held = Promise.withResolvers<void>();
  await page.route(`**${accountsCalls.userInfo.path}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('about:blank');
  await page.goto('/#/');
  const start = page.getByRole('heading', { name: home.start, exact: true });
  await start.waitFor();
  const before = await start.boundingBox();
  held.resolve();
  await atHome();
  const after = await start.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  expect(after?.x).toBe(before?.x);
});

test('so does a window, and being online again is enough', async () => {
  await enter(guest, '/#/');
  await atHome();
  await page.route('**/assets/window-frame-*.js', lose);
  await page.getByRole('link', { name: home.watch }).click();
  await page.getByRole('alertdialog').getByText(boundaryTexts.missing).waitFor();
  await page.unroute('**/assets/window-frame-*.js');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await page.getByRole('dialog', { name: home.watch }).waitFor();
});

test('where a new version has replaced the files, the page is loaded anew, once and without a word', async () => {
  await open('/#/');
  await atHome();
  let loaded = 0;
  page.on('load', () => (loaded += 1));
  await page.route('**/assets/trouble.page-*.js', (route) =>
    loaded === 0 ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
  );
  await page.route(`${journey.panel.url}/`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="./assets/next.js"></script>' })
      : route.continue(),
  );
  const noted = await watch(page);
  await page.goto('/#/windows_errors');
  await page.getByRole('heading', { level: 1, name: '使用异常' }).waitFor();
  expect(loaded).toBe(1);
  expect(await noted()).not.toContain(boundaryTexts.missing);
});

test('a first file that is lost is asked for once more, and then the outline says so and offers it', async () => {
  page = await journey.open(desk);
  let opened = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened += 1;
  });
  await page.route('**/assets/first-*.js', lose);
  await page.goto('/#/windows_errors', { waitUntil: 'commit' });
  await again().waitFor();
  expect(opened).toBe(2);
  await page.unroute('**/assets/first-*.js');
  await again().click();
  await page.getByRole('heading', { level: 1, name: '使用异常' }).waitFor();
  expect(await page.locator('#outline').count()).toBe(0);
});

test('the colours are those of our theme, light and dark, and not the ones that components come with', async () => {
  await open('/#/login');
  const button = page.getByRole('button', { name: accounts.login.submit, exact: true });
  await button.waitFor();
  const colour = (): Promise<string> =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('main button[type="submit"]')).backgroundColor`);
  for (const [colorScheme, indigo] of [
    ['light', 'rgb(79, 70, 229)'],
    ['dark', 'rgb(91, 85, 236)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await until(`${colorScheme} buttons to be ${indigo}`, async () => (await colour()) === indigo);
  }
});

test('without a network a change fails at once and is not made later; reading goes on when it is back', async () => {
  await enter(guest, '/#/user_info');
  const save = page.getByRole('button', { name: '保存更改', exact: true });
  await field('英文节点').check();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.context().setOffline(true);
  await save.click();
  await page.getByText(api.network.text).waitFor();
  await until('the button to be free again', () => save.isEnabled());
  const tried = sent.filter((url) => url.endsWith('change_use_info')).length;
  await page.context().setOffline(false);
  await page.waitForTimeout(QUIET_SHELL_MS);
  expect(sent.filter((url) => url.endsWith('change_use_info'))).toHaveLength(tried);
  expect(await page.getByText(api.network.text).count()).toBeLessThanOrEqual(1);
  await save.click();
  await page.getByText('修改资料成功').waitFor();
});

test('staff whose server is away keep their menu', async () => {
  await enter(boss, '/#/admin_userlist');
  const menu = page.getByRole('navigation', { name: shell.names.staff });
  await menu.waitFor();
  await page.route('**/api/**', lose);
  await page.reload();
  await menu.waitFor();
  expect(await page.getByText(api.network.text).count()).toBeLessThanOrEqual(1);
});

test('a log-out in one tab shows in the other at once', async () => {
  await enter(guest, '/#/user_info');
  const other = await page.context().newPage();
  await other.goto('/#/');
  await inside(guest, other);
  await logOut(other, guest.email);
  await page.getByRole('button', { name: accounts.login.submit, exact: true }).waitFor();
  expect(await page.getByText(guest.email).count()).toBe(0);
});

test('a session that the server has ended is over in every tab as soon as one of them is told', async () => {
  await enter(guest, '/#/user_info');
  const other = await page.context().newPage();
  const noted = await watch(other);
  await other.goto('/#/user_info');
  await inside(guest, other);
  await journey.panel.query('delete from sessions where user_id = (select id from users where email = $1)', [
    guest.email,
  ]);
  await page.goto('about:blank');
  await page.goto('/#/user_info');
  await page.getByRole('button', { name: accounts.login.submit, exact: true }).waitFor();
  await other.getByRole('button', { name: accounts.login.submit, exact: true }).waitFor();
  expect(await other.locator('body').innerText()).not.toContain(guest.email);
  // Whoever comes next finds the other tab empty of the one before.
  await other.evaluate<void>('window.noted.clear()');
  await sendLogIn(page, boss);
  await inside(boss);
  await inside(boss, other);
  expect(await noted()).not.toContain(guest.email);
});

test('of two people at one browser the second one sees nothing of the first, however slow the server is', async () => {
  await enter(boss);
  await logOut(page, boss.email);
  await page.getByRole('button', { name: accounts.login.submit, exact: true }).waitFor();
  await page.route('**/api/**', answerLate);
  await page.evaluate<void>(`{
    window.noted = new Set();
    const note = () => window.noted.add(document.title + ' ' + document.body.innerText);
    note();
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  }`);
  await sendLogIn(page, guest);
  await inside(guest);
  await page.goto('/#/');
  await atHome();
  const noted = await page.evaluate<string>(`[...window.noted].join('\\n')`);
  expect(noted).toContain(guest.email);
  expect(noted).not.toMatch(/boss@|管理/);
});

test('a customer on a page of staff is told that it is not for them', async () => {
  await enter(guest);
  const noted = await watch(page);
  for (const path of ['/#/admin_agents', '/#/admin_coupon', '/#/admin_userlist']) {
    await page.goto('about:blank');
    await page.goto(path);
    await page.getByRole('heading', { name: shell.noPermission.title }).waitFor();
    expect(await noted()).not.toMatch(/新增|重试/);
  }
});

test('on the agency’s domain no other name and nothing restricted is seen, even before the server has answered', async () => {
  page = await journey.open(desk);
  const noted = await watch(page);
  await page.route('**/api/**', answerLate);
  const { port } = new URL(journey.panel.url);
  const agency = `http://agency.localhost:${port}`;
  await page.goto(`${agency}/#/login`);
  await page.getByRole('link', { name: accounts.login.forgot }).waitFor();
  await page.goto(`${agency}/#/shop`);
  await page.waitForURL(`${agency}/#/`);
  await atHome();
  await page.waitForTimeout(QUIET_SHELL_MS);
  const seen = await noted();
  expect(seen).toContain(SITE);
  expect(seen).not.toMatch(new RegExp(`天港|商店|尚未开放|${accounts.login.register}|${home.topUp}`));
});
