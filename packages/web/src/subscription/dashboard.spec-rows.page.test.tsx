import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { noticesCalls } from '@skyport/contract/notices';
import { subscriptionCalls } from '@skyport/contract/subscription';
import { trafficCalls } from '@skyport/contract/traffic';
import { MIB } from '@skyport/contract/units';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { platforms } from '@skyport/contract/devices';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, type FakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { clients } from './clients.ts';
import DashboardPage from './dashboard.page.tsx';

const serve = (user: Partial<UserInfo> = {}): FakeServer =>
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(trafficCalls.myTrafficRecords, () => []);

const visit = (): FakeServer => {
  const server = serve();
  showPage(<DashboardPage />);
  return server;
};

const open = async (user: Partial<UserInfo> = {}): Promise<FakeServer> => {
  writeCookie('token', 't');
  const server = serve(user);
  showPage(<DashboardPage />);
  await screen.findByText('会员剩余');
  await waitFor(() => expect(button('FLClash 订阅').disabled).toBe(false));
  return server;
};

const button = (name: string): HTMLButtonElement => {
  const [found] = screen.getAllByRole<HTMLButtonElement>('button', { name });
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const press = (name: string) => userEvent.click(button(name));
const hrefsOf = (name: string): readonly (string | null)[] =>
  screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('each platform has its tab with its clients, each with a menu, and a guide where there is one', async () => {
  visit();
  for (const platform of platforms) {
    await userEvent.click(screen.getByRole('radio', { name: platform }));
    for (const { name, guide } of clients[platform]) {
      expect(button(`${name} 订阅`)).toBeTruthy();
      if (guide) expect(hrefsOf(`${name} 安装教程`)).toEqual([`#${guide}`]);
    }
  }
});

test('little permanent traffic is shown in M', async () => {
  await open({ traffic: 5 * MIB, spendTraffic: MIB });
  expect(screen.getByText('4', { selector: '.sp-big' }).textContent).toBe('4M');
});

test('both cards lead to the help page', () => {
  visit();
  expect(hrefsOf('使用异常？')).toEqual(['#/windows_errors', '#/windows_errors']);
});

test('the advanced card has its seven buttons with their labels', () => {
  visit();
  const card = screen.getByRole('heading', { name: '订阅导入（进阶）' }).closest('section');
  const items = [...(card?.querySelectorAll('.sp-advanced > li') ?? [])].map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Shadowrocket推荐',
    'FLClash推荐',
    'SSR推荐',
    'Clash不支持直连',
    'Surge不支持直连',
    'QuantumultX不支持直连',
    'Surfboard不支持直连',
  ]);
});

test('the title of the advanced card leads to all links of SSR', () => {
  visit();
  expect(hrefsOf('订阅导入（进阶）')).toEqual(['#/user/getUserAllURL?type=ssr']);
});

test('the menu of a client has import, copy, QR code and reset', async () => {
  await open();
  await press('Surfboard 订阅');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    '一键导入',
    '复制订阅链接',
    '扫描二维码',
    '重置订阅链接',
  ]);
});

test('a link is not replaced when the question is answered with no', async () => {
  const server = await open();
  await press('Clash 订阅');
  await userEvent.click(screen.getByRole('menuitem', { name: '重置订阅链接' }));
  await screen.findByText(/所有已订阅的设备都将断网/);
  await press('取消');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.inputsOf(subscriptionCalls.resetUserkey)).toEqual([]);
});

test('a visitor who checks in is led to the log-in page after two seconds', async () => {
  visit();
  await userEvent.click(screen.getByRole('button', { name: /每日签到/ }));
  expect(await screen.findByText('暂未登录，请登录')).toBeTruthy();
  expect(window.location.hash).toBe('#/');
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
});

test.each(['Shadowrocket', 'SSR'])(
  'without an id Shadowrocket and SSR stay closed, and the account is read again',
  async (name) => {
    writeCookie('token', 't');
    serve();
    // Our own server never sends such a record, and the stand-in refuses to; something between might break it.
    let read = 0;
    const others = fetch;
    vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
      if (path !== accountsCalls.userInfo.path) return others(path, request);
      read += 1;
      return Response.json({ data: encodeEnvelope({ ...codes.ok, data: { ...sampleUser, _id: 'undefined' } }) });
    });
    showPage(<DashboardPage />);
    await waitFor(() => expect(button('FLClash 订阅').disabled).toBe(false));
    await press(`${name} 订阅`);
    expect(await screen.findByText('网络异常，请稍后重试')).toBeTruthy();
    expect(screen.queryByRole('menuitem')).toBeNull();
    await waitFor(() => expect(read).toBe(2));
  },
);

test('a visitor is promised 200 MB a day and a streak of 30 days', () => {
  visit();
  expect(screen.getByRole('button', { name: '每日签到 · 领 200 M' })).toBeTruthy();
  expect(screen.getByText('0 / 30 天')).toBeTruthy();
});
