import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { trafficCalls } from '@skyport/contract/traffic';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { whenStayed } from '../device/leaving.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { importWithoutClient, pressImport } from '../testing/import-taps.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import DashboardPage from './dashboard.page.tsx';
import { texts } from './texts.ts';

vi.mock('../device/leaving.ts', () => ({ whenStayed: vi.fn(() => vi.fn<() => void>()) }));

/* What happens after an import link was pressed, and what stands before it for whoever has nothing to use. */

const ANDROID = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36';

const open = async (agent: string, user: Partial<UserInfo> = {}, page: ReactNode = <DashboardPage />) => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  onTestFinished(() => spy.mockRestore());
  writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, contentUrl_guonei: 'https://cn.example.com' }))
    .answer(trafficCalls.myTrafficRecords, () => []);
  showPage(page);
  await waitFor(() => expect(importButton().getAttribute('href')).not.toBeNull());
};

const importButton = (): HTMLElement => screen.getByRole('link', { name: /^导入到/ });

const stuck = () => screen.findByRole('dialog', { name: '没有反应？' });
/** A window has an entry in the history, which must be gone before the next test has its page. */
const close = async (): Promise<void> => {
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('two seconds after a tap that opened nothing, download, guide, link and code are offered', async () => {
  await open(ANDROID);
  importWithoutClient(importButton());
  const window = within(await stuck());
  expect(await window.findByText(texts.notInstalled)).toBeTruthy();
  const download = await window.findByRole('link', { name: '下载 FLClash 0.8.59' });
  expect(download.getAttribute('href')).toBe('https://cn.example.com/FlClash-0.8.59-android-arm64-v8a.apk');
  expect(window.getByRole('link', { name: '安装教程' }).getAttribute('href')).toBe('#/flclash_for_android');
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await userEvent.click(window.getByRole('button', { name: '复制订阅链接' }));
  expect(writeText).toHaveBeenLastCalledWith(expect.stringContaining(`/api/subscript/flclash/${sampleUser._id}/`));
  await userEvent.click(window.getByRole('button', { name: '扫描二维码' }));
  // The test's browser has no canvas to draw on, and the window says what to do instead.
  expect(await window.findByText('二维码没有生成，请改用复制')).toBeTruthy();
  await close();
});

test('another tap begins anew, and whoever has left the page is not waited for', async () => {
  await open(ANDROID);
  vi.mocked(whenStayed).mockClear();
  pressImport(importButton());
  pressImport(importButton());
  const [first, second] = vi.mocked(whenStayed).mock.results.map(({ value }) => value);
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
  cleanup();
  expect(second).toHaveBeenCalledOnce();
});

test.each([
  ['Clash', texts.notInstalled, ['下载 Clash for Android 2.1.5', '安装教程']],
  // Neither a guide nor a place to install it from.
  ['Surfboard', texts.notOpened, []],
])('the menu of %s notices it, too, says “%s” and offers what there is', async (client, said, offered) => {
  await open(ANDROID);
  await userEvent.click(screen.getAllByRole('button', { name: `${client} 订阅` })[0]!);
  const item = await screen.findByRole('menuitem', { name: '一键导入' });
  importWithoutClient(item);
  const window = within(await stuck());
  expect(await window.findByText(said)).toBeTruthy();
  expect(window.getByRole('button', { name: '扫描二维码' })).toBeTruthy();
  expect(window.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(offered);
  await close();
});

test.each([
  ['微信', `${ANDROID} XWEB/1160 MicroMessenger/8.0.47.2560(0x28002F51)`],
  ['QQ', `${ANDROID} MQQBrowser/6.2 TBS/047601 QQ/9.0.30.14325`],
])('in the browser of %s a tap shows at once how to get out of it', async (name, agent) => {
  await open(agent);
  pressImport(importButton());
  const window = within(await screen.findByRole('dialog', { name: `${name}不能打开客户端` }));
  expect(await window.findByText('请点击右上角菜单，选择“在浏览器打开”，再导入订阅。')).toBeTruthy();
  expect(window.getByRole('button', { name: '复制订阅链接' })).toBeTruthy();
  expect(window.queryByText(/没有安装/)).toBeNull();
  await close();
});

const NOTHING = { traffic: 0, spendTraffic: 0, vipExpireTime: null };

/** Names of the buttons in the head of the page, in their order. */
const acts = (): readonly string[] =>
  [...(document.querySelector('.sp-hero-acts')?.querySelectorAll('a, button') ?? [])].map(
    ({ textContent }) => textContent,
  );
const variantOf = (name: string | RegExp): string | undefined =>
  [...screen.getAllByRole('link', { name }), ...screen.queryAllByRole('button', { name })][0]?.dataset.variant;

test('whoever has nothing to use is led to a coupon first, and imports second', async () => {
  await open(ANDROID, NOTHING);
  expect(acts()).toEqual(['体验券兑换', '导入到 FLClash']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('兑换体验券后一步就能连上');
  expect(screen.getByRole('button', { name: '体验券兑换' }).dataset.variant).toBe('filled');
  expect(variantOf('导入到 FLClash')).toBe('default');
});

const withShop = (
  <BuiltPages value={(path) => path === '/shop'}>
    <DashboardPage />
  </BuiltPages>
);

test('once there is a shop, it comes first for whoever has nothing; not for an agency customer', async () => {
  await open(ANDROID, NOTHING, withShop);
  expect(acts()).toEqual(['购买', '体验券兑换', '导入到 FLClash']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('购买后一步就能连上');
  expect(screen.getByRole('link', { name: '购买' }).getAttribute('href')).toBe('#/shop');
});

test('an agency customer with nothing is not led to a shop', async () => {
  await open(ANDROID, { ...NOTHING, is_agency_user: true }, withShop);
  expect(acts()).toEqual(['体验券兑换', '导入到 FLClash']);
});

test('whoever has traffic imports by the main button', async () => {
  await open(ANDROID, { vipExpireTime: null }, withShop);
  expect(acts()).toEqual(['体验券兑换', '导入到 FLClash']);
  expect(variantOf('导入到 FLClash')).toBe('filled');
});
