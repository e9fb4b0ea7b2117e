import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { readCookie, writeCookie } from '../device/cookies.ts';
import { draftKey } from '../device/own-storage.ts';
import { noteUnsaved } from '../device/unsaved.ts';
import { type FakeServer, fakeServer } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { BuiltPages } from '../ui/built-pages.ts';
import { texts } from './texts.ts';
import { UserMenu } from './user-menu.tsx';

const open = async (more: Partial<UserInfo> = {}): Promise<FakeServer> => {
  writeCookie('token', 't');
  const user = { ...sampleUser, ...more };
  const server = fakeServer()
    .answer(accountsCalls.userInfo, () => user)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(accountsCalls.logout, () => ({}));
  // As it will be once every page exists.
  const all = (
    <BuiltPages value={() => true}>
      <UserMenu user={user} />
    </BuiltPages>
  );
  showPage(all, '/user_info');
  await userEvent.click(await screen.findByRole('button', { name: texts.person.menu(user.email) }));
  return server;
};
const rows = (): readonly (string | null)[] => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const logOut = (): Promise<void> => userEvent.click(screen.getByRole('menuitem', { name: texts.person.logOut }));

test('whoever has money finds the wallet in the account menu, once its page exists', async () => {
  await open({ wallet_money: 12.5 });
  expect(rows()).toEqual(['资料编辑', '钱包 12.500 元', '退出登录']);
});

test.each([{ wallet_money: 0 }, { wallet_money: 12.5, is_agency_user: true }])(
  'whoever has no money, or an agency, finds no wallet there: %o',
  async (user) => {
    await open(user);
    expect(rows()).toEqual(['资料编辑', '退出登录']);
  },
);

test('a log-out asks nothing when nothing would be lost', async () => {
  const server = await open();
  await logOut();
  await waitFor(() => expect(server.inputsOf(accountsCalls.logout)).toHaveLength(1));
});

test('a log-out that does not reach the server says so, and still leaves', async () => {
  (await open()).unplug();
  await logOut();
  expect(await screen.findByText('网络错误，请稍后重试')).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toBe('#/login'));
  expect(readCookie('token')).toBeUndefined();
});

test.each([
  ['what is typed', noteUnsaved],
  ['a draft that waits on another page', () => sessionStorage.setItem(draftKey('any'), '{}')],
])('a log-out that would lose %s asks first, and takes no for an answer', async (_what, begin) => {
  onTestFinished(begin() ?? (() => undefined));
  const server = await open();
  await logOut();
  await screen.findByText(texts.person.unsavedText);
  await press('取消');
  await waitFor(() => expect(screen.queryByText(texts.person.unsavedText)).toBeNull());
  expect(server.inputsOf(accountsCalls.logout)).toHaveLength(0);
  await press(texts.person.menu(sampleUser.email));
  await logOut();
  await userEvent.click(await screen.findByRole('button', { name: texts.person.logOut }));
  await waitFor(() => expect(server.inputsOf(accountsCalls.logout)).toHaveLength(1));
});
