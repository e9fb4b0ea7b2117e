import { accountsCalls } from '@skyport/contract/accounts';
import { linkWatchCalls, type LinkFetch, type LinkFetches } from '@skyport/contract/link-watch';
import { noticesCalls } from '@skyport/contract/notices';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { trafficCalls } from '@skyport/contract/traffic';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, refusal, type Refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import DashboardPage from './dashboard.page.tsx';
import { clientName, usedAgo } from './watch-texts.ts';

const HOUR = 3_600_000;
const hoursAgo = (hours: number): string =>
  new Date(Math.floor((Date.now() - hours * HOUR) / HOUR) * HOUR).toISOString();

const home: LinkFetch = {
  network: '203.0.113.0/24',
  client: 'mihomo',
  version: '2.4.7',
  firstHour: hoursAgo(60),
  lastHour: hoursAgo(0),
  count: 12,
  days: 3,
};
const phone: LinkFetch = { ...home, network: '2001:db8:5::/48', client: 'generic', version: '', count: 1, days: 1 };
const none: LinkFetches = { fetches: [], networks: 0, networksToday: 0, alarmAbove: 12 };
const some: LinkFetches = { ...none, fetches: [home, phone], networks: 2, networksToday: 2 };

const dashboard = (fetches: LinkFetches | Refusal = some, at = '/') => {
  writeCookie('token', 't');
  const server = fakeServer()
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(trafficCalls.myTrafficRecords, () => [])
    .answer(linkWatchCalls.linkFetches, () => fetches);
  showPage(<DashboardPage />, at);
  return server;
};

/** Opens the window by its link. */
const open = async (fetches?: LinkFetches | Refusal) => {
  const server = dashboard(fetches);
  await userEvent.click(await screen.findByRole('link', { name: '谁在用我的订阅' }));
  const dialog = await screen.findByRole('dialog', { name: '谁在用我的订阅' });
  return { server, dialog: within(dialog) };
};

test('nobody is asked who used the link before the window opens', async () => {
  const server = dashboard();
  await screen.findByRole('link', { name: '谁在用我的订阅' });
  expect(server.inputsOf(linkWatchCalls.linkFetches)).toEqual([]);
});

test('the window lists clients by name, networks, how often, and when last', async () => {
  const { dialog } = await open();
  const [first, second] = within(await dialog.findByRole('list', { name: '使用记录' })).getAllByRole('listitem');
  expect(first?.textContent).toBe('Clash Meta（mihomo） 2.4.71 小时内203.0.113.0/243 天共 12 次');
  expect(second?.textContent).toBe('浏览器或其他客户端1 小时内2001:db8:5::/481 次');
  expect(dialog.getByText('近 7 天共 2 个网络')).toBeTruthy();
  expect(dialog.getByText(/只记录网段，不记录完整地址/)).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('as many networks as the limit are nothing to point out', async () => {
  const { dialog } = await open({ ...some, networksToday: 12 });
  await dialog.findByRole('list');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('more networks than the limit are pointed out', async () => {
  const { dialog } = await open({ ...some, networksToday: 13 });
  expect((await dialog.findByRole('alert')).textContent).toContain('24 小时内有 13 个不同的网络');
});

test('where the operator wants no alarm there is none', async () => {
  const { dialog } = await open({ ...some, networksToday: 400, alarmAbove: 0 });
  await dialog.findByRole('list');
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('a link that nobody used says so', async () => {
  const { dialog } = await open(none);
  expect(await dialog.findByText('近 7 天没有客户端更新过订阅')).toBeTruthy();
  // There is nobody whom somebody might not know.
  expect(dialog.getByRole('button', { name: '重置订阅链接' })).toBeTruthy();
});

test('a list that did not come can be asked for again', async () => {
  const { server, dialog } = await open(refusal('fault'));
  const again = await dialog.findByRole('button', { name: '重试' });
  server.answer(linkWatchCalls.linkFetches, () => some);
  await userEvent.click(again);
  expect(await dialog.findByText('203.0.113.0/24')).toBeTruthy();
});

test('the link can be replaced from the window, after the usual question', async () => {
  const { server, dialog } = await open();
  const userkey = 'n'.repeat(32);
  server.answer(subscriptionCalls.resetUserkey, () => ({ userkey }));
  await userEvent.click(await dialog.findByRole('button', { name: '不认识？重置订阅链接' }));
  expect(await screen.findByText(/所有已订阅的设备都将断网/)).toBeTruthy();
  expect(server.inputsOf(subscriptionCalls.resetUserkey)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '确认重置' }));
  await waitFor(() => expect(server.inputsOf(subscriptionCalls.resetUserkey)).toHaveLength(1));
  expect(await screen.findByText('订阅链接已重置，请在所有设备上重新订阅')).toBeTruthy();
});

test('a notification leads straight to the window, and closing it leaves the page', async () => {
  dashboard(some, '/?links=1');
  const dialog = await screen.findByRole('dialog', { name: '谁在用我的订阅' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  expect(window.location.hash).toBe('#/');
});

test('a visitor has no link to the window', async () => {
  fakeServer().answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<DashboardPage />);
  await screen.findByRole('link', { name: '登录' });
  expect(screen.queryByText('谁在用我的订阅')).toBeNull();
});

test('hours are shown as text', () => {
  const now = Date.parse('2026-11-21T12:40:00Z');
  const textOf = (hour: string) => usedAgo(`2026-11-${hour}:00:00.000Z`, now);
  expect(['21T12', '21T11', '20T13', '20T12', '14T13'].map(textOf)).toEqual([
    '1 小时内',
    '约 1 小时前',
    '约 23 小时前',
    '1 天前',
    '6 天前',
  ]);
});

test('a client without a known name keeps its own', () => {
  expect([clientName('newclient', '1.2'), clientName('singbox', '')]).toEqual(['newclient 1.2', 'sing-box']);
});
