import { offeredClients } from '@skyport/contract/client-apps';
import { importTexts } from '@skyport/contract/import-texts';
import { texts as linkPage } from '@skyport/server/subscription/import-page/texts';
import { texts as coupons } from '@skyport/web/coupons/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Screen, clipboardOf, emptyClipboard, phone } from '../testkit/browser.ts';
import { copyLink, register } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * Imports that fail, in a real browser: no client is installed beside it, so that nothing ever opens; the browser of a
 * chat app, which opens none; and a subscription link that somebody opens in a browser.
 */

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
const phoneOf = (userAgent: string): Screen => ({ ...phone, userAgent });

const journey = setUpJourney();
let page: Page;
let url = '';
beforeAll(async () => {
  page = await journey.open(phoneOf(ANDROID));
  await register(page, 'phone@import.example', 'a good password');
  url = await copyLink(page, 'iOS', 'Shadowrocket');
});
// No window of another test stands there.
beforeEach(async () => {
  await page.goto('about:blank');
  await page.goto('/');
});

const { dialog } = actsAt(() => page);
const tap = (name: string) => page.getByRole('link', { name, exact: true }).click();
/** After a link of a scheme that nothing opens, the browser without a screen lets go what a mouse does for good. */
const pressed = (what: Locator) => what.dispatchEvent('click');
/** Names of the strong buttons on the page behind a link. */
const STRONG = `[...document.querySelectorAll('.button')]
  .filter((one) => getComputedStyle(one).backgroundColor === 'rgb(79, 70, 229)')
  .map((one) => one.ariaLabel ?? one.textContent)`;

/** Somebody else's view of the same session: the page as another browser shows it. */
const openAs = async (userAgent: string): Promise<Page> => {
  const other = await journey.open(phoneOf(userAgent));
  await other.context().addCookies(await page.context().cookies());
  return other;
};

test('a new customer has nothing to use, and is led to the shop and to a coupon before the import', async () => {
  await page.getByRole('link', { name: home.importInto('FLClash') }).waitFor();
  const acts = await page.locator('.sp-hero-acts').locator('a, button').allInnerTexts();
  expect(acts.slice(0, 3)).toEqual([home.buy, coupons.title, home.importInto('FLClash')]);
  // So does the eye see them, one above the other.
  const topOf = async (name: string) => (await page.locator('.sp-hero-acts').getByText(name).boundingBox())?.y ?? 0;
  expect(await topOf(home.buy)).toBeLessThan(await topOf(coupons.title));
  expect(await topOf(coupons.title)).toBeLessThan(await topOf(home.importInto('FLClash')));
});

test('a tap that opens nothing is noticed after two seconds, not before, and the way on is offered', async () => {
  const began = Date.now();
  await tap(home.importInto('FLClash'));
  const window = dialog(home.stuck);
  await window.getByText(home.notInstalled).waitFor();
  expect(Date.now() - began).toBeGreaterThanOrEqual(1900);
  expect(await window.getByRole('link', { name: home.guide }).getAttribute('href')).toBe('#/flclash_for_android');
  const download = window.getByRole('link', { name: /^下载 FLClash/ });
  expect(await download.getAttribute('href')).toContain('FlClash');
  await emptyClipboard(page);
  await pressed(window.getByRole('button', { name: home.copy }));
  const copied = await until('the link to be copied', async () => (await clipboardOf(page)) || undefined);
  expect(copied).toContain('/api/subscript/flclash/');
  await pressed(window.getByRole('button', { name: home.qr }));
  await window.getByRole('img', { name: '二维码' }).waitFor();
});

/** Longer than the two seconds after which the page offers another way. */
const QUIET_IMPORT_MS = 3000;

test('a client that comes to the front within two seconds leaves the page as it was', async () => {
  const front = "setTimeout(() => window.dispatchEvent(new Event('blur')), 300)";
  await page.evaluate(`document.addEventListener('click', () => ${front}, { once: true })`);
  await tap(home.importInto('FLClash'));
  await page.waitForTimeout(QUIET_IMPORT_MS);
  expect(await dialog(home.stuck).count()).toBe(0);
});

test('in the browser of WeChat a tap shows the way into a real one, and nothing is tried', async () => {
  const wechat = await openAs(`${ANDROID} XWEB/1160 MicroMessenger/8.0.47.2560(0x28002F51)`);
  await wechat.goto('/');
  const launched: string[] = [];
  wechat.on('console', (message) => void (/Failed to launch/.test(message.text()) && launched.push(message.text())));
  await wechat.getByRole('link', { name: home.importInto('FLClash') }).click();
  const window = wechat.getByRole('dialog', { name: importTexts.inChatApp('wechat') });
  await window.getByText(importTexts.openBrowser).waitFor();
  expect(await wechat.getByRole('dialog').count()).toBe(1);
  expect(launched).toEqual([]);
  await wechat.context().close();
});

test('a link that is opened in a browser on a phone shows how to import it there', async () => {
  const iphone = await journey.open(phoneOf(IPHONE));
  const problems: string[] = [];
  iphone.on('pageerror', (error) => problems.push(error.message));
  iphone.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to launch')) problems.push(message.text());
  });
  await iphone.goto(url);
  await iphone.getByRole('heading', { name: linkPage.title }).waitFor();
  expect(iphone.url()).toBe(url);
  const rocket = iphone.getByRole('link', { name: linkPage.actOf('Shadowrocket', importTexts.oneClick) });
  expect(await rocket.getAttribute('href')).toMatch(/^shadowrocket:\/\/add\/sub:\/\//);
  await iphone.getByRole('button', { name: importTexts.copy }).click();
  await iphone.getByText(linkPage.copied).waitFor();
  const universal = await clipboardOf(iphone);
  expect(universal).toContain('/api/subscript/auto/');
  await iphone.locator('summary', { hasText: importTexts.qr }).click();
  expect(await iphone.getByRole('img', { name: importTexts.qr }).isVisible()).toBe(true);
  expect(await iphone.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  // What was copied is a document to a client, and this page to a browser.
  const asClient = await fetch(universal, { headers: { 'user-agent': 'Shadowrocket/2070' } });
  expect(asClient.headers.get('subscription-userinfo')).not.toBeNull();
  const guide = iphone.getByRole('link', { name: linkPage.actOf('Shadowrocket', importTexts.guide) });
  const address = (await guide.getAttribute('href')) ?? '';
  const told = iphone.getByText(importTexts.notInstalled);
  expect(await told.isVisible()).toBe(false);
  await rocket.click();
  await told.waitFor();
  expect(problems).toEqual([]);
  await iphone.goto(address);
  await iphone.getByRole('heading', { level: 1, name: 'Shadowrocket for iOS 安装教程' }).waitFor();
  await iphone.context().close();
});

test.each([
  ['an iPad, which calls itself a Mac but has touch, gets', 5, 'iOS', 'macOS'],
  ['a Mac gets', 0, 'macOS', 'iOS'],
] as const)('%s its own clients first', async (_who, points, first, folded) => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15';
  const tablet = await journey.open({ width: 820, height: 1180, userAgent: mac });
  await tablet.addInitScript(`Object.defineProperty(navigator, 'maxTouchPoints', { get: () => ${points} })`);
  await tablet.goto(url);
  await tablet.getByText(linkPage.detected(first), { exact: true }).waitFor();
  const shown = `[...document.querySelectorAll('section.card ul')].map((list) => list.ariaLabel)`;
  expect(await tablet.evaluate(shown)).toEqual([first]);
  const others = `[...document.querySelectorAll('details.card h2')].map((head) => [head.textContent, head.nextElementSibling.ariaLabel])`;
  const pairs = await tablet.evaluate<readonly (readonly string[])[]>(others);
  expect(pairs).toContainEqual([folded, folded]);
  expect(pairs).not.toContainEqual([first, first]);
  await tablet.locator('summary', { hasText: linkPage.others }).click();
  const best = offeredClients[first][0].name;
  expect(await tablet.evaluate(STRONG)).toEqual([linkPage.actOf(best, importTexts.oneClick)]);
  await tablet.context().close();
});

test('in the browser of WeChat the link says first how to open it in a real one', async () => {
  const wechat = await journey.open(phoneOf(`${IPHONE} MicroMessenger/8.0.49(0x18003137)`));
  await wechat.goto(url);
  await wechat.getByRole('heading', { name: importTexts.inChatApp('wechat') }).waitFor();
  expect(await wechat.getByText(importTexts.openBrowser).isVisible()).toBe(true);
  // No import works here: what stands out is what does.
  expect(await wechat.evaluate(STRONG)).toEqual([importTexts.copy]);
  await wechat.context().close();
});
