import { accountsCalls } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { permissionsCalls } from '@skyport/contract/permissions';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { site, user } from '../tools/screens/answers.ts';
import { consolePages } from '../tools/console-pages.ts';
import { given, made } from '../tools/screens/made.ts';
import type { Scene } from '../tools/screens/scenes.ts';
import { setUpStage } from '../tools/screens/set-up-stage.ts';
import type { Size } from '../tools/screens/stage.ts';

/*
 * The frames of customers and staff at every width: nothing lies over anything else, nothing scrolls sideways,
 * lists have all the width that there is. And the command bar, by keyboard alone. The answers are made up; the
 * console is the built one.
 */

const look = setUpStage();

/** Phones, the edges between frames, laptops and large screens, in CSS pixels. */
const WIDTHS = [320, 360, 390, 600, 768, 820, 821, 900, 1000, 1023, 1024, 1121, 1160, 1280, 1440, 1920];

/** What is wrong at this width, in words: runs in the page. */
const TROUBLE = `(() => {
  const root = document.documentElement;
  const found = [];
  if (root.scrollWidth > root.clientWidth) found.push('scrolls sideways by ' + (root.scrollWidth - root.clientWidth));
  const shown = [...document.querySelectorAll('header a, header button')].filter((one) => one.checkVisibility());
  // What is scrolled out of a menu lies behind what stands below it, and is not seen there.
  const seen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const box = { left, right, top, bottom };
    for (let around = one.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue;
      const at = around.getBoundingClientRect();
      box.top = Math.max(box.top, at.top);
      box.bottom = Math.min(box.bottom, at.bottom);
    }
    return box;
  };
  const boxes = shown.map((one) => [one.textContent || one.ariaLabel, seen(one)]);
  for (const [name, box] of boxes) {
    if (box.left < -1 || box.right > root.clientWidth + 1) found.push(name + ' is cut');
    for (const [other, at] of boxes) {
      const across = Math.min(box.right, at.right) - Math.max(box.left, at.left);
      const down = Math.min(box.bottom, at.bottom) - Math.max(box.top, at.top);
      if (box !== at && across > 1 && down > 1) found.push(name + ' lies over ' + other);
    }
  }
  return found;
})()`;

const troubles = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Two frames: one in which the page hears of its width, one in which it has drawn what follows from it.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    const now = await page.evaluate<readonly string[]>(TROUBLE);
    found.push(...now.map((trouble) => `${width} px: ${trouble}`));
  }
  return found;
};

/** Names as long as operators and customers have them. */
const long = (viewer: 'customer' | 'admin') => [
  given(noticesCalls.hostGet, { ...site, site_name: '云上天港国际网络加速服务中心' }),
  given(accountsCalls.userInfo, { ...user(viewer), email: 'a.very.long.name.of.a.person@department.example.com' }),
];

test.each([
  made('a customer', '/', 'customer', { given: long('customer') }),
  made('a visitor', '/', 'visitor', { given: [long('customer')[0]!] }),
  made('staff at a list', '/admin_agents', 'admin', { given: long('admin') }),
  made('staff at another page', '/user_info', 'admin', { given: long('admin') }),
  made('staff who look at what customers see', '/admin_agents', 'admin', {
    given: long('admin'),
    act: async (page) => {
      await page.getByRole('button', { name: '客户视图' }).click();
      await page.getByRole('button', { name: '管理后台' }).waitFor();
    },
  }),
])('at every width nothing lies over anything else for $name', async (scene) => {
  const { page, problems, close } = await look(scene);
  const found = await troubles(page);
  await close();
  expect({ problems, found }).toEqual({ problems: [], found: [] });
});

test('a list has the whole width beside the menu, and more when the menu is folded', async () => {
  const { page, close } = await look(made('a list', '/admin_agents', 'admin'));
  await page.setViewportSize({ width: 1920, height: 1000 });
  const width = async (): Promise<number> =>
    (await page.getByRole('region', { name: '节点' }).boundingBox())?.width ?? 0;
  const before = await width();
  expect(before).toBeGreaterThan(1580);
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect.poll(width).toBeGreaterThan(before + 140);
  await page.reload();
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  await close();
});

const lists = consolePages.filter(({ built, tab }) => built && tab !== undefined && tab.group !== 'customer');

/** Titles of columns that lie under the actions of their rows, at least in part: runs in the page. */
const UNDER_ACTIONS = `[...document.querySelectorAll('thead tr')].flatMap((head) => {
  const actions = head.lastElementChild;
  if (getComputedStyle(actions).right !== '0px') return [];
  const edge = actions.getBoundingClientRect().left;
  return [...head.children]
    .filter((cell) => cell !== actions && cell.getBoundingClientRect().right > edge + 1)
    .map((cell) => cell.textContent);
})`;

test.each(lists.map(({ path }) => [path] as const))(
  'at a desk no column of %s lies under its actions',
  async (path) => {
    const { page, close } = await look(made('a list', path, 'admin'));
    const under = await page.evaluate(UNDER_ACTIONS);
    await close();
    expect(under).toEqual([]);
  },
);

test('where the account cannot be read, the folded menu offers to read it again, and cuts nothing of that', async () => {
  const { page, close } = await look(made('a list', '/admin_agents', 'admin'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  await page.route('**/api/user/userinfo', (route) => route.abort());
  await page.reload();
  const again = page.getByRole('banner').getByRole('button', { name: '重新加载' });
  await again.waitFor();
  const cut = await page.evaluate(`[...document.querySelectorAll('header button, header button *')].filter(
    (part) => part.scrollWidth > part.clientWidth + 1 && part.textContent === '重新加载').length`);
  const [box, side] = [await again.boundingBox(), await page.getByRole('banner').boundingBox()];
  expect(cut).toBe(0);
  expect(box!.x + box!.width).toBeLessThanOrEqual(side!.x + side!.width);
  await close();
});

test('the menu of a low screen is scrolled to the page that is shown', async () => {
  const { page, close } = await look(made('the last list', '/admin_error', 'admin'));
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.reload();
  const current = page.getByRole('banner').getByRole('link', { name: '错误日志' });
  await current.waitFor();
  const [link, menu] = [
    await current.boundingBox(),
    await page.getByRole('navigation', { name: '后台导航' }).boundingBox(),
  ];
  expect(link!.y).toBeGreaterThanOrEqual(menu!.y);
  // The end of the menu fades.
  expect(link!.y + link!.height).toBeLessThanOrEqual(menu!.y + menu!.height - 20);
  await close();
});

const unbuilt = made('a page with little on it', '/confirm?action=signup_confirm', 'visitor');
const withoutRows = made('a page of staff without rows', '/admin_permissions', 'admin', {
  given: [given(permissionsCalls.list, [])],
});

test.each<{ size: Size; scene: Scene }>([
  { size: 'desk', scene: made('the log-in', '/login', 'visitor') },
  { size: 'desk', scene: unbuilt },
  { size: 'desk', scene: withoutRows },
  { size: 'phone', scene: unbuilt },
])('short as it is, $scene.name is as high as the window ($size)', async ({ size, scene }) => {
  const { page, close } = await look(scene, size);
  const over = await page.evaluate('document.documentElement.scrollHeight - window.innerHeight');
  const under = await page.evaluate(
    'window.innerHeight - document.querySelector("footer").getBoundingClientRect().bottom',
  );
  expect([over, under]).toEqual([0, 0]);
  await close();
});

test('each client of the start page is drawn, with a drawing that is there', async () => {
  const { page, close } = await look(made('the start page', '/', 'visitor'));
  const widths = `[...document.querySelectorAll('.sp-client')].map(
    (row) => row.querySelector('.sp-client-icon use')?.getBBox().width ?? 0)`;
  const small = async () => ((await page.evaluate(widths)) as number[]).filter((width) => width <= 5);
  await page.locator('.sp-client').first().waitFor();
  await expect.poll(small).toEqual([]);
  await close();
});

test('a long list is a few screens high on a phone', async () => {
  const { page, close } = await look(made('users', '/admin_userlist', 'admin'), 'phone');
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  expect(height).toBeLessThan(6000);
  await close();
});

test('the folded menu of a low screen shows the page that is shown', async () => {
  const { page, close } = await look(made('nodes', '/admin_agents', 'admin'), 'laptop');
  await page.getByRole('button', { name: '收起菜单' }).click();
  const below = `(() => {
    const menu = document.querySelector('header nav');
    const link = menu.querySelector('[aria-current]').getBoundingClientRect();
    return Math.max(0, link.bottom - menu.getBoundingClientRect().bottom);
  })()`;
  await page.getByRole('button', { name: '展开菜单' }).waitFor();
  await expect.poll(() => page.evaluate<number>(below)).toBe(0);
  await close();
});

/** How far columns lie beyond the edge of a list, in CSS pixels: runs in the page. */
const BEYOND = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector('main [role="region"]:has(table)');
  return scrollWidth - clientWidth;
})()`;

test.each([
  '/admin_agents',
  '/admin_agentLines',
  '/admin_entrys',
  '/admin_tickets',
  '/admin_charge',
  '/admin_coupon',
  '/admin_prize',
  '/admin_backups',
  '/admin_jobs',
  '/admin_tradeList',
  '/admin_userlist',
  '/admin_error',
])('at 1,024 px no column of %s lies beyond the edge', async (path) => {
  const { page, close } = await look(made(path, path, 'admin'), 'laptop');
  await page.getByRole('table').first().waitFor();
  await expect.poll(() => page.evaluate<number>(BEYOND)).toBe(0);
  await close();
});

/** What of a window is cut, or lies beyond the screen: runs in the page. */
const CUT = `[...document.querySelectorAll('[role="dialog"] *')]
  .filter((one) => one.checkVisibility() && one.textContent.trim() !== '')
  .filter((one) => {
    const hidden = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    return hidden || one.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
  })
  .map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 60))`;

test('on the narrowest phone nothing of alarms and reports that wait is cut', async () => {
  const { page, rest, close } = await look(made('nodes', '/admin_agents', 'admin'), 'phone');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('button', { name: /^告警 / }).click();
  const dialog = page.getByRole('dialog');
  const found: Record<string, unknown> = {};
  for (const tab of ['告警', '待处理报告']) {
    await dialog.getByText(tab, { exact: true }).first().click();
    await dialog.getByRole('list', { name: tab }).waitFor();
    for (const more of await dialog.getByRole('button', { name: /^更多信息/ }).all()) await more.click();
    await rest();
    found[tab] = await page.evaluate(CUT);
  }
  await close();
  expect(found).toEqual({ 告警: [], 待处理报告: [] });
});

test('the command bar opens, finds and leads on by keyboard alone', async () => {
  const { page, problems, close } = await look(made('staff', '/admin_agents', 'admin'));
  await page.keyboard.press('Control+k');
  const bar = page.getByRole('combobox', { name: /^查找/ });
  await bar.waitFor();
  await page.keyboard.type('权限');
  await page.getByRole('option', { name: /权限/, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/admin_permissions$/);
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await bar.waitFor();
  await page.keyboard.type('香港');
  await page.getByRole('listbox').getByRole('group', { name: '线路' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
  await page.keyboard.press('Enter');
  // The last of them: a line, or an account where the server has answered already.
  await page.waitForURL(/#\/admin_\w+\?(?:find|id)=/);
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await bar.waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await close();
  expect(problems).toEqual([]);
});
