import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { nodesCalls } from '@skyport/contract/nodes';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, type FakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { Shell } from './shell.tsx';
import { texts } from './texts.ts';

const never = <T,>(): Promise<T> => new Promise<T>(() => undefined);

/** The page as the server of an agency's domain gives it out; no call is answered yet. */
const onAgencyDomain = (): FakeServer => {
  const meta = document.createElement('meta');
  meta.setAttribute('name', 'skyport-host');
  const host = { ...sampleHost, site_name: '小店', agency_user_domain: window.location.hostname };
  meta.setAttribute('content', JSON.stringify(host));
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  return fakeServer().answer(noticesCalls.hostGet, never).answer(accountsCalls.userInfo, never);
};

test('on an agency’s domain the very first drawing has its name, and nothing that is not for its customers', async () => {
  onAgencyDomain();
  showPage(<Shell c={null} />, '/login');
  expect(screen.getByRole('banner').textContent).toContain('小店');
  expect(document.title).not.toContain('天港');
  await screen.findByRole('link', { name: '忘记密码？' });
  expect(screen.queryByRole('link', { name: '注册账号' })).toBeNull();
});

test('a page that is restricted there is left at once', async () => {
  onAgencyDomain();
  showPage(<Shell c={null} />, '/register');
  await waitFor(() => expect(window.location.hash).toBe('#/'));
});

const logIn = (user: Partial<UserInfo>): FakeServer => {
  writeCookie('token', 't');
  return fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(noticesCalls.list, () => [])
    .answer(accountsCalls.myPermissions, () => [])
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }));
};

test('an account that may not see a page is told so, and nothing of the page is asked for', async () => {
  const server = logIn({ type: 'normal' });
  showPage(<Shell c={null} />, '/admin_agents');
  expect(await screen.findByRole('heading', { name: texts.noPermission.title })).toBeDefined();
  expect(screen.queryByRole('button', { name: /新增|重试/ })).toBeNull();
  expect(server.inputsOf(nodesCalls.list)).toEqual([]);
});

test('operations staff open their own pages and no others', async () => {
  logIn({ type: 'yunying' });
  showPage(<Shell c={null} />, '/admin_userlist');
  expect(await screen.findByRole('heading', { name: texts.noPermission.title })).toBeDefined();
});

test('until it is known who somebody is, nothing of a page of staff is shown; when that fails, it can be tried again', async () => {
  const server = logIn({}).answer(accountsCalls.userInfo, () => Promise.reject(new Error('the server is away')));
  showPage(<Shell c={null} />, '/admin_agents');
  const again = await screen.findByRole('button', { name: '重试' });
  expect(screen.queryByRole('button', { name: '新增' })).toBeNull();
  server.answer(accountsCalls.userInfo, () => sampleUser);
  again.click();
  expect(await screen.findByRole('heading', { name: texts.noPermission.title })).toBeDefined();
});
