import { usersCalls } from '@skyport/contract/users';
import type { Page } from 'playwright-core';
import { given, made, opened } from './made.ts';
import type { Scene } from './scenes.ts';

/*
 * The frame around the pages of the back office: its menu, the command bar, and what customers see of it.
 */

const LIST = '/admin_agents';

/** The menu as it is not at first: the drawer of a phone, folded to icons at a desk. */
const otherMenu = async (page: Page): Promise<void> => {
  const fold = page.getByRole('button', { name: '收起菜单' });
  if (await fold.isVisible()) return fold.click();
  await page.getByRole('button', { name: '菜单', exact: true }).click();
  return opened(page);
};

/** Opens the command bar and types. */
export const find =
  (typed: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: '查找', exact: true }).click();
    await page.getByRole('dialog').getByRole('combobox').fill(typed);
    await page.getByRole('status').filter({ hasText: '正在查找' }).waitFor({ state: 'hidden' });
  };

/** The first card with everything on it; at a desk rows show that already. */
const openCard = async (page: Page): Promise<void> => {
  const more = page.getByRole('button', { name: /^更多信息/ }).first();
  if (await more.isVisible()) await more.click();
};

/** Scenes of the staff's frame. */
export const staffScenes: readonly Scene[] = [
  made('staff-menu', LIST, 'admin', { act: otherMenu }),
  made('staff-find', LIST, 'admin', { act: find('香港') }),
  made('staff-find-pages', LIST, 'admin', { act: find('') }),
  made('staff-find-nothing', LIST, 'admin', {
    given: [given(usersCalls.userlist, { users: [], total: 0 })],
    act: find('没有这样的东西'),
  }),
  made('staff-find-failing', LIST, 'admin', { weather: 'failing', act: find('香港') }),
  made('staff-card', '/admin_userlist', 'admin', { act: openCard }),
  made('staff-account', '/user_info', 'admin'),
  made('staff-customer-view', LIST, 'admin', {
    act: async (page) => {
      const leave = page.getByRole('button', { name: '客户视图' });
      if (!(await leave.isVisible())) await page.getByRole('button', { name: '菜单', exact: true }).click();
      await leave.click();
      await page.getByText('每日签到').or(page.getByText('已签到')).first().waitFor();
    },
  }),
];
