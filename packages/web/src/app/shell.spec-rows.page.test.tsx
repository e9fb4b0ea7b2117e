import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { Shell } from './shell.tsx';

const serve = (user: Partial<UserInfo> = {}, host: Partial<HostInfo> = {}): FakeServer =>
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));

const QUIET_PAGE = '/windows_errors';
const visit = (host: Partial<HostInfo> = {}, c: string | null = null): FakeServer => {
  const server = serve({}, host);
  showPage(<Shell c={c} />, QUIET_PAGE);
  return server;
};
const enter = (user: Partial<UserInfo> = {}, at = QUIET_PAGE): FakeServer => {
  writeCookie('token', 't');
  const server = serve(user);
  showPage(<Shell c={null} />, at);
  return server;
};
const mainTabs = (): HTMLElement => screen.getByRole('navigation', { name: '主导航' });
const tabNames = (): readonly (string | null)[] =>
  within(mainTabs())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the header shows the tabs of the account whose pages exist', async () => {
  enter();
  await screen.findByRole('button', { name: /账号菜单/ });
  expect(tabNames()).toEqual(['首页', '商店', '节点列表', '订单', '流量记录', '使用异常']);
});

test('an agency with a normal account has the tab of its customers', async () => {
  enter({ is_agency: true });
  await screen.findByRole('button', { name: /账号菜单/ });
  expect(tabNames()).toContain('邀请返利');
});

test('staff find the pages that they may open in groups at the side', async () => {
  enter({ type: 'yunying' });
  const menu = await screen.findByRole('navigation', { name: '后台导航' });
  const groups = within(menu).getAllByRole('group');
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['营销']);
  expect(
    within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['优惠券列表', '优惠券使用记录', '抽奖列表']);
});

test('a visitor has a log-in button, no bell and no account menu', async () => {
  visit();
  const [logIn] = within(await screen.findByRole('banner')).getAllByRole('link', { name: '登录' });
  expect(logIn?.getAttribute('href')).toBe('#/login');
  expect(screen.queryByRole('button', { name: /通知/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /账号菜单/ })).toBeNull();
  expect(tabNames()).toEqual(['首页', '商店', '节点列表', '邀请返利', '钱包']);
});

test('whose account cannot be read is no visitor: they can load it again, and the phone leads to their own page', async () => {
  writeCookie('token', 't');
  const server = serve().answer(accountsCalls.userInfo, () => Promise.reject(new Error('the server is away')));
  showPage(<Shell c={null} />, QUIET_PAGE);
  const again = await screen.findByRole('button', { name: '重新加载' });
  expect(within(screen.getByRole('banner')).queryByRole('link', { name: '登录' })).toBeNull();
  const bar = screen.getByRole('navigation', { name: '底部导航' });
  expect(within(bar).getByRole('link', { name: '资料编辑' }).getAttribute('href')).toBe('#/user_info');
  server.answer(accountsCalls.userInfo, () => sampleUser);
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: /账号菜单/ })).toBeTruthy();
});

test('the account menu shows e-mail and avatar, and logs out', async () => {
  const server = enter({ icon: '0123456789abcdef.webp' }).answer(accountsCalls.logout, () => ({}));
  const button = await screen.findByRole('button', { name: 'lin@example.com 账号菜单' });
  expect(button.querySelector('img')?.getAttribute('src')).toBe('/api/file/downloads/0123456789abcdef.webp');
  await userEvent.click(button);
  expect(within(screen.getByRole('menu')).getByText('lin@example.com')).toBeTruthy();
  await userEvent.click(screen.getByRole('menuitem', { name: '退出登录' }));
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(server.inputsOf(accountsCalls.logout)).toHaveLength(1);
  expect(readCookie('token')).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole('button', { name: /账号菜单/ })).toBeNull());
});

test('without an avatar the account menu shows the first letter', async () => {
  enter();
  const button = await screen.findByRole('button', { name: 'lin@example.com 账号菜单' });
  expect(button.querySelector('[data-letter]')?.getAttribute('data-letter')).toBe('L');
});

test('the footer has the copyright line', async () => {
  visit();
  expect((await screen.findByRole('contentinfo')).textContent).toBe(`© ${new Date().getFullYear()} 天港`);
});

test('a visitor with ?c= keeps that channel, another the default of the host', async () => {
  visit({ default_channel_code: 'house' }, 'spring/');
  await waitFor(() => expect(readCookie('channel_code')).toBe('spring'));
});

test('a visitor without ?c= gets the default of the host', async () => {
  visit({ default_channel_code: 'house' });
  await waitFor(() => expect(readCookie('channel_code')).toBe('house'));
});

test('after the account its permissions are asked for, and never for a visitor', async () => {
  const server = enter();
  await waitFor(() => expect(server.inputsOf(accountsCalls.myPermissions)).toHaveLength(1));
  const paths = server.seen.map(({ path }) => path);
  expect(paths.indexOf(accountsCalls.userInfo.path)).toBeLessThan(paths.indexOf(accountsCalls.myPermissions.path));
});

test('a visitor is asked about neither account nor permissions', async () => {
  const server = visit();
  await waitFor(() => expect(server.inputsOf(noticesCalls.hostGet)).toHaveLength(1));
  expect(server.seen.map(({ path }) => path)).toEqual([noticesCalls.hostGet.path]);
});

test.each(['/register', '/shop', '/wallet', '/channel', '/push', '/feedback', '/order'])(
  "whoever types an address that an agency's customers do not have is sent home",
  async (path) => {
    serve({}, { agency_user_domain: window.location.hostname });
    showPage(<Shell c={null} />, path);
    await waitFor(() => expect(window.location.hash).toBe('#/'));
  },
);

test('a page without a description of its own has the product in it', async () => {
  const meta = document.createElement('meta');
  meta.name = 'description';
  document.head.replaceChildren(meta);
  serve();
  showPage(<Shell c={null} />, '/login');
  await waitFor(() => expect(meta.getAttribute('content')).toBe('登录 · 不限设备的订阅服务'));
  expect(document.title).toBe('登录 · 天港');
});
