import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readCookie } from '../device/cookies.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import LoginPage from './login.page.tsx';
import RegisterPage from './register.page.tsx';
import { texts } from './texts.ts';

/** SHA-256 of "hunter2hunter2", taken from another program. */
const HASHED = '76880d60191af3b3f803a656b7716f0179928357fc32421ced973ed265e15718';

const server = (): FakeServer =>
  fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => []);

const type = async (label: string, text: string): Promise<void> =>
  userEvent.type(screen.getByLabelText(label, { selector: 'input' }), text);
const press = async (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const sessionCookie = (): Record<string, never> => {
  document.cookie = 'token=abc; Path=/';
  return {};
};

test('logging in sends the hash of the password, never the password, and goes home', async () => {
  const calls = server().answer(accountsCalls.login, sessionCookie);
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'Lin@Example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  await press(texts.login.submit);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  expect(calls.inputsOf(accountsCalls.login)).toEqual([{ email: 'lin@example.com', password: HASHED }]);
});

test('an empty log-in form is not sent and says what is missing', async () => {
  const calls = server();
  showPage(<LoginPage />, '/login');
  await press(texts.login.submit);
  expect(screen.getByText('邮件不能为空')).toBeDefined();
  await type(texts.fields.email, 'lin@example.com');
  await press(texts.login.submit);
  expect(screen.getByText('密码不能为空')).toBeDefined();
  expect(calls.inputsOf(accountsCalls.login)).toEqual([]);
});

test('any refused log-in says the same under the field and in a toast', async () => {
  server().answer(accountsCalls.login, () => refusal('loginFailed'));
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'lin@example.com');
  await type(texts.fields.password, 'wrong');
  await press(texts.login.submit);
  expect(await screen.findByText('用户不存在或密码错误')).toBeDefined();
  expect(await screen.findByText('登录失败')).toBeDefined();
});

test('a refused log-in moves the focus to the password', async () => {
  server().answer(accountsCalls.login, () => refusal('loginFailed'));
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'lin@example.com');
  await type(texts.fields.password, 'wrong');
  await press(texts.login.submit);
  const said = await screen.findByText('用户不存在或密码错误');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-describedby')).toContain(said.id));
});

test('a log-in while the server starts does not call the password wrong', async () => {
  server().answer(accountsCalls.login, () => refusal('starting'));
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'lin@example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  await press(texts.login.submit);
  expect(await screen.findByText('服务正在启动或维护，请稍后重试')).toBeDefined();
  expect(await screen.findByText('登录失败')).toBeDefined();
  expect(screen.queryByText('用户不存在或密码错误')).toBeNull();
});

test('a broken network is told once, as the specification words it', async () => {
  const calls = server();
  showPage(<LoginPage />, '/login');
  await type(texts.fields.email, 'lin@example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  calls.unplug();
  await press(texts.login.submit);
  expect(await screen.findAllByText('网络错误，请稍后重试')).toHaveLength(1);
  expect(screen.queryByText('用户不存在或密码错误')).toBeNull();
});

test('signing up carries the channel, remembers the day and counts three seconds down', async () => {
  const calls = server().answer(accountsCalls.signup, () => ({ ...sessionCookie(), confirm: false }));
  document.cookie = 'channel_code=spring; Path=/';
  showPage(<RegisterPage />, '/register');
  await type(texts.fields.email, 'new@example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  await type(texts.fields.confirm, 'hunter2hunter2');
  await press(texts.register.submit);
  expect((await screen.findByText(/秒后进入首页/)).textContent).toBe('3 秒后进入首页');
  expect(calls.inputsOf(accountsCalls.signup)[0]).toMatchObject({ channel_code: 'spring', password: HASHED });
  expect(readCookie('lastRegister')).toMatch(/^\d+$/);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
});

test('an e-mail that is taken is said at the field', async () => {
  server().answer(accountsCalls.signup, () => refusal('emailTaken'));
  showPage(<RegisterPage />, '/register');
  await type(texts.fields.email, 'old@example.com');
  await type(texts.fields.password, 'hunter2hunter2');
  await type(texts.fields.confirm, 'hunter2hunter2');
  await press(texts.register.submit);
  expect(await screen.findByText('邮件已注册')).toBeDefined();
});
