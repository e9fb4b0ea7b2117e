import { auditCalls } from '@skyport/contract/audit';
import { linkWatchCalls } from '@skyport/contract/link-watch';
import { paymentsCalls } from '@skyport/contract/payments';
import { permissionsCalls } from '@skyport/contract/permissions';
import { secondStepCalls } from '@skyport/contract/second-step';
import { usersCalls as calls, type UserDetail } from '@skyport/contract/users';
import { DEFAULT_TIMEZONE } from '@skyport/contract/units';
import { type LineAccess, type ServingCondition, servingConditions } from '@skyport/contract/users-page';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { texts as tradeTexts } from '../payments/texts.ts';
import { watchTexts } from '../subscription/watch-texts.ts';
import { type FakeServer, fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import { commonTexts } from '../ui/common-texts.ts';
import { texts as formTexts } from '../ui/schema-form/texts.ts';
import { setShopZone } from '../ui/shop-time.ts';
import { accountReads } from './account-reads.ts';
import { pageTexts as texts } from './page-texts.ts';
import { moneyAddress, tradesAddress } from '../list-page/order-address.ts';
import { userAddress } from '../list-page/user-address.ts';
import { sampleAccount } from './testing.ts';
import { texts as listTexts } from './texts.ts';
import UserPage from './user.page.tsx';
import { failuresOf, verdictOf } from './user-tables.tsx';
import { sampleOrder } from '../testing/samples.ts';

const user: UserDetail = { ...sampleAccount, agent_email: '', inviter_email: 'partner@example.com', permissions: [] };
const ID = (n: number): string => `01970000-0000-7000-8000-00000000010${n}`;
const until = '2099-01-01T00:00:00.000Z';

/** Every condition but those named holds. */
const conditions = (...failing: readonly ServingCondition[]): Record<ServingCondition, boolean> =>
  Object.fromEntries(servingConditions.map((name) => [name, !failing.includes(name)])) as Record<
    ServingCondition,
    boolean
  >;

const serve = (change: Partial<UserDetail> = {}): FakeServer =>
  fakeServer()
    .answer(calls.user, () => ({ ...user, ...change }))
    .answer(calls.balances, () => ({
      traffic_left: 48 * 1024 ** 3,
      trial_left: 0,
      pending: 0,
      overrun: 0,
      trials: [],
      day_limit: 0,
      day_used: 0,
      member: false,
      paused_until: null,
      wallet: 36.5,
      wallet_rebate: 8.5,
      wallet_hold: 0,
      withdrawing: 0,
      in_transfer: 0,
    }))
    .answer(calls.getUserChannel, () => ({
      email: user.email,
      name: '海港',
      code: 'HARBOUR',
      rewardRate: 0.075,
      comsumerDuration: 365,
    }))
    .answer(calls.lineAccess, () => [
      {
        _id: ID(1),
        name: '香港',
        node: '甲',
        public: false,
        permission: '',
        served: true,
        problem: '',
        conditions: conditions(),
      },
      {
        _id: ID(2),
        name: '家宽',
        node: '乙',
        public: false,
        permission: '住宅',
        served: false,
        problem: '地址无效',
        conditions: conditions('valid', 'entry', 'permission'),
      },
    ])
    .answer(calls.orders, () => [])
    .answer(calls.records, () => [])
    .answer(calls.couponUses, () => [])
    .answer(calls.sessions, () => [
      {
        _id: ID(3),
        device: 'Chrome · Windows',
        network: '203.0.113.*',
        createTime: until,
        lastSeen: until,
        current: false,
      },
    ])
    .answer(calls.notices, () => [{ _id: ID(4), desc: '流量不足', time: until, clicked: null }])
    .answer(permissionsCalls.list, () => [{ _id: ID(5), name: '住宅', desc: '', useTimes: 0, holders: 3 }])
    .answer(linkWatchCalls.linkFetchesOf, () => ({ fetches: [], networks: 0, networksToday: 0, alarmAbove: 12 }))
    .answer(auditCalls.list, () => ({ entries: [], total: 0 }));

const show = (): void => showPage(<UserPage />, userAddress(user._id));

test('everything that is known of an account is asked for by its id', async () => {
  const fake = serve();
  show();
  expect(await screen.findByRole('heading', { level: 2, name: user.email })).toBeDefined();
  expect(screen.getByRole('heading', { level: 1, name: texts.title })).toBeDefined();
  expect(await screen.findByText('48.00 G')).toBeDefined();
  expect(screen.getByText('36.500 元')).toBeDefined();
  expect(screen.getByText(texts.balances.rebate).nextElementSibling?.textContent).toBe('8.500 元');
  expect(screen.getByText('partner@example.com')).toBeDefined();
  await rowOf('流量不足');
  for (const call of [calls.user, calls.balances, calls.orders, calls.lineAccess, calls.records, calls.sessions])
    expect(fake.inputsOf(call), call.path).toEqual([{ uid: user._id }]);
  await waitFor(() => expect(fake.inputsOf(calls.couponUses)).toEqual([{ uid: user._id }]));
  await waitFor(() => expect(fake.inputsOf(auditCalls.list)).toMatchObject([{ object: user._id }]));
});

test('the page shows five fetches of the link, and the others when asked', async () => {
  const fetches = Array.from({ length: 7 }, (_, at) => ({
    network: `203.0.${at}.0/24`,
    client: 'surge',
    version: '',
    firstHour: until,
    lastHour: until,
    count: 1,
    days: 1,
  }));
  serve().answer(linkWatchCalls.linkFetchesOf, () => ({ fetches, networks: 7, networksToday: 7, alarmAbove: 12 }));
  show();
  const list = within(await screen.findByRole('list', { name: watchTexts.list }));
  expect(list.getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(screen.getByRole('button', { name: watchTexts.all(7) }));
  expect(list.getAllByRole('listitem')).toHaveLength(7);
});

test('an account leads to its trades and to its money', async () => {
  serve();
  show();
  const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await hrefOf(texts.orders.toTrades)).toBe(`#${tradesAddress(user.email)}`);
  expect(await hrefOf(texts.orders.toMoney)).toBe(`#${moneyAddress(user.email)}`);
});

test('each line shows only what keeps the account from it, below one verdict on all lines', async () => {
  serve();
  show();
  const open = await rowOf('香港');
  expect(open.textContent).toContain(texts.lines.served);
  const marksIn = (row: HTMLElement) =>
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(within(open).queryAllByRole('listitem')).toEqual([]);
  const closed = await rowOf('家宽');
  expect(closed.textContent).toContain(texts.lines.refused);
  const reasons = ['线路不在该用户的订阅中：地址无效', '入口已隐藏', '缺少权限“住宅”'];
  expect(marksIn(closed)).toEqual(reasons);
  expect(failuresOf({ conditions: conditions('permission'), permission: '', problem: '' })).toEqual(['缺少权限']);
  // One verdict stands above the lines.
  expect(screen.getByText(texts.lines.someRefused(1, 2, reasons))).toBeDefined();
});

test('the verdict on all lines names only what they have in common', () => {
  const line = (...failing: ServingCondition[]): LineAccess => ({
    _id: ID(1),
    name: '香港',
    node: '甲',
    public: false,
    permission: '',
    served: failing.length === 0,
    problem: '',
    conditions: conditions(...failing),
  });
  expect(verdictOf([line(), line()])).toBe('全部 2 条线路可用');
  expect(verdictOf([line('balance'), line('balance', 'online')])).toBe(
    `全部 2 条线路都不可用：${texts.lines.conditions.balance.fails}`,
  );
  expect(verdictOf([line('entry'), line('online'), line()])).toBe('3 条线路中 2 条不可用，原因各不相同');
});

test('orders of the account stand there, also unpaid ones, each with the window that staff write receipts in', async () => {
  // Staff read the shop's times, wherever their browser stands.
  setShopZone('America/New_York');
  onTestFinished(() => setShopZone(DEFAULT_TIMEZONE));
  const create_time = '2026-11-20T16:00:05.000Z';
  const order = { ...sampleOrder, desc: '会员月卡', off_sale: true, create_time };
  const fake = serve()
    .answer(calls.orders, () => [order])
    .answer(paymentsCalls.getOrderForTrade, () => ({
      ...order,
      user_id: user._id,
      email: user.email,
      is_agency_user: false,
      flags: [],
      asked_fees: [],
      can_flag: false,
      owes: 30,
      off_sale: true,
    }));
  show();
  const row = await rowOf('会员月卡（已下架）');
  expect(row.textContent).toContain('2026-11-20 11:00:05');
  await userEvent.click(within(row).getByRole('button', { name: texts.orders.details }));
  const dialog = within(await screen.findByRole('dialog', { name: tradeTexts.details }));
  expect(await dialog.findByRole('button', { name: tradeTexts.receipt.open })).toBeDefined();
  expect(dialog.getByRole('heading', { name: '会员月卡（已下架）' })).toBeDefined();
  expect(dialog.getByText('2026-11-20 11:00:05')).toBeDefined();
  expect(fake.inputsOf(paymentsCalls.getOrderForTrade)).toEqual([{ order_id: order._id }]);
});

test('all sessions are ended after a question', async () => {
  const fake = serve().answer(calls.endSessions, () => ({ ended: 1 }));
  show();
  await press(texts.sessions.end);
  expect(await screen.findByText(texts.sessions.endText)).toBeDefined();
  expect(fake.inputsOf(calls.endSessions)).toEqual([]);
  await press('确认');
  expect(await screen.findByText(texts.sessions.ended(1).text)).toBeDefined();
  expect(fake.inputsOf(calls.endSessions)).toEqual([{ uid: user._id }]);
});

test('one device is logged out by itself after a question; the one of whoever looks is not', async () => {
  const [session] = [{ device: 'Chrome · Windows', network: '', createTime: until, lastSeen: until }];
  const fake = serve()
    .answer(calls.sessions, () => [
      { ...session!, _id: ID(3), current: true },
      { ...session!, _id: ID(8), device: 'Safari · iPhone', current: false },
    ])
    .answer(calls.endSession, () => ({}));
  show();
  await press(texts.sessions.endOneOf('Safari · iPhone'));
  expect(screen.queryByRole('button', { name: texts.sessions.endOneOf('Chrome · Windows') })).toBeNull();
  expect(await screen.findByText(texts.sessions.endOneText)).toBeDefined();
  expect(fake.inputsOf(calls.endSession)).toEqual([]);
  await press('确认');
  expect(await screen.findByText(texts.sessions.endedOne.text)).toBeDefined();
  expect(fake.inputsOf(calls.endSession)).toEqual([{ uid: user._id, id: ID(8) }]);
});

test('a permission is given until the end of a day and taken back, beside what the account holds', async () => {
  const kept = { id: ID(6), name: '回国', expireTime: until };
  const fake = serve({ permissions: [kept] }).answer(calls.updateUser, () => user);
  show();
  const held = { id: kept.id, expireTime: until };
  await press(texts.permissions.give);
  const dialog = within(await screen.findByRole('dialog', { name: texts.permissions.give }));
  await userEvent.click(await dialog.findByRole('button', { name: commonTexts.confirm }));
  expect(await dialog.findByText(formTexts.choose)).toBeDefined();
  expect(dialog.getByText(texts.permissions.noDay)).toBeDefined();
  expect(fake.inputsOf(calls.updateUser)).toEqual([]);
  await userEvent.selectOptions(dialog.getByLabelText(texts.permissions.fields.permission), '住宅');
  await userEvent.type(dialog.getByLabelText(texts.permissions.fields.until), '2098-06-01');
  await userEvent.click(dialog.getByRole('button', { name: commonTexts.confirm }));
  const [given] = await waitFor(() => {
    expect(fake.inputsOf(calls.updateUser)).toHaveLength(1);
    return fake.inputsOf(calls.updateUser);
  });
  const expireTime = new Date('2098-06-01T23:59:59+08:00').toISOString();
  expect(given).toMatchObject({ permissions: [held, { id: ID(5), expireTime }], shown: { permissions: [held] } });
  await press(texts.permissions.takeOf('回国'));
  await press('确认');
  await waitFor(() => expect(fake.inputsOf(calls.updateUser)[1]).toMatchObject({ permissions: [] }));
});

test('whoever was overtaken sees what the account holds now, and gives beside that', async () => {
  const kept = { id: ID(6), name: '回国', expireTime: until };
  const theirs = { id: ID(7), name: '游戏', expireTime: until };
  const fake = serve({ permissions: [kept] }).answer(calls.updateUser, () => {
    fake.answer(calls.user, () => ({ ...user, permissions: [kept, theirs] }));
    return refusal('conflict');
  });
  show();
  await press(texts.permissions.takeOf('回国'));
  await press('确认');
  await screen.findByRole('button', { name: texts.permissions.takeOf('游戏') });
  fake.answer(calls.updateUser, () => user);
  await press(texts.permissions.takeOf('回国'));
  await press('确认');
  const held = [kept, theirs].map(({ id }) => ({ id, expireTime: until }));
  await waitFor(() =>
    expect(fake.inputsOf(calls.updateUser)[1]).toMatchObject({ permissions: [held[1]], shown: { permissions: held } }),
  );
});

test('what staff decided about an account stands among its facts, and its own channel', async () => {
  const fake = serve({ normalPermission: true, forceReward: true, canChangePassword: false });
  show();
  const facts = within(await screen.findByLabelText(texts.facts));
  const of = (label: string) => facts.getByText(label).nextElementSibling?.textContent;
  const { fact, on, off } = texts;
  const labels = [fact.normalPermission, fact.forceReward, fact.canChangeKey, fact.canChangePassword];
  expect(labels.map(of)).toEqual([on, on, on, off]);
  await waitFor(() => expect(of(fact.ownChannel)).toBe('海港 · HARBOUR · 返利 7.5% · 365 天'));
  expect(fake.inputsOf(calls.getUserChannel)).toEqual([{ user_id: user._id }]);
});

test('an id that nobody has says so, and leads back to the list', async () => {
  fakeServer().answer(calls.user, () => refusal('notFound'));
  show();
  expect(await screen.findByText(texts.nobody)).toBeDefined();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  expect(screen.getByRole('link', { name: texts.back }).getAttribute('href')).toBe('#/admin_userlist');
});

test('an account that could not be read offers to try again, and the way back stays', async () => {
  fakeServer().answer(calls.user, () => refusal('fault'));
  show();
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
  expect(screen.getByRole('link', { name: texts.back })).toBeDefined();
});

test('the account is edited from its page', async () => {
  serve();
  show();
  await press(listTexts.edit.open);
  expect(await screen.findByRole('dialog', { name: listTexts.edit.title(user.email) })).toBeDefined();
});

test('without any permission to give, the window says where one is made', async () => {
  serve().answer(permissionsCalls.list, () => []);
  show();
  await press(texts.permissions.give);
  expect(await screen.findByText(texts.permissions.nothing)).toBeDefined();
});

test('after any change of the account its page shows what followed from it', async () => {
  const fake = serve({ second_step: true })
    .answer(calls.endSessions, () => ({ ended: 1 }))
    .answer(secondStepCalls.removeSecondStep, () => ({}));
  // The list is not shown on this page.
  const shown = accountReads.filter((call) => call !== calls.userlist);
  const reads = (): readonly number[] => shown.map((call) => fake.inputsOf(call).length);
  show();
  await waitFor(() => expect(reads()).toEqual(shown.map(() => 1)));
  await press(texts.sessions.end);
  await press('确认');
  await waitFor(() => expect(reads()).toEqual(shown.map(() => 2)));
  await userEvent.click(await screen.findByLabelText(/^更多操作/));
  await userEvent.click(await screen.findByRole('menuitem', { name: listTexts.secondStep.remove }));
  await press('确认');
  await waitFor(() => expect(reads()).toEqual(shown.map(() => 3)));
});
