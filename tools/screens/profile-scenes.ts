import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import type { Page } from 'playwright-core';
import { given, made, open, PASSWORD, press, type Given } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * The profile page and what opens on it, also what lies above it when the session ends under something unsaved.
 */

const ROUTE = '/user_info';

/** Changes something and saves it, where the session is over: waits for the window in which somebody logs in again. */
const outlive = async (page: Page): Promise<void> => {
  await page.getByLabel('英文节点', { exact: true }).click();
  await press(page, '保存更改');
  await page.getByRole('dialog', { name: '登录已过期' }).getByLabel('密码', { exact: true }).waitFor();
};

/** Opens the window of another password, and types. */
const changePassword =
  (confirm: string) =>
  async (page: Page): Promise<void> => {
    await open('修改密码')(page);
    await page.getByLabel('当前密码', { exact: true }).fill(PASSWORD);
    await page.getByLabel('新密码', { exact: true }).fill(`${PASSWORD}2`);
    await page.getByLabel('确认新密码').fill(confirm);
    await page.getByRole('button', { name: '确认修改' }).click();
  };

const expired = given(accountsCalls.changeUseInfo, null, 'sessionExpired');

/** The server's own words for a wrong password of somebody who is logged in. */
const wrongPassword: Given = {
  path: accountsCalls.setPassword.path,
  answer: { ...codes.loginFailed, msg: '当前密码不正确', data: null },
};

const windows: readonly Scene[] = [
  made('profile-unbind', ROUTE, 'admin', { act: open('解除绑定') }),
  made('profile-everywhere', ROUTE, 'customer', { act: open('退出所有设备') }),
  made('profile-password', ROUTE, 'customer', { act: open('修改密码') }),
  made('profile-password-differs', ROUTE, 'customer', {
    act: async (page) => {
      await changePassword(PASSWORD)(page);
      await page.getByText('密码不一样').waitFor();
    },
  }),
  made('profile-password-wrong', ROUTE, 'customer', {
    given: [wrongPassword],
    act: async (page) => {
      await changePassword(`${PASSWORD}2`)(page);
      await page.getByText('当前密码不正确').first().waitFor();
    },
  }),
  made('profile-session-over', ROUTE, 'customer', { given: [expired], act: outlive }),
  made('profile-session-over-wrong', ROUTE, 'customer', {
    given: [expired, given(accountsCalls.login, null, 'loginFailed')],
    act: async (page) => {
      await outlive(page);
      await page.getByRole('dialog').getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: '登录', exact: true }).click();
      await page.getByRole('dialog').getByText('用户不存在或密码错误').waitFor();
    },
  }),
];

/** The profile with its states and its windows. */
export const profileScenes: readonly Scene[] = [
  made('profile', ROUTE, 'customer'),
  made('profile-bound', ROUTE, 'admin'),
  made('profile-empty', ROUTE, 'customer', { weather: 'empty' }),
  made('profile-loading', ROUTE, 'customer', { weather: 'loading' }),
  made('profile-failing', ROUTE, 'customer', { weather: 'failing' }),
  made('profile-help', ROUTE, 'customer', {
    act: (page) => page.getByRole('button', { name: '国外订阅说明' }).hover(),
  }),
  made('profile-email', ROUTE, 'customer', {
    act: async (page) => {
      await page.getByLabel('邮箱', { exact: true }).fill('new@example.com');
      await press(page, '保存更改');
      await page.getByText('密码不能为空').waitFor();
    },
  }),
  ...windows,
];
