import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { nodesCalls } from '@skyport/contract/nodes';
import { noticesCalls, type HostInfo } from '@skyport/contract/notices';
import { permissionsCalls } from '@skyport/contract/permissions';
import { usersCalls } from '@skyport/contract/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { writeCookie } from '../../device/cookies.ts';
import { ownKey } from '../../device/own-storage.ts';
import { setWidth } from '../../testing/browser.ts';
import { fakeServer, type FakeServer } from '../../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../../testing/samples.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { userAddress } from '../../list-page/user-address.ts';
import { Shell } from '../shell.tsx';
import { texts as shellTexts } from '../texts.ts';

beforeEach(() => setWidth(1440));
afterEach(() => setWidth(1440));

const serve = (user: Partial<UserInfo>, host: Partial<HostInfo> = {}): FakeServer =>
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }))
    .answer(nodesCalls.list, () => [])
    .answer(permissionsCalls.list, () => [])
    .answer(usersCalls.userlist, () => ({ users: [], total: 0 }));

const enter = (user: Partial<UserInfo>, at = '/'): FakeServer => {
  writeCookie('token', 'a token of somebody');
  const server = serve(user);
  showPage(<Shell c={null} />, at);
  return server;
};
const menu = (): Promise<HTMLElement> => screen.findByRole('navigation', { name: shellTexts.names.staff });
const linksIn = (element: HTMLElement): readonly (string | null)[] =>
  within(element)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each([
  ['admin', '#/admin_overview'],
  ['yunying', '#/admin_coupon'],
] as const)('%s begins on the first page that exists and is theirs', async (type, first) => {
  enter({ type });
  await waitFor(() => expect(window.location.hash).toBe(first));
});

test.each(['normal', 'channel', undefined] as const)(
  'a %s account stays on the start page, without any of it',
  async (type) => {
    enter({ type });
    await screen.findByRole('button', { name: /账号菜单/ });
    expect(window.location.hash).toBe('#/');
    expect(screen.queryByRole('navigation', { name: shellTexts.names.staff })).toBeNull();
    expect(screen.queryByRole('button', { name: shellTexts.toStaff })).toBeNull();
  },
);

/** Opens every group of the menu. */
const openGroups = async (): Promise<void> => {
  for (const button of within(await menu()).queryAllByRole('button', { expanded: false }))
    await userEvent.click(button);
};

test('an admin sees the groups in their order, each with its pages', async () => {
  enter({ type: 'admin' }, '/admin_permissions');
  await openGroups();
  const groups = within(await menu()).getAllByRole('group');
  expect(groups.map((group) => [group.getAttribute('aria-label'), linksIn(group)])).toEqual([
    ['总览', ['总览', '统计']],
    ['客户', ['用户', '工单管理', '提现']],
    ['商品与收款', ['商品', '交易', '收款记录', '对账']],
    ['节点', ['节点', '入口', '线路', '分流规则', '权限']],
    ['营销', ['优惠券列表', '优惠券使用记录', '抽奖列表']],
    ['系统', ['系统设置', '操作记录', '备份', '任务', '错误日志', '全部流量记录']],
  ]);
  expect(within(groups[3]!).getByRole('link', { current: 'page' }).textContent).toBe('权限');
});

test('the groups fit on a screen: the one of the page is open, and this browser remembers the others', async () => {
  enter({ type: 'admin' }, '/admin_permissions');
  const linksOf = async () => linksIn(await menu());
  const pressGroup = async (name: string) => userEvent.click(within(await menu()).getByRole('button', { name }));
  expect(await linksOf()).toEqual(['节点', '入口', '线路', '分流规则', '权限']);
  await pressGroup('节点');
  expect(within(await menu()).queryAllByRole('link')).toEqual([]);
  await pressGroup('系统');
  await userEvent.click(within(await menu()).getByRole('link', { name: '任务' }));
  await waitFor(() => expect(window.location.hash).toBe('#/admin_jobs'));
  cleanup();
  showPage(<Shell c={null} />, '/admin_userlist');
  expect(await linksOf()).toEqual([
    '用户',
    '工单管理',
    '提现',
    '系统设置',
    '操作记录',
    '备份',
    '任务',
    '错误日志',
    '全部流量记录',
  ]);
  await pressGroup('系统');
  expect(await linksOf()).toEqual(['用户', '工单管理', '提现']);
});

test('a page that another one leads to marks that one in the menu', async () => {
  enter({ type: 'admin' }, userAddress(sampleUser._id));
  expect(within(await menu()).getByRole('link', { current: true }).textContent).toBe('用户');
});

test('staff look at what customers see, and come back', async () => {
  enter({ type: 'admin' }, '/admin_permissions');
  await menu();
  await press(shellTexts.toCustomer);
  await waitFor(() => expect(window.location.hash).toBe('#/'));
  const tabs = await screen.findByRole('navigation', { name: shellTexts.names.tabs });
  expect(linksIn(tabs)).toEqual(['首页', '商店', '节点列表', '邀请返利', '订单', '流量记录']);
  await userEvent.click(within(tabs).getByRole('link', { name: '节点列表' }));
  expect(screen.queryByRole('navigation', { name: shellTexts.names.staff })).toBeNull();
  await press(shellTexts.toStaff);
  await waitFor(() => expect(window.location.hash).toBe('#/admin_overview'));
  await menu();
});

test('other pages keep the menu beside them, and are not drawn as wide as lists', async () => {
  enter({ type: 'admin' }, '/windows_errors');
  await menu();
  expect(screen.getByRole('main').hasAttribute('data-wide')).toBe(false);
  await openGroups();
  await userEvent.click(within(await menu()).getByRole('link', { name: '权限' }));
  await waitFor(() => expect(screen.getByRole('main').hasAttribute('data-wide')).toBe(true));
});

test('the menu folds to icons whose names are still read out, and this browser remembers it', async () => {
  enter({ type: 'admin' }, '/admin_permissions');
  await menu();
  await press('收起菜单');
  const link = within(await menu()).getByRole('link', { name: '节点' });
  expect(link.title).toBe('节点');
  expect(localStorage.getItem('staff-menu-folded')).toBe('true');
  await press('展开菜单');
  expect(within(await menu()).getByRole('link', { name: '节点' }).title).toBe('');
});

test('the menu scrolls to the page that is shown when it has another width, and not when a group opens', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(196);
  const resized: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: (element: Element) => void;
      readonly disconnect = (): void => undefined;
      constructor(tell: () => void) {
        this.observe = (element) => void (element.matches('nav') && resized.push(tell));
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  enter({ type: 'admin' }, '/admin_permissions');
  await menu();
  const resize = (): void => resized.forEach((tell) => tell());
  resize();
  expect(seen.mock.contexts.map((link) => (link as Element).textContent)).toEqual(['权限']);
  resize();
  expect(seen).toHaveBeenCalledOnce();
  width.mockReturnValue(40);
  resize();
  expect(seen).toHaveBeenCalledTimes(2);
});

test('after a reload the menu is there before the account is, and while the server is away', async () => {
  const server = enter({ type: 'admin' }, '/admin_permissions');
  await menu();
  await waitFor(() => expect(sessionStorage.getItem(ownKey('staff'))).not.toBeNull());
  server.answer(accountsCalls.userInfo, () => Promise.reject(new Error('the server is away')));
  showPage(<Shell c={null} />, '/admin_permissions');
  expect(await screen.findByRole('button', { name: '重新加载' })).toBeDefined();
  expect(screen.getAllByRole('navigation', { name: shellTexts.names.staff })).toHaveLength(2);
});

test('a new tab of the browser has the menu before the account is known, and begins in the back office', async () => {
  const server = enter({ type: 'admin' }, '/admin_permissions');
  await menu();
  await press(shellTexts.toCustomer);
  await waitFor(() => expect(localStorage.getItem(ownKey('staff'))).toContain('customer'));
  cleanup();
  sessionStorage.clear();
  server.answer(accountsCalls.userInfo, () => new Promise(() => undefined));
  showPage(<Shell c={null} />, '/windows_errors');
  await menu();
  expect(screen.queryByRole('navigation', { name: shellTexts.names.tabs })).toBeNull();
});

test('a page of staff that somebody unknown opens has no frame until it is known whose it is', async () => {
  const { promise, resolve } = Promise.withResolvers<UserInfo>();
  const server = enter({ type: 'admin' }, '/admin_permissions');
  server.answer(accountsCalls.userInfo, () => promise);
  await waitFor(() => expect(server.inputsOf(accountsCalls.userInfo)).toHaveLength(1));
  expect(screen.queryAllByRole('banner')).toEqual([]);
  expect(screen.getByRole('main')).toBeDefined();
  resolve({ ...sampleUser, type: 'admin' });
  await menu();
});

test('a customer who opens a page of staff has their own header once they are known', async () => {
  enter({ type: 'normal' }, '/admin_permissions');
  await screen.findByRole('navigation', { name: shellTexts.names.tabs });
  expect(screen.queryByRole('navigation', { name: shellTexts.names.staff })).toBeNull();
});

test('what was known of one session is not taken for another', async () => {
  sessionStorage.setItem(ownKey('staff'), JSON.stringify({ session: 'another sess', type: 'admin', view: 'staff' }));
  enter({ type: 'normal' }, '/windows_errors');
  await screen.findByRole('button', { name: /账号菜单/ });
  expect(screen.queryByRole('navigation', { name: shellTexts.names.staff })).toBeNull();
});

test('a phone has the same groups in a drawer, which closes when a page is chosen', async () => {
  setWidth(390);
  enter({ type: 'admin' }, '/admin_permissions');
  // Customers have a button of that name, too; this one is only there for staff.
  await screen.findByRole('button', { name: '查找' });
  await press('菜单');
  const drawer = await screen.findByRole('dialog');
  expect(
    within(drawer)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['总览', '客户', '商品与收款', '节点', '营销', '系统']);
  await userEvent.click(within(drawer).getByRole('button', { name: '客户' }));
  await userEvent.click(within(drawer).getByRole('link', { name: '用户' }));
  await waitFor(() => expect(window.location.hash).toBe('#/admin_userlist'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
