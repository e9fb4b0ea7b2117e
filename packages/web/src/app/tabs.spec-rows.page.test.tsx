import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { noticesCalls } from '@skyport/contract/notices';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { setWidth } from '../testing/browser.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { sampleHost, sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press } from '../testing/user-actions.ts';
import { Shell } from './shell.tsx';
import { tabNames } from './testing/specified.ts';
import { texts } from './texts.ts';

/* The tabs that a viewer sees, by the addresses of their links. */

beforeEach(() => setWidth(1440));
afterEach(() => setWidth(1440));

const AGENCY_HOST = { agency_user_domain: window.location.hostname };

const open = (user: Partial<UserInfo> | undefined, host: object = {}): void => {
  if (user) writeCookie('token', 'a token of somebody');
  fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, ...user }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => ({ ...sampleHost, ...host }));
  showPage(<Shell c={null} />, '/windows_errors');
};

/** The name of the tab that a link leads to. */
const nameOf = (link: HTMLElement): string => (link.getAttribute('href') ?? '').replace(/^#\//, '') || 'root';
const namesIn = (menu: HTMLElement): string[] => within(menu).queryAllByRole('link').map(nameOf);

/** The customers' tabs: those in the header, then those behind 更多. */
const customerTabs = async (): Promise<string[]> => {
  const row = await screen.findByRole('navigation', { name: texts.names.tabs });
  const inline = namesIn(row);
  const more = within(row).queryByRole('button', { name: new RegExp(`^${texts.more}`) });
  if (!more) return inline;
  await userEvent.click(more);
  return [...inline, ...(await screen.findAllByRole('menuitem')).map(nameOf)];
};
const ofVisitor = async (): Promise<string[]> => {
  await waitFor(() => expect(screen.getByRole('banner').textContent).toContain('登录'));
  return customerTabs();
};
const ofAccount = async (): Promise<string[]> => {
  await screen.findByRole('button', { name: /账号菜单/ });
  return customerTabs();
};
/** The menu of staff, and then what they see when they look at the customers' pages. */
const ofStaff = async (): Promise<{ readonly staff: string[]; readonly customer: string[] }> => {
  const menu = await screen.findByRole('navigation', { name: texts.names.staff });
  for (const group of within(menu).queryAllByRole('button', { expanded: false })) await userEvent.click(group);
  const staff = namesIn(menu);
  await press(texts.toCustomer);
  return { staff, customer: await customerTabs() };
};

const forEverybody = ['root', 'shop', 'agents'];
const forAccounts = ['order', 'traffic_records', 'push', 'windows_errors', 'feedback', 'user_info'];
const forPartners = ['channel', 'wallet'];
const customer = [...forEverybody, ...forAccounts, ...forPartners].toSorted();
const marketing = ['admin_coupon', 'coupon_records', 'admin_prize'].toSorted();

test('a visitor is shown tutorial, shop, nodes, rebates and wallet', async () => {
  open(undefined);
  expect((await ofVisitor()).toSorted()).toEqual([...forEverybody, ...forPartners].toSorted());
});

test('an account without a type is shown what a visitor is shown', async () => {
  open({ type: undefined });
  expect((await ofAccount()).toSorted()).toEqual([...forEverybody, ...forPartners].toSorted());
});

test('a normal account is shown neither rebates nor wallet', async () => {
  open({ type: 'normal' });
  expect((await ofAccount()).toSorted()).toEqual([...forEverybody, ...forAccounts].toSorted());
});

test('a channel account is shown every tab of customers and none of staff', async () => {
  open({ type: 'channel' });
  expect((await ofAccount()).toSorted()).toEqual(customer);
  expect(screen.queryByRole('navigation', { name: texts.names.staff })).toBeNull();
});

test('operations staff are shown coupons, their records and prizes besides the tabs of customers', async () => {
  open({ type: 'yunying' });
  const shown = await ofStaff();
  expect(shown.staff.toSorted()).toEqual(marketing);
  expect(shown.customer.toSorted()).toEqual(customer);
});

test('an admin is shown every tab of the specification', async () => {
  open({ type: 'admin' });
  const shown = await ofStaff();
  const names = [...shown.staff, ...shown.customer];
  expect(tabNames.filter((name) => !names.includes(name))).toEqual([]);
  expect(shown.customer.toSorted()).toEqual(customer);
});

test('an agency customer is shown tutorial, nodes, traffic records and account alone', async () => {
  open({ is_agency_user: true });
  expect(await ofAccount()).toEqual(['root', 'agents', 'traffic_records', 'user_info']);
});

test('a visitor of the agency domain is shown tutorial and nodes alone', async () => {
  open(undefined, AGENCY_HOST);
  const row = await screen.findByRole('navigation', { name: texts.names.tabs });
  await waitFor(() => expect(namesIn(row)).toEqual(['root', 'agents']));
  expect(within(row).queryByRole('button')).toBeNull();
});
