import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { sessionsCalls } from '@skyport/contract/sessions';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { removeCookie, writeCookie } from '../device/cookies.ts';
import { ownKey } from '../device/own-storage.ts';
import { goTo } from '../device/page-history.ts';
import { quiet } from '../../../../testkit/until.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { Console } from './console.tsx';

vi.mock('../device/local-db.ts', () => ({ recordLogin: async () => undefined, loginRecorded: async () => true }));

const boss: UserInfo = {
  ...sampleUser,
  _id: '01970000-0000-7000-8000-00000000000a',
  email: 'boss@example.com',
  type: 'admin',
};
const guest: UserInfo = { ...sampleUser, email: 'guest@example.com' };

/** A server that answers whoever the cookie names; `hold` keeps answers about accounts back until it is let go. */
const serve = () => {
  let gate: Promise<void> = Promise.resolve();
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  const server: FakeServer = fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(noticesCalls.list, () => [])
    .answer(accountsCalls.myPermissions, () => [])
    .answer(sessionsCalls.sessions, () => [])
    .answer(accountsCalls.logout, () => ({}))
    .answer(accountsCalls.login, () => {
      writeCookie('token', 'guest');
      return {};
    })
    .answer(accountsCalls.userInfo, async () => {
      const asker = /token=(\w+)/.exec(document.cookie)?.[1];
      await gate;
      return asker === 'boss' ? boss : guest;
    });
  return { server, hold };
};

const at = (path: string): void => showPage(<Console c={null} />, path);
const named = (email: string) => screen.findByRole('button', { name: `${email} 账号菜单` });
/** Nothing on the page says that the first account was ever here. */
const noTrace = (): void => expect(document.body.textContent).not.toMatch(/boss@|管理/);
/** What a tab sees when another one has changed the session. */
const tellFromAnotherTab = (): void => {
  const other = new BroadcastChannel('skyport-session');
  other.postMessage('changed');
  onTestFinished(() => other.close());
};

/** Between two looks at a page on which something must not appear. */
const QUIET_LOOK_MS = 30;

test('the second account sees nothing of the first one, not even while its own answers are on their way', async () => {
  writeCookie('token', 'boss');
  sessionStorage.setItem(ownKey('draft'), 'of the boss');
  const { hold } = serve();
  at('/windows_errors');
  await userEvent.click(await named(boss.email));
  await userEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
  await screen.findByRole('button', { name: '登录' });
  noTrace();
  expect(sessionStorage.getItem(ownKey('draft'))).toBeNull();

  const letGo = hold();
  await userEvent.type(screen.getByLabelText('邮箱'), guest.email);
  await userEvent.type(screen.getByLabelText('密码', { selector: 'input' }), 'hunter2hunter2');
  await press('登录');
  await waitFor(() => expect(document.cookie).toContain('token=guest'));
  for (let look = 0; look < 5; look += 1) {
    noTrace();
    await quiet(QUIET_LOOK_MS);
  }
  letGo();
  await named(guest.email);
  noTrace();
});

test('an answer that was on its way to the first account reaches nobody', async () => {
  writeCookie('token', 'boss');
  const { server, hold } = serve();
  const letGo = hold();
  at('/windows_errors');
  await waitFor(() => expect(server.inputsOf(accountsCalls.userInfo)).toHaveLength(1));
  writeCookie('token', 'guest');
  act(() => void window.dispatchEvent(new Event('focus')));
  letGo();
  await named(guest.email);
  noTrace();
  expect(server.inputsOf(accountsCalls.userInfo)).toHaveLength(2);
});

test('a log-out in another tab shows in this one, and its pages ask to log in', async () => {
  writeCookie('token', 'boss');
  serve();
  at('/user_info');
  await named(boss.email);
  removeCookie('token');
  tellFromAnotherTab();
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  noTrace();
});

test('a log-in as somebody else in another tab shows in this one', async () => {
  writeCookie('token', 'boss');
  serve();
  at('/windows_errors');
  await named(boss.email);
  writeCookie('token', 'guest');
  tellFromAnotherTab();
  await named(guest.email);
  noTrace();
});

test('a session that is over leaves nothing behind either, and the other tabs hear of it', async () => {
  writeCookie('token', 'boss');
  sessionStorage.setItem(ownKey('draft'), 'of the boss');
  const { server } = serve();
  at('/windows_errors');
  await named(boss.email);
  const heard = vi.fn<() => void>();
  const other = new BroadcastChannel('skyport-session');
  other.addEventListener('message', heard);
  onTestFinished(() => other.close());
  server.answer(sessionsCalls.sessions, () => refusal('sessionExpired'));
  act(() => goTo('/user_info'));
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  noTrace();
  expect(sessionStorage.getItem(ownKey('draft'))).toBeNull();
  await waitFor(() => expect(heard).toHaveBeenCalled());
});
