import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { handoffCalls } from '@skyport/contract/handoff';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { quiet, until } from '../../../../testkit/until.ts';
import { setAddress } from '../testing/browser.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import HandOff from './hand-off.tsx';
import LoginPage from './login.page.tsx';
import RegisterPage from './register.page.tsx';
import { texts } from './texts.ts';

// The test's browser has no database of its own.
const device = vi.hoisted(() => ({ logins: 0 }));
vi.mock('../device/local-db.ts', () => ({
  recordLogin: async () => void (device.logins += 1),
  loginRecorded: async () => device.logins > 0,
}));

let calls: FakeServer;
const serve = (host: Partial<HostInfo> = {}): void => {
  calls = fakeServer()
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }))
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);
};
beforeEach(() => {
  device.logins = 0;
  serve();
});

const type = async (label: string, text: string): Promise<void> => {
  const field = screen.getByLabelText(label, { selector: 'input' });
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
};
const press = async (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const hrefOf = (name: string): string | null => screen.getByRole('link', { name }).getAttribute('href');
const sessionCookie = (): Record<string, never> => {
  document.cookie = 'token=abc; Path=/';
  return {};
};

/** Fills and sends the sign-up form. */
const signUp = async (email: string, password: string, confirm: string): Promise<void> => {
  await type(texts.fields.email, email);
  await type(texts.fields.password, password);
  await type(texts.fields.confirm, confirm);
  await press(texts.register.submit);
};

/** Comes with a channel code in the page's own address. */
const comeWith = (c: string): void => {
  const before = window.location.href;
  setAddress(`${window.location.origin}/?c=${c}`);
  onTestFinished(() => setAddress(before));
};

test('the log-in page leads to reset and to sign-up', () => {
  showPage(<LoginPage />, '/login');
  expect(hrefOf('忘记密码？')).toBe('#/reset');
  expect(hrefOf('注册账号')).toBe('#/register');
});

test('a log-in by hand-off is recorded on the device', async () => {
  calls.answer(handoffCalls.takeHandoff, sessionCookie);
  showPage(<HandOff token={`h.${'t'.repeat(43)}`}>控制台</HandOff>);
  await screen.findByText('控制台');
  expect(device.logins).toBe(1);
});

test("on the agency's domain the log-in page offers no sign-up", async () => {
  serve({ agency_user_domain: window.location.hostname });
  showPage(<LoginPage />, '/login');
  await waitFor(() => expect(screen.queryByRole('link', { name: '注册账号' })).toBeNull());
  expect(hrefOf('忘记密码？')).toBe('#/reset');
});

test('whoever is logged in already goes home from the log-in page', async () => {
  writeCookie('token', 't');
  showPage(<LoginPage />, '/login');
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  expect(calls.inputsOf(accountsCalls.userInfo)).toHaveLength(1);
});

test('a newcomer with a channel code is taken to sign-up, once', async () => {
  comeWith('spring');
  showPage(<LoginPage />, '/login');
  expect(window.location.hash).toBe('#/login');
  await waitFor(() => expect(window.location.hash).toBe('#/register'));
  window.location.hash = '#/login';
  showPage(<LoginPage />, '/login');
  await quiet();
  expect(window.location.hash).toBe('#/login');
});

test('a newcomer stays at log-in for 100 ms before sign-up opens', async () => {
  comeWith('spring');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  showPage(<LoginPage />, '/login');
  await until('the redirect is decided', async () => {
    await pass(1);
    return sessionStorage.getItem('registerRedirect') === '1';
  });
  await pass(98);
  expect(window.location.hash).toBe('#/login');
  await pass(2);
  expect(window.location.hash).toBe('#/register');
});

test('whoever logged in on this device before stays at log-in, channel code or not', async () => {
  device.logins = 1;
  comeWith('spring');
  showPage(<LoginPage />, '/login');
  await quiet();
  expect(window.location.hash).toBe('#/login');
});

test('a log-in is remembered on this device', async () => {
  calls.answer(accountsCalls.login, sessionCookie);
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'lin@example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  await press(texts.login.submit);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  expect(device.logins).toBe(1);
});

test('a sign-up is remembered on this device', async () => {
  calls.answer(accountsCalls.signup, () => ({ ...sessionCookie(), confirm: false }));
  showPage(<RegisterPage />, '/register');
  await signUp('new@example.com', 'hunter2hunter2', 'hunter2hunter2');
  await screen.findByText(texts.register.soon(3));
  expect(device.logins).toBe(1);
});

test('the sign-up page leads back to log-in', () => {
  showPage(<RegisterPage />, '/register');
  expect(hrefOf('已有账号？登录')).toBe('#/login');
});

test.each([
  ['bad', 'short', 'other', '密码不一样'],
  ['bad', 'short', 'short', '密码长度至少8位'],
  ['bad', '1234567', '1234567', '密码长度至少8位'],
  ['bad', '12345678', '12345678', '邮件不正确'],
  ['', '12345678', '12345678', '邮件不正确'],
  ['a b@c.de', '12345678', '12345678', '邮件不正确'],
])('a sign-up with %j, %j, %j says %s and is not sent', async (email, password, confirm, message) => {
  showPage(<RegisterPage />, '/register');
  await signUp(email, password, confirm);
  expect(screen.getByText(message)).toBeTruthy();
  expect(calls.inputsOf(accountsCalls.signup)).toEqual([]);
});

test.each(['invalidPayload', 'throttled', 'fault'] as const)(
  'any other refusal of a sign-up is said under the password, with the message of the server',
  async (reason) => {
    calls.answer(accountsCalls.signup, () => refusal(reason));
    showPage(<RegisterPage />, '/register');
    await signUp('new@example.com', 'hunter2hunter2', 'hunter2hunter2');
    const message = await screen.findByText(codes[reason].msg);
    const field = screen.getByLabelText(texts.fields.password, { selector: 'input' });
    expect(field.closest('.mantine-PasswordInput-root')?.contains(message)).toBe(true);
  },
);
