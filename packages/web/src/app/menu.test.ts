import { expect, test } from 'vitest';
import { menusFor, tabPages, tabsFor, type TabViewer } from './menu.ts';
import { staffGroups } from './page-row.ts';
import { tabNames } from './testing/specified.ts';

const names = (type: TabViewer['type'], agencyView = false): readonly string[] =>
  tabsFor({ type, agencyView }).map(({ tab }) => tab.name);

const couponsAndPrizes = ['admin_coupon', 'coupon_records', 'admin_prize'];
const customer = ['order', 'traffic_records', 'push', 'windows_errors', 'feedback', 'user_info'];

test('a visitor, and an account without a type, see tutorial, shop, nodes, rebates and wallet', () => {
  expect(names(undefined)).toEqual(['root', 'shop', 'agents', 'channel', 'wallet']);
});

test('a normal account sees neither rebates nor wallet', () => {
  expect([...names('normal')].sort()).toEqual(['root', 'shop', 'agents', ...customer].sort());
});

test('an agency with a normal account finds the way to its customers', () => {
  const tabs = tabsFor({ type: 'normal', agencyView: false, isAgency: true }).map(({ tab }) => tab.name);
  expect(tabs.filter((name) => !names('normal').includes(name))).toEqual(['channel']);
});

test('a channel account sees all that customers can see', () => {
  expect([...names('channel')].sort()).toEqual(['root', 'shop', 'agents', 'channel', 'wallet', ...customer].sort());
});

test('operations staff also see coupons, their records and prizes', () => {
  expect([...names('yunying')].sort()).toEqual([...names('channel'), ...couponsAndPrizes].sort());
});

test('an admin sees every tab', () => {
  expect(names('admin')).toEqual(tabPages.map(({ tab }) => tab.name));
});

test('the tabs of customers stand in the order of the specification', () => {
  const names = tabPages.filter(({ tab }) => tab.group === 'customer').map(({ tab }) => tab.name);
  expect(names).toEqual(tabNames.filter((name) => names.includes(name)));
});

test('an agency customer sees tutorial, nodes, traffic records and account, an agency visitor what of it is for visitors', () => {
  expect(names('normal', true)).toEqual(['root', 'agents', 'traffic_records', 'user_info']);
  expect(names(undefined, true)).toEqual(['root', 'agents']);
});

test('no menu leads to a page that does not exist yet', () => {
  for (const type of ['admin', 'yunying', 'normal', undefined] as const) {
    const { customer, staff } = menusFor({ type, agencyView: false });
    const shown = [...customer, ...staff];
    expect(shown.filter(({ built }) => !built)).toEqual([]);
    expect(shown.length).toBe(tabsFor({ type, agencyView: false }).filter(({ built }) => built).length);
  }
});

test('only staff have a menu of staff, and not on the agency domain', () => {
  expect(menusFor({ type: 'channel', agencyView: false }).staff).toEqual([]);
  expect(menusFor({ type: undefined, agencyView: false }).staff).toEqual([]);
  expect(menusFor({ type: 'admin', agencyView: true }).staff).toEqual([]);
  expect(menusFor({ type: 'admin', agencyView: false }).staff.length).toBeGreaterThan(0);
});

test('the table has the pages of a group beside each other, groups in their order', () => {
  const order = tabPages.flatMap(({ tab }) => (tab.group === 'customer' ? [] : [staffGroups.indexOf(tab.group)]));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
