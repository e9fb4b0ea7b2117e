import { accountsCalls } from '@skyport/contract/accounts';
import { captchaCalls } from '@skyport/contract/captcha';
import { codes } from '@skyport/contract/codes';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { REGISTER_DAYS, writeCookie } from '../device/cookies.ts';
import { hashPassword } from '../device/password.ts';
import { quiet } from '../../../../testkit/until.ts';
import { setAddress } from '../testing/browser.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { press } from '../testing/user-actions.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import LoginPage from './login.page.tsx';

// The test's browser has no database of its own: nobody ever logged in here.
vi.mock('../device/local-db.ts', () => ({ recordLogin: async () => undefined, loginRecorded: async () => false }));

/** A captcha whose number is 0. */
const trivial = {
  algorithm: 'SHA-256',
  challenge: hashPassword('salt0'),
  salt: 'salt',
  signature: 'a'.repeat(64),
  maxnumber: 1,
} as const;

const serve = (host: Partial<HostInfo> = {}): FakeServer =>
  fakeServer()
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }))
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);

/** Opens the log-in page with a channel code in the address. */
const comeWithCode = (): void => {
  const before = window.location.href;
  setAddress(`${window.location.origin}/?c=spring`);
  onTestFinished(() => setAddress(before));
  showPage(<LoginPage />, '/login');
};

const logIn = async (): Promise<void> => {
  await userEvent.type(await screen.findByLabelText('邮箱'), 'lin@example.com');
  await userEvent.type(screen.getByLabelText('密码', { selector: 'input' }), 'hunter2hunter2');
  await press('登录');
};

test('whoever signed up on this device within fifty days stays at log-in', async () => {
  serve();
  writeCookie('lastRegister', '1', { days: REGISTER_DAYS });
  comeWithCode();
  await screen.findByRole('link', { name: '注册账号' });
  await quiet();
  expect(window.location.hash).toBe('#/login');
});

test("on the agency's domain nobody is taken to a sign-up that is not there", async () => {
  serve({ agency_user_domain: window.location.hostname });
  comeWithCode();
  await waitFor(() => expect(screen.queryByRole('link', { name: '注册账号' })).toBeNull());
  await quiet();
  expect(window.location.hash).toBe('#/login');
  expect(sessionStorage.getItem('registerRedirect')).toBeNull();
});

test('whoever has left the page is not fetched back to sign-up', async () => {
  serve();
  comeWithCode();
  await waitFor(() => expect(sessionStorage.getItem('registerRedirect')).toBe('1'));
  window.location.hash = '#/reset';
  await new Promise((resolve) => setTimeout(resolve));
  expect(window.location.hash).toBe('#/reset');
});

test('whoever has to open the mailed link first is told so, under the field, besides the toast', async () => {
  const message = '请先点击确认邮件中的链接';
  serve().answer(accountsCalls.login, () => refusal('loginFailed', null, message));
  showPage(<LoginPage />, '/login');
  await logIn();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByText('登录失败')).toBeTruthy();
});

test.each(['conflict', 'fault', 'invalidPayload'] as const)(
  'any other refusal (%s) says what the specification says',
  async (code) => {
    serve().answer(accountsCalls.login, () => refusal(code));
    showPage(<LoginPage />, '/login');
    await logIn();
    expect(await screen.findByText(codes.loginFailed.msg)).toBeTruthy();
    expect(screen.queryByText(codes[code].msg)).toBeNull();
  },
);

test('a wrong setting of the proxy does not read as a wrong password', async () => {
  const message = '站点设置有误，与您的操作无关';
  serve().answer(accountsCalls.login, () => refusal('foreignSite', null, message));
  showPage(<LoginPage />, '/login');
  await logIn();
  expect(await screen.findByText(message)).toBeDefined();
  expect(screen.queryByText(codes.loginFailed.msg)).toBeNull();
});

test.each([
  ['throttled', '尝试过多，请稍后再试'],
  ['captchaNeeded', codes.captchaNeeded.msg],
] as const)('a log-in that answers %s to the last says %s', async (reason, message) => {
  serve()
    .answer(accountsCalls.login, () => refusal(reason))
    .answer(captchaCalls.captcha, () => trivial);
  showPage(<LoginPage />, '/login');
  await logIn();
  expect(await screen.findByText(message)).toBeDefined();
});
