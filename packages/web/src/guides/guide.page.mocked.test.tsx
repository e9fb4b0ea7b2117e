import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { clientLinks } from '@skyport/contract/client-links';
import { downloadLink } from '../subscription/download-rules.ts';
import { downloadBase, subscriptionTexts } from '../subscription/index.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { importWithoutClient } from '../testing/import-taps.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import GuidePage from './guide.page.tsx';
import { guides } from './guides.ts';
import { guideRoutes } from './routes.ts';
import { downloadsOf } from './rules.ts';
import { texts } from './texts.ts';

vi.mock('../device/leaving.ts', () => ({ whenStayed: vi.fn(() => vi.fn<() => void>()) }));

const AGENTS = {
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
  Android: 'Mozilla/5.0 (Linux; Android 14)',
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)',
} as const;
const onDevice = (platform: keyof typeof AGENTS): void => {
  const spy = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(AGENTS[platform]);
  onTestFinished(() => spy.mockRestore());
};

const visit = (path: string, host: Partial<HostInfo> = {}): void => {
  fakeServer().answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));
  showPage(<GuidePage />, path);
};

/** Opens a guide for an account, and waits until it is known. */
const open = async (path: string, user: Partial<UserInfo> = {}, host: Partial<HostInfo> = {}) => {
  writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));
  showPage(<GuidePage />, path);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '复制订阅链接' }).disabled).toBe(false),
  );
};

const owner = { base: window.location.origin, id: sampleUser._id, userkey: sampleUser.userkey, title: '天港' };
const bases = { contentUrl_guonei: 'https://cn.example.com', contentUrl_guowai: 'https://world.example.com' };

test.each(guides)(
  '$path shows its title, its numbered steps with drawings, and buttons with the right links',
  async (guide) => {
    await open(guide.path, {}, bases);
    const route = guideRoutes.find(({ path }) => path === guide.path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(route?.title);
    const list = screen.getByRole('list', { name: '安装步骤' });
    const steps = within(list).getAllByRole('heading', { level: 2 });
    expect(steps.map(({ textContent }) => textContent)).toEqual(
      guide.steps.map(({ kind, title }) => title ?? texts.steps[kind]),
    );
    expect([...list.children].map((step) => step.firstElementChild?.textContent)).toEqual(
      guide.steps.map((_, at) => `${at + 1}`),
    );
    for (const line of guide.steps.flatMap(({ text }) => text))
      expect(screen.getAllByText(line).length).toBeGreaterThan(0);
    expect(screen.getAllByRole('img', { name: /^示意图/ })).toHaveLength(
      guide.steps.filter(({ sketch }) => sketch).length,
    );

    const links = clientLinks(guide.app, owner);
    if (links.importLink !== undefined) {
      expect(screen.getByRole('link', { name: '一键导入' }).getAttribute('href')).toBe(links.importLink);
    }
    const base = downloadBase(bases, false);
    for (const download of downloadsOf(guide)) {
      const name =
        download.file === undefined
          ? subscriptionTexts.store(download.label)
          : subscriptionTexts.download(download.label);
      await waitFor(() =>
        expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(downloadLink(download, base)),
      );
    }
    vi.stubGlobal('isSecureContext', true);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(screen.getByRole('button', { name: '复制订阅链接' }));
    expect(writeText).toHaveBeenLastCalledWith(links.url);
    expect(screen.getAllByRole('link', { name: '使用异常？' })[0]?.getAttribute('href')).toBe('#/windows_errors');
  },
);

test('with 国外订阅 files come from outside the mainland', async () => {
  await open('/flclash_for_android', { in_foreign: true }, bases);
  const link = await screen.findByRole('link', { name: /下载 FLClash/ });
  await waitFor(() => expect(link.getAttribute('href')).toMatch(/^https:\/\/world\.example\.com\/FlClash-0\.8\.59-/));
});

test('without download bases files come from their makers, and what they took away is said', async () => {
  await open('/v2rayng_for_android');
  expect(screen.getByRole('link', { name: /（推荐）/ }).getAttribute('href')).toBe(
    'https://github.com/2dust/v2rayNG/releases',
  );
  expect(screen.getByText('下载地址暂未提供，请联系客服获取安装包。')).toBeTruthy();
});

test.each([
  ['/v2rayng_for_android', 'Android'],
  ['/flclash_for_pc', 'Windows'],
] as const)('of several downloads in %s only the one to take on %s stands out', async (path, platform) => {
  onDevice(platform);
  await open(path, {}, bases);
  const [first, ...others] = screen.getAllByRole('link', { name: /^下载/ });
  expect(first?.dataset.variant).toBe('light');
  expect(others.map((one) => one.dataset.variant)).toEqual(others.map(() => 'default'));
  expect(others.length).toBeGreaterThan(0);
});

test('the QR code opens in a window named after the client', async () => {
  await open('/v2rayng_for_windows');
  await userEvent.click(screen.getByRole('button', { name: '扫描二维码' }));
  expect(await screen.findByRole('dialog', { name: 'v2rayN 订阅二维码' })).toBeTruthy();
});

test.each([
  ['/flclash_for_android', '请您登录后再进行订阅'],
  ['/singbox_for_android', '请登录'],
])('a visitor of %s is shown the way to log in, and told so by every button', async (path, message) => {
  visit(path);
  const page = screen.getByText('登录后，本页的按钮会使用您的专属订阅链接。').parentElement;
  expect(page && within(page).getByRole('link', { name: '登录' }).getAttribute('href')).toBe('#/login');
  for (const name of ['一键导入', '复制订阅链接', '扫描二维码']) {
    const before = screen.queryByText(message);
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.getByText(message)).not.toBe(before));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an agency customer has the same guide with their own links', async () => {
  await open('/ss_for_ios', { is_agency_user: true });
  expect(screen.getByRole('link', { name: '一键导入' }).getAttribute('href')).toBe(
    clientLinks('shadowrocket', owner).importLink,
  );
  expect(screen.queryByRole('link', { name: /注册/ })).toBeNull();
});

test.each<[keyof typeof AGENTS, string, string[]]>([
  ['Windows', '/singbox_for_win', ['下载 GUI.for.SingBox（64 位）']],
  ['iOS', '/quantumult_for_ios', ['前往 App Store']],
  // The same client has a guide of its own for this device.
  ['Android', '/singbox_for_win', ['下载 sing-box（Android）', '安装教程']],
])('on %s an import on %s that opens nothing leads to what is installed there', async (device, path, offered) => {
  onDevice(device);
  await open(path);
  importWithoutClient(screen.getByRole('link', { name: '一键导入' }));
  const window = within(await screen.findByRole('dialog', { name: subscriptionTexts.stuck }));
  expect(await window.findByText(subscriptionTexts.notInstalled)).toBeTruthy();
  expect(window.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(offered);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an app of phones is not opened from a computer', async () => {
  onDevice('Windows');
  await open('/quantumultx_for_ios');
  await userEvent.click(screen.getByRole('link', { name: '一键导入' }));
  expect(await screen.findByText('请在手机端打开本网站，再进行一件订阅的操作')).toBeTruthy();
});

test('whoever reads the guide of another device is told, and led to the right one', async () => {
  onDevice('Windows');
  visit('/flclash_for_android');
  expect(screen.getByText(/本教程适用于 Android，检测到您正在使用 Windows。/)).toBeTruthy();
  expect(screen.getByRole('link', { name: '查看 Windows 的 FLClash 教程' }).getAttribute('href')).toBe(
    '#/flclash_for_pc',
  );
});

test('a device that is not recognised is told what the guide is for', () => {
  visit('/ss_for_ios');
  expect(screen.getByText(/没有识别出您的设备，本教程适用于 iOS。/)).toBeTruthy();
});

test.each([
  ['/ss_for_ios', true, true],
  ['/singbox_for_mac', false, false],
  ['/v2rayng_for_windows', true, false],
])('%s has a QR code: %s, and asks to scan it: %s, as only phones do', (path, has, asks) => {
  visit(path);
  expect(screen.queryByRole('button', { name: '扫描二维码' }) !== null).toBe(has);
  expect(screen.queryByText(/扫描本页的二维码/) !== null).toBe(asks);
});

test('on the right device there is no hint', () => {
  onDevice('iOS');
  visit('/ss_for_ios');
  expect(screen.queryByText(/本教程适用于/)).toBeNull();
});

test('the drawings of a guide have the name of the site', async () => {
  await open('/ss_for_ios', {}, { site_name: '北岸' });
  await waitFor(() => expect(document.body.textContent).toContain('北岸'));
  expect(document.body.textContent).not.toContain('天港');
});
