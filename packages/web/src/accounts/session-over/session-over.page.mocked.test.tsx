import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { secondStepCalls } from '@skyport/contract/second-step';
import { sessionsCalls } from '@skyport/contract/sessions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Shell } from '../../app/shell.tsx';
import { hashPassword } from '../../device/password.ts';
import { texts as profile } from '../../profile/texts.ts';
import { type FakeServer, fakeServer, refusal } from '../../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../../testing/samples.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { texts } from '../texts.ts';

vi.mock('../../device/local-db.ts', () => ({ recordLogin: async () => undefined, loginRecorded: async () => true }));

/** The profile of somebody who is logged in; their session is over when something is saved. */
const serve = (): FakeServer => {
  document.cookie = 'token=dead; Path=/';
  return fakeServer()
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(noticesCalls.list, () => [])
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(sessionsCalls.sessions, () => [])
    .answer(secondStepCalls.secondStep, () => ({ since: null, recoveryLeft: 0, required: false }))
    .answer(accountsCalls.changeUseInfo, () => refusal('sessionExpired'))
    .answer(accountsCalls.login, () => {
      document.cookie = 'token=fresh; Path=/';
      return {};
    });
};

const english = (): Promise<HTMLInputElement> => screen.findByLabelText('英文节点');

test('whoever has something typed logs in again above it, and saves it then', async () => {
  const server = serve();
  showPage(<Shell c={null} />, '/user_info');
  await userEvent.click(await english());
  await press(profile.details.save);
  const dialog = within(await screen.findByRole('dialog', { name: texts.sessionOver.title }));
  expect(screen.getAllByText('登录过期，请登录')).toHaveLength(1);
  await dialog.findByText(texts.sessionOver.hint(sampleUser.email));
  server.answer(accountsCalls.login, () => refusal('loginFailed'));
  await userEvent.type(dialog.getByLabelText('密码', { selector: 'input' }), 'wrong password');
  await userEvent.click(dialog.getByRole('button', { name: '登录' }));
  expect(await dialog.findByText('用户不存在或密码错误')).toBeDefined();
  serve().answer(accountsCalls.changeUseInfo, () => ({ mailed: false }));
  await userEvent.clear(dialog.getByLabelText('密码', { selector: 'input' }));
  await userEvent.type(dialog.getByLabelText('密码', { selector: 'input' }), 'right password');
  await userEvent.click(dialog.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.hash).toBe('#/user_info');
  expect((await english()).checked).toBe(true);
  await press(profile.details.save);
  expect(await screen.findByText(profile.details.saved.text)).toBeDefined();
});

test('only the account whose page it is can go on with it', async () => {
  const server = serve();
  showPage(<Shell c={null} />, '/user_info');
  await userEvent.click(await english());
  await press(profile.details.save);
  const dialog = within(await screen.findByRole('dialog', { name: texts.sessionOver.title }));
  await userEvent.type(await dialog.findByLabelText('密码', { selector: 'input' }), 'right password');
  await userEvent.click(dialog.getByRole('button', { name: '登录' }));
  await waitFor(() => expect(server.inputsOf(accountsCalls.login)).toHaveLength(1));
  expect(server.inputsOf(accountsCalls.login)).toEqual([
    { email: sampleUser.email, password: hashPassword('right password') },
  ]);
});

test('whoever would rather leave comes to the log-in page, and from there back', async () => {
  serve();
  showPage(<Shell c={null} />, '/user_info');
  await userEvent.click(await english());
  await press(profile.details.save);
  await screen.findByRole('dialog', { name: texts.sessionOver.title });
  await press(texts.sessionOver.leave);
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  await userEvent.type(await screen.findByLabelText('邮箱'), sampleUser.email);
  await userEvent.type(screen.getByLabelText('密码', { selector: 'input' }), 'right password');
  await press('登录');
  await waitFor(() => expect(window.location.hash).toBe('#/user_info'));
});

test('with nothing typed the log-in page comes at once, and leads back', async () => {
  serve().answer(accountsCalls.userInfo, () => refusal('sessionExpired'));
  showPage(<Shell c={null} />, '/windows_errors');
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  serve();
  document.cookie = 'token=; Path=/; Max-Age=0';
  await userEvent.type(await screen.findByLabelText('邮箱'), sampleUser.email);
  await userEvent.type(screen.getByLabelText('密码', { selector: 'input' }), 'right password');
  await press('登录');
  await waitFor(() => expect(window.location.hash).toBe('#/windows_errors'));
});
