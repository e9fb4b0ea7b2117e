import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { pageAskedFor, askedFor } from '../device/asked-page.ts';
import { goTo } from '../device/page-history.ts';
import { type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { Shell } from './shell.tsx';

vi.mock('../device/local-db.ts', () => ({ recordLogin: async () => undefined, loginRecorded: async () => true }));

/** A panel at which anybody can log in and sign up. */
const serve = (): FakeServer => {
  const enter = (): void => {
    document.cookie = 'token=t; Path=/';
  };
  return fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(noticesCalls.list, () => [])
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(accountsCalls.login, () => {
      enter();
      return {};
    })
    .answer(accountsCalls.signup, () => {
      enter();
      return { confirm: false };
    });
};

const fill = async (...passwords: readonly string[]): Promise<void> => {
  await userEvent.type(await screen.findByLabelText('邮箱'), 'lin@example.com');
  for (const label of passwords) {
    await userEvent.type(screen.getByLabelText(label, { selector: 'input' }), 'hunter2hunter2');
  }
};

const hash = (expected: string): Promise<void> => waitFor(() => expect(window.location.hash).toBe(expected));

test('log-in leads to the page that was asked for, with its query, and back does not lead to log-in', async () => {
  serve();
  showPage(<Shell c={null} />, '/windows_errors');
  await screen.findByRole('heading', { level: 1, name: '使用异常' });
  act(() => goTo('/user/getUserAllURL?type=ssr'));
  await hash('#/login');
  await fill('密码');
  await press('登录');
  await hash('#/user/getUserAllURL?type=ssr');
  act(() => window.history.back());
  await hash('#/windows_errors');
});

test('log-in without a page that was asked for leads home', async () => {
  serve();
  showPage(<Shell c={null} />, '/login');
  await fill('密码');
  await press('登录');
  await hash('#/');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/user_info \n//evil',
  '/login',
  '/login?x=1',
  '/register',
  '/confirm?key=1',
  '',
])('nobody is led to %j after a log-in', (asked) => {
  expect(pageAskedFor(askedFor(asked))).toBeUndefined();
});

test('a page of ours is one that may be asked for', () => {
  expect(pageAskedFor(askedFor('/user/getUserAllURL?type=ssr'))).toBe('/user/getUserAllURL?type=ssr');
  expect(pageAskedFor(askedFor('/login_records'))).toBe('/login_records');
  expect([pageAskedFor(null), pageAskedFor('/user_info'), pageAskedFor({ askedFor: 7 })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('nobody comes back into a sign-up that has succeeded', async () => {
  serve();
  showPage(<Shell c={null} />, '/windows_errors');
  await screen.findByRole('heading', { level: 1, name: '使用异常' });
  act(() => goTo('/register'));
  await fill('密码', '确认密码');
  await press('注册');
  expect(await screen.findByRole('heading', { name: '注册成功' })).toBeDefined();
  await hash('#/');
  act(() => window.history.back());
  await hash('#/windows_errors');
  act(() => goTo('/register'));
  await hash('#/');
});

test.each(['/login', '/register', '/reset', '/windows_errors'])(
  'nothing on %s is called something English',
  async (at) => {
    serve();
    showPage(<Shell c={null} />, at);
    await screen.findByRole('heading', { level: 1 });
    const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((text) => /[a-z]{3}/i.test(text) && !/\p{Script=Han}/u.test(text))).toEqual([]);
  },
);

test("the focus comes to a new page's heading", async () => {
  serve();
  showPage(<Shell c={null} />, '/windows_errors');
  const first = await screen.findByRole('heading', { level: 1, name: '使用异常' });
  expect(document.activeElement).not.toBe(first);
  act(() => goTo('/apple_id_share'));
  const next = await screen.findByRole('heading', { level: 1, name: /Apple ID/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('the first stop of the keyboard leads past the menus to the page', async () => {
  serve();
  showPage(<Shell c={null} />, '/windows_errors');
  await screen.findByRole('heading', { level: 1, name: '使用异常' });
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('跳到正文');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(window.location.hash).toBe('#/windows_errors');
});
