import { accountsCalls, type UserInfo } from '@skyport/contract/accounts';
import { nodesCalls } from '@skyport/contract/nodes';
import { noticesCalls } from '@skyport/contract/notices';
import { paymentsCalls, type StaffTrade } from '@skyport/contract/payments';
import { permissionsCalls } from '@skyport/contract/permissions';
import { usersCalls, type UserRow } from '@skyport/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCookie } from '../../device/cookies.ts';
import { sampleLine, sampleNode } from '../../nodes/testing.ts';
import { fakeServer, refusal, type FakeServer } from '../../testing/fake-server.ts';
import { sampleHost, sampleOrder, sampleUser } from '../../testing/samples.ts';
import { showPage } from '../../testing/show-page.tsx';
import { press } from '../../testing/user-actions.ts';
import { orderAddress } from '../../list-page/order-address.ts';
import { userAddress } from '../../list-page/user-address.ts';
import { commonTexts } from '../../ui/common-texts.ts';
import { sampleAccount } from '../../users/testing.ts';
import { Shell } from '../shell.tsx';
import { texts as shellTexts } from '../texts.ts';
import { texts } from './texts.ts';

const customer: UserRow = { ...sampleAccount, email: 'wang@example.com', channel_code: 'SPRING' };
const other: UserRow = { ...sampleAccount, _id: `${sampleAccount._id.slice(0, -1)}2`, email: 'wu@example.com' };

const open = async (type: UserInfo['type'] = 'admin', at = '/admin_permissions'): Promise<FakeServer> => {
  writeCookie('token', 'a token of somebody');
  const server = fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, type }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost)
    .answer(permissionsCalls.list, () => [])
    .answer(nodesCalls.list, () => [sampleNode])
    .answer(nodesCalls.lineList, () => [sampleLine])
    .answer(usersCalls.user, ({ uid }) => ({
      ...(uid === other._id ? other : customer),
      agent_email: '',
      inviter_email: '',
      permissions: [],
    }))
    .answer(usersCalls.userlist, ({ filterStr }) => {
      const users = [customer].filter(({ email }) => email.includes(filterStr));
      return { users, total: users.length };
    });
  showPage(<Shell c={null} />, at);
  await screen.findByRole('navigation', { name: shellTexts.names.staff });
  return server;
};

const field = (): Promise<HTMLElement> => screen.findByRole('combobox', { name: texts.findLabel });
const names = (): readonly (string | null)[] =>
  screen.getAllByRole('option').map((option) => option.firstElementChild!.textContent);
const chosen = (): string | null => screen.getByRole('option', { selected: true }).firstElementChild!.textContent;

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s opens it, Escape closes it', async (keys) => {
  await open();
  await userEvent.keyboard(keys);
  await field();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('its button opens it, and the field is there to type into', async () => {
  await open();
  await press(texts.find);
  const typed = await field();
  await waitFor(() => expect(document.activeElement).toBe(typed));
  expect(names()).toContain('线路');
  expect(names()).toContain('使用异常');
});

test('arrows choose among what is found, Enter opens it and closes the bar', async () => {
  await open();
  await press(texts.find);
  await userEvent.type(await field(), '优惠券');
  expect(names()).toEqual(['优惠券列表', '优惠券使用记录']);
  expect(chosen()).toBe('优惠券列表');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe('优惠券使用记录');
  const active = (await field()).getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.getAttribute('aria-selected')).toBe('true');
  await userEvent.keyboard('{ArrowDown}');
  expect(chosen()).toBe('优惠券列表');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#/coupon_records'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('nodes and lines are found by what they are called, and lead to their list, searched for them', async () => {
  await open();
  await press(texts.find);
  await userEvent.type(await field(), '香港');
  const lines = await screen.findByRole('group', { name: texts.kinds.lines });
  expect(within(lines).getByRole('option').textContent).toContain(`${sampleNode.name} · ${sampleLine.protocol}`);
  // The menu has a group of that name, too.
  const nodes = within(screen.getByRole('dialog')).getByRole('group', { name: texts.kinds.nodes });
  await userEvent.click(within(nodes).getByRole('option'));
  await waitFor(() => expect(window.location.hash).toContain('#/admin_agents?find='));
  expect(((await screen.findByRole('searchbox')) as HTMLInputElement).value).toBe(sampleNode.name);
});

test('accounts are found by the server, asked when keys pause, and lead to the page of the account', async () => {
  const server = await open();
  await press(texts.find);
  await userEvent.type(await field(), 'wang');
  const users = await screen.findByRole('group', { name: texts.kinds.users });
  const asked = server.inputsOf(usersCalls.userlist).map(({ filterStr, number }) => [filterStr, number]);
  expect(asked.at(-1)).toEqual(['wang', 5]);
  // A busy machine may pause between two keys, and never between all of them.
  expect(asked.length).toBeLessThan(4);
  await userEvent.click(within(users).getByRole('option'));
  await waitFor(() => expect(window.location.hash).toBe(`#${userAddress(customer._id)}`));
  await waitFor(() => expect(server.inputsOf(usersCalls.user)).toEqual([{ uid: customer._id }]));
});

const trade: StaffTrade = {
  _id: '01970000-0000-7000-8060-0000000000c1',
  username: 'wang@example.com',
  user_id: sampleAccount._id,
  desc: '会员月卡',
  tradeno: '0197000000007000806000000000000c1',
  fromChannel: '',
  request_pay_amound: 30,
  fee: 0,
  received: 0,
  unclaimed: 0,
  flag: '',
  rewardMoney: 0,
  pay_mode: 'alipay',
  device: 'pc',
  third_pay_platform: '支付宝',
  status: 'topay',
  order_status: 'topay',
  state: 'open',
  create_time: '2026-11-21T04:00:00.000Z',
  add_traffic: 0,
  add_vip_duration: 30,
  off_sale: false,
  order_id: sampleOrder._id,
};
const soldTo = {
  user_id: sampleAccount._id,
  email: 'wang@example.com',
  is_agency_user: false,
  owes: 30,
  off_sale: false,
  flags: [],
  asked_fees: [],
  can_flag: false,
};

test('an order whose newest attempt was closed is found as it stands itself', async () => {
  const closed: StaffTrade = { ...trade, status: 'cancled', state: 'closed' };
  (await open())
    .answer(paymentsCalls.tradeList, () => [closed])
    .answer(paymentsCalls.getOrderForTrade, () => refusal('notFound'));
  await press(texts.find);
  await userEvent.type(await field(), '8060-0000');
  const orders = await screen.findByRole('group', { name: texts.kinds.orders });
  expect(within(orders).getByRole('option').textContent).toContain('未支付');
});

test('orders are found by a part of their number or of a trade’s, and lead to the order’s window', async () => {
  const server = (await open())
    .answer(paymentsCalls.tradeList, () => [trade, { ...trade, _id: customer._id }])
    .answer(paymentsCalls.getOrderForTrade, () => ({ ...sampleOrder, ...soldTo }));
  await press(texts.find);
  await userEvent.type(await field(), '8060-0000');
  const orders = await screen.findByRole('group', { name: texts.kinds.orders });
  expect(within(orders).getAllByRole('option')).toHaveLength(1);
  expect(within(orders).getByRole('option').textContent).toContain('wang@example.com · 未支付');
  expect(server.inputsOf(paymentsCalls.tradeList).at(-1)).toEqual({
    requestNumber: 5,
    filterStr: '8060-0000',
    flagged: false,
  });
  expect(server.inputsOf(paymentsCalls.getOrderForTrade)).toEqual([]);
  await userEvent.click(within(orders).getByRole('option'));
  await waitFor(() => expect(window.location.hash).toBe(`#${orderAddress(sampleOrder._id)}`));
  await waitFor(() => expect(server.inputsOf(paymentsCalls.getOrderForTrade)).toEqual([{ order_id: sampleOrder._id }]));
});

test('an order that nobody has begun to pay is found by its whole number; what is no number is not asked for', async () => {
  const server = (await open())
    .answer(paymentsCalls.tradeList, () => [])
    .answer(paymentsCalls.getOrderForTrade, () => ({ ...sampleOrder, ...soldTo }));
  await press(texts.find);
  await userEvent.type(await field(), '香港');
  await screen.findByRole('group', { name: texts.kinds.lines });
  expect(server.inputsOf(paymentsCalls.tradeList)).toEqual([]);
  await userEvent.clear(await field());
  await userEvent.paste(sampleOrder._id.toUpperCase());
  const orders = await screen.findByRole('group', { name: texts.kinds.orders });
  expect(within(orders).getByRole('option').textContent).toContain(sampleOrder.desc);
  server.answer(paymentsCalls.getOrderForTrade, () => refusal('notFound'));
  await userEvent.clear(await field());
  await userEvent.paste(trade._id);
  await screen.findByText(texts.nothingFound);
});

test('another account found from the page of an account takes its place there', async () => {
  const server = await open('admin', userAddress(other._id));
  await waitFor(() => expect(server.inputsOf(usersCalls.user)).toEqual([{ uid: other._id }]));
  await press(texts.find);
  await userEvent.type(await field(), 'wang');
  await userEvent.click(await screen.findByRole('option', { name: /wang@example.com/ }));
  await waitFor(() => expect(window.location.hash).toBe(`#${userAddress(customer._id)}`));
  await waitFor(() => expect(server.inputsOf(usersCalls.user).at(-1)).toEqual({ uid: customer._id }));
});

test('another node found from the list of nodes replaces the search there', async () => {
  await open('admin', '/admin_agents?find=first');
  await waitFor(() => expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('first'));
  await press(texts.find);
  await userEvent.type(await field(), sampleNode.name);
  const nodes = within(screen.getByRole('dialog')).getByRole('group', { name: texts.kinds.nodes });
  await userEvent.click(within(nodes).getByRole('option'));
  await waitFor(() => expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe(sampleNode.name));
});

test('settings are found by label and name, and lead to their page, searched for them', async () => {
  await open();
  await press(texts.find);
  await userEvent.type(await field(), '发信端口');
  await waitFor(() => expect(names()).toEqual(['发信端口']));
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'smtp_port{Enter}');
  await waitFor(() => expect(window.location.hash).toBe('#/admin_config?find=smtp_port'));
});

test('operations staff find their pages, and no list that is not theirs is asked', async () => {
  const server = await open('yunying', '/windows_errors');
  await press(texts.find);
  await userEvent.type(await field(), '券');
  expect(names()).toEqual(['优惠券列表', '优惠券使用记录']);
  await userEvent.clear(await field());
  await userEvent.type(await field(), '香港');
  await screen.findByText(texts.nothingFound);
  expect(server.inputsOf(usersCalls.userlist)).toEqual([]);
  expect(server.inputsOf(nodesCalls.list)).toEqual([]);
  expect(server.inputsOf(nodesCalls.lineList)).toEqual([]);
  await userEvent.clear(await field());
  await userEvent.paste(sampleOrder._id);
  await screen.findByText(texts.nothingFound);
  expect(server.inputsOf(paymentsCalls.tradeList)).toEqual([]);
  expect(server.inputsOf(paymentsCalls.getOrderForTrade)).toEqual([]);
});

test('where nothing loaded, the bar does not speak of a part', async () => {
  const server = await open();
  server.answer(usersCalls.userlist, () => refusal('fault'));
  await press(texts.find);
  await userEvent.type(await field(), '没有的名称');
  await screen.findByText(commonTexts.failed);
  expect(screen.queryByText(texts.findFailed)).toBeNull();
});

test('a list that does not load leaves the others, says so, and is asked for once more', async () => {
  const server = await open();
  server.answer(usersCalls.userlist, () => refusal('fault'));
  await press(texts.find);
  await userEvent.type(await field(), '香港');
  await screen.findByText(texts.findFailed);
  expect(names()).toEqual([sampleNode.name, sampleLine.name]);
  const reads = server.inputsOf(nodesCalls.list).length;
  server.answer(usersCalls.userlist, () => ({ users: [customer], total: 1 }));
  await press(commonTexts.retry);
  await screen.findByRole('group', { name: texts.kinds.users });
  expect(screen.queryByText(texts.findFailed)).toBeNull();
  expect(server.inputsOf(nodesCalls.list)).toHaveLength(reads);
});

test('nothing opens above a window, which may hold what was not saved', async () => {
  await open();
  await press('新增权限');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('customers have no command bar', async () => {
  writeCookie('token', 'a token of somebody');
  fakeServer()
    .answer(accountsCalls.userInfo, () => sampleUser)
    .answer(accountsCalls.myPermissions, () => [])
    .answer(noticesCalls.list, () => [])
    .answer(noticesCalls.hostGet, () => sampleHost);
  showPage(<Shell c={null} />, '/windows_errors');
  await screen.findByRole('button', { name: /账号菜单/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
