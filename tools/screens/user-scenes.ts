import { usersCalls } from '@skyport/contract/users';
import type { Page } from 'playwright-core';
import { choose, given, made, opened, pressOfRow } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * The list of accounts, the page of one of them, and the windows that staff open from both.
 */

const LIST = '/admin_userlist';
const ONE = '/admin_user?id=01970000-0000-7000-8008-000000000001';

/** Presses a button of the page or of its first row, and waits for the window. */
const pressed =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await pressOfRow(page, name);
    await opened(page);
  };

/** Asks for the whole list as a file. */
const exported = (page: Page): Promise<void> => page.getByRole('button', { name: /^导出 CSV/ }).click();

const TICKET = '01970000-0000-7000-8090-000000000001';

/** Scenes of accounts. */
export const userScenes: readonly Scene[] = [
  made('admin-userlist-edit', LIST, 'admin', {
    act: async (page) => {
      await pressed('编辑')(page);
      await page.getByLabel('钱包', { exact: true }).fill('88');
      await page.getByLabel('原因', { exact: true }).waitFor();
    },
  }),
  made('admin-userlist-agency', LIST, 'admin', {
    act: async (page) => {
      await pressed('编辑')(page);
      await page.getByText('代理与域名', { exact: true }).click();
      // The switch itself is drawn; its text is what a person can hit.
      await page.locator('label').filter({ hasText: '代理商用户' }).last().click();
      await page.getByRole('combobox', { name: '所属代理商' }).click();
      // Those of the pager behind the window are options, too.
      await page.locator('[data-combobox-option]').first().waitFor();
    },
  }),
  made('admin-userlist-export', LIST, 'admin', {
    given: [given(usersCalls.exportList, { _id: TICKET, ticket: 'ticket', rows: 512, file: '用户.csv' })],
    act: async (page) => {
      // A file that never comes: the picture is of its coming.
      await page.route('**/api/yunying/list_export/**', () => undefined);
      await exported(page);
      await page.getByText('正在导出：0 / 512 行').or(page.getByText('正在准备导出…')).waitFor();
    },
  }),
  made('admin-userlist-export-failed', LIST, 'admin', {
    given: [given(usersCalls.exportList, null, 'conflict')],
    act: async (page) => {
      await exported(page);
      await page.getByRole('alert').waitFor();
    },
  }),
  made('admin-userlist-channel', LIST, 'admin', { act: choose('渠道') }),
  made('admin-userlist-password', LIST, 'admin', { act: choose('修改密码') }),
  made('admin-user', ONE, 'admin'),
  made('admin-user-empty', ONE, 'admin', { weather: 'empty' }),
  made('admin-user-loading', ONE, 'admin', { weather: 'loading' }),
  made('admin-user-failing', ONE, 'admin', { weather: 'failing' }),
  made('admin-user-permission', ONE, 'admin', { act: pressed('授予权限') }),
  made('admin-user-log-out', ONE, 'admin', { act: pressed('全部退出') }),
  made('admin-user-log-out-one', ONE, 'admin', {
    act: async (page) => {
      await page
        .getByRole('button', { name: /^退出 / })
        .first()
        .click();
      await opened(page);
    },
  }),
];
