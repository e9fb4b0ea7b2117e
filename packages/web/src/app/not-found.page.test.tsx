import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { guideRoutes } from '../guides/index.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';

const open = (at: string, loggedIn = false): void => {
  if (loggedIn) writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<Shell c={null} />, at);
};
const description = (): string | null | undefined =>
  document.querySelector('meta[name="description"]')?.getAttribute('content');

test('a path that does not exist says so and leads a visitor to the log-in page', async () => {
  open('/no_such_page');
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
});

test('and somebody who is logged in to the start page', async () => {
  open('/user/nothing', true);
  expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeTruthy();
  expect((await screen.findByRole('link', { name: texts.toHome })).getAttribute('href')).toBe('#/');
  await waitFor(() => expect(window.location.hash).toBe('#/'));
});

test('and somebody whose account cannot be read to the log-in page', async () => {
  writeCookie('token', 't');
  fakeServer()
    .answer(accountsCalls.userInfo, () => refusal('fault'))
    .answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<Shell c={null} />, '/no_such_page');
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
});

test.each(guideRoutes)(
  '$path is reached by its address, with title and description',
  async ({ path, title, description: expected }) => {
    const meta = document.createElement('meta');
    meta.name = 'description';
    document.head.replaceChildren(meta);
    open(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(document.title).toBe(`${title} · 天港`);
    expect(description()).toBe(expected);
  },
);

test.each([
  ['/windows_errors', '使用异常'],
  ['/apple_id_share', '共享 Apple ID'],
  ['/apple_id_signup_guide', '非大陆 Apple ID 注册教程'],
])('%s is reached by its address', async (path, title) => {
  open(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

test('the page of all links is for whoever is logged in', async () => {
  open('/user/getUserAllURL?type=clash');
  // At once: no toast comes first, and no pause.
  expect(window.location.hash).toBe('#/login');
  expect(await screen.findByRole('heading', { name: '登录' })).toBeTruthy();
  expect(screen.queryByText('暂未登录，请登录')).toBeNull();
});

test('and lists them for an account', async () => {
  open('/user/getUserAllURL?type=clash', true);
  expect(await screen.findByRole('heading', { level: 1, name: '全部订阅链接' })).toBeTruthy();
});
