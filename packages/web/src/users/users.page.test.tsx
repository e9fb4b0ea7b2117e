import { linkWatchCalls, type LinkFetches } from '@skyport/contract/link-watch';
import { secondStepCalls } from '@skyport/contract/second-step';
import { usersCalls as calls } from '@skyport/contract/users';
import { EditableUser } from '@skyport/contract/users-form';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { choose, press, rowOf } from '../testing/user-actions.ts';
import { showPage } from '../testing/show-page.tsx';
import { texts as tableTexts } from '../ui/data-table/texts.ts';
import { dateTime } from '../ui/format.ts';
import { texts as formTexts } from '../ui/schema-form/texts.ts';
import { dayTexts } from '../list-page/day-texts.ts';
import { staffRecordTexts } from '../list-page/staff-record-texts.ts';
import { debugLink, noFilters, startQuery, userInput } from './rules.ts';
import { sampleAccount as user } from './testing.ts';
import { texts } from './texts.ts';
import UsersPage from './users.page.tsx';

const { merge: mergeTexts } = staffRecordTexts;

test('days run from their first to their last ms, by the zone of the shop', () => {
  const { fromTimestamp, toTimestamp } = userInput(startQuery, { ...noFilters, from: '2026-11-01', to: '2026-11-01' });
  expect(fromTimestamp).toBe(Date.parse('2026-11-01T00:00:00+08:00'));
  expect(toTimestamp! - fromTimestamp!).toBe(86_400_000 - 1);
  expect(userInput(startQuery, { ...noFilters, from: '1900-01-01' })).toMatchObject({ fromTimestamp: 0 });
});

test('all accounts are asked for by the thousand, page by page', async () => {
  const fake = fakeServer().answer(calls.userlist, () => ({ users: [user], total: 2500 }));
  showPage(<UsersPage />);
  await userEvent.selectOptions(await screen.findByLabelText(tableTexts.pageSize), tableTexts.perPage(0));
  await waitFor(() => expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({ number: 1000, offset: 0 }));
  await userEvent.click(screen.getByLabelText('下一页'));
  await waitFor(() => expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({ number: 1000, offset: 1000 }));
});

test('the debug link carries the key of the day and a name', () => {
  const url = `https://panel.example/api/subscript/clash/${user._id}/${'k'.repeat(32)}?f=clash`;
  expect(debugLink('https://panel.example', user)).toBe(
    `clash://install-config?url=${encodeURIComponent(url)}&name=lin%40example.com`,
  );
});

test('a hundred accounts at first, then filtered, sorted and turned by the server', async () => {
  const fake = fakeServer().answer(calls.userlist, () => ({ users: [user], total: 250 }));
  showPage(<UsersPage />);
  expect((await screen.findAllByRole('row'))[1]!.textContent).toContain('lin@example.com正常48.00 G—用户K7M2QX50.00 G');
  expect(screen.getByText('1 / 3')).toBeDefined();
  await userEvent.click(screen.getByLabelText('下一页'));
  await userEvent.click(await screen.findByTitle('按流量排序'));
  await userEvent.type(screen.getByLabelText(texts.search), 'lin');
  fireEvent.change(screen.getByLabelText(dayTexts.from(texts.registered)), { target: { value: '2026-11-01' } });
  await waitFor(() =>
    expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({
      filterStr: 'lin',
      fromTimestamp: Date.parse('2026-11-01T00:00:00+08:00'),
    }),
  );
  const [first, second, third] = fake.inputsOf(calls.userlist);
  await userEvent.selectOptions(screen.getByLabelText(texts.state), texts.states.expired);
  await waitFor(() => expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({ state: 'expired', offset: 0 }));
  expect(first).toMatchObject({ number: 100, offset: 0, filterStr: '' });
  expect(second).toMatchObject({ number: 100, offset: 100 });
  expect(third).toMatchObject({ offset: 0, sortBy: 'traffic', descending: false });
  expect(screen.queryByText(texts.sortedByCopy)).toBeNull();
  await userEvent.click(screen.getByTitle(`按${texts.columns.lastActiveTime}排序`));
  expect(await screen.findByText(texts.sortedByCopy)).toBeDefined();
});

const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
const records: LinkFetches = {
  fetches: [
    { network: '203.0.113.0/24', client: 'surge', version: '', firstHour: hour, lastHour: hour, count: 3, days: 1 },
  ],
  networks: 1,
  networksToday: 14,
  alarmAbove: 12,
};

test("the records of an account's link are in its menu", async () => {
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(linkWatchCalls.linkFetchesOf, () => records);
  showPage(<UsersPage />);
  await userEvent.click(await screen.findByRole('button', { name: /lin@example.com/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: texts.linkFetches }));
  const dialog = within(await screen.findByRole('dialog', { name: '订阅使用记录：lin@example.com' }));
  expect((await dialog.findByRole('listitem')).textContent).toBe('Surge1 小时内203.0.113.0/243 次');
  expect(dialog.getByRole('alert').textContent).toBe('24 小时内 14 个网络，超过提醒线 12 个。');
  expect(fake.inputsOf(linkWatchCalls.linkFetchesOf)).toEqual([{ userId: user._id }]);
});

test('a notification leads to the alarms, and an alarm to the records of its account', async () => {
  const figures = { networks: 30, fetches: 210, wrongKeys: 140, networksToldAt: hour, wrongKeysToldAt: null };
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(linkWatchCalls.linkAlarms, () => ({
      at: hour,
      alarms: [{ userId: user._id, email: user.email, ...figures }],
    }))
    .answer(linkWatchCalls.linkFetchesOf, () => records);
  showPage(<UsersPage />, '/?links=1');
  const alarms = within(await screen.findByRole('dialog', { name: texts.linkAlarms }));
  const line = await alarms.findByRole('listitem');
  expect(line.textContent).toBe('lin@example.com30 个网络更新 210 次 · 已提醒用户错误密钥 140 次');
  expect(alarms.getByText(`数据时间：${dateTime(hour)}，每 10 分钟更新`)).toBeDefined();
  await userEvent.click(within(line).getByRole('button'));
  expect(await screen.findByRole('dialog', { name: '订阅使用记录：lin@example.com' })).toBeDefined();
  await waitFor(() => expect(fake.inputsOf(linkWatchCalls.linkFetchesOf)).toEqual([{ userId: user._id }]));
});

test('without alarms the window says so, without an answer it offers to try again', async () => {
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(linkWatchCalls.linkAlarms, () => refusal('fault'));
  showPage(<UsersPage />);
  await userEvent.click(await screen.findByRole('button', { name: texts.linkAlarms }));
  const again = await screen.findByRole('button', { name: '重试' });
  fake.answer(linkWatchCalls.linkAlarms, () => ({ at: null, alarms: [] }));
  await userEvent.click(again);
  expect(await screen.findByText('近 24 小时没有订阅记录（每 10 分钟更新）')).toBeDefined();
});

test('the second step of somebody who lost it is removed after a question; whoever has none shows no such action', async () => {
  let second_step = true;
  const fake = fakeServer()
    .answer(calls.userlist, () => ({
      users: [
        { ...user, second_step },
        { ...user, _id: `${user._id.slice(0, -1)}2`, email: 'wu@example.com' },
      ],
      total: 2,
    }))
    .answer(secondStepCalls.removeSecondStep, () => {
      second_step = false;
      return {};
    });
  showPage(<UsersPage />);
  await userEvent.click(within(await rowOf('wu@example.com')).getByLabelText(/^更多操作/));
  expect(screen.queryByRole('menuitem', { name: texts.secondStep.remove })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await choose('lin@example.com', texts.secondStep.remove);
  expect(await screen.findByText(texts.secondStep.explain)).toBeDefined();
  await press('确认');
  expect(await screen.findByText(texts.secondStep.done.text)).toBeDefined();
  expect(fake.inputsOf(secondStepCalls.removeSecondStep)).toEqual([{ id: user._id }]);
});

/** Opens the form of the account, and a folded part of it. */
const edit = async (fold?: string): Promise<ReturnType<typeof within>> => {
  await userEvent.click((await screen.findAllByRole('button', { name: texts.edit.open }))[0]!);
  const dialog = within(await screen.findByRole('dialog', { name: texts.edit.title(user.email) }));
  if (fold !== undefined) await userEvent.click(await dialog.findByText(fold));
  return dialog;
};

test('an account is edited with what was shown, and an amount asks for a reason', async () => {
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.updateUser, () => ({ ...user, agent_email: '', inviter_email: '', permissions: [] }));
  showPage(<UsersPage />);
  const dialog = await edit(texts.folds.limits);
  const wallet = await dialog.findByLabelText('钱包');
  expect(dialog.queryByLabelText('原因')).toBeNull();
  expect(dialog.queryByLabelText('每日限量/G')).toBeNull();
  await userEvent.click(dialog.getByLabelText(/^特殊每日限量/));
  expect(dialog.getByLabelText('每日限量/G')).toBeDefined();
  await userEvent.clear(wallet);
  await userEvent.type(wallet, '40');
  await userEvent.clear(dialog.getByLabelText('不限时流量总量'));
  await userEvent.type(dialog.getByLabelText('不限时流量总量'), '60');
  await userEvent.type(await dialog.findByLabelText('原因'), '补偿');
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('用户配置成功')).toBeDefined();
  const [sent] = fake.inputsOf(calls.updateUser);
  expect(sent).toMatchObject({
    _id: user._id,
    wallet_money: 40,
    traffic: 60 * 1024 ** 3,
    specialDailyUnlimitTraffic: true,
    reason: '补偿',
    shown: { wallet_money: 36.5, traffic: user.traffic, specialDailyUnlimitTraffic: false },
    change: expect.stringMatching(/^[A-Z0-9]{22}$/),
  });
  expect(sent).not.toHaveProperty('permissions');
});

test('what somebody else changed meanwhile is told, and the form stays open', async () => {
  const told = '该用户刚被修改（倍率 1 → 2），请核对后重新保存';
  fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.updateUser, () => refusal('conflict', null, told));
  showPage(<UsersPage />);
  const dialog = await edit();
  await userEvent.click(await dialog.findByLabelText('付费用户'));
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(`用户配置失败:${told}`)).toBeDefined();
  expect(dialog.getByLabelText('付费用户')).toBeDefined();
});

test('whoever was overtaken adds to what is there now, keeps their own changes, and saves', async () => {
  const { permissions: _none, ...rest } = EditableUser.partial().parse(user);
  const now = { ...rest, permissions: [], scale: 2, wallet_money: 30.1 };
  const answer = { ...user, agent_email: '', inviter_email: '', permissions: [] };
  const fake = fakeServer().answer(calls.userlist, () => ({ users: [user], total: 1 }));
  fake.answer(calls.updateUser, () =>
    fake.inputsOf(calls.updateUser).length === 1 ? refusal('conflict', { now }, '刚被修改') : answer,
  );
  showPage(<UsersPage />);
  const dialog = await edit();
  await userEvent.click(await dialog.findByLabelText('付费用户'));
  await userEvent.clear(dialog.getByLabelText('钱包'));
  await userEvent.type(dialog.getByLabelText('钱包'), '40');
  await userEvent.type(await dialog.findByLabelText('原因'), '补偿');
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  const question = within(await screen.findByRole('dialog', { name: mergeTexts.title }));
  expect(question.getByText(/倍率：1 → 2/).textContent).toContain(mergeTexts.kept);
  expect(question.getByText(/钱包：36.5 元 → 30.1 元/).textContent).toContain(mergeTexts.replaced('33.6 元'));
  await userEvent.click(question.getByRole('button', { name: mergeTexts.confirm }));
  expect(await screen.findByText('用户配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.updateUser)[1]).toMatchObject({
    paidUser: false,
    scale: 2,
    wallet_money: 33.6,
    reason: '补偿',
    shown: { paidUser: true, scale: 2, wallet_money: 30.1 },
  });
  expect(fake.inputsOf(calls.userlist).length).toBeGreaterThan(1);
  await waitFor(() => expect(screen.queryByLabelText('钱包')).toBeNull());
});

const agency = { ...user, _id: `${user._id.slice(0, -1)}9`, email: 'agent@example.com', is_agency: true };

/** A server that finds the agency by its address and id, and the account otherwise. */
const withAgency = (account = user) =>
  fakeServer()
    .answer(calls.userlist, ({ agencies, filterStr, ids }) => {
      const users = agencies
        ? [agency].filter(({ _id, email }) => (ids ? ids.includes(_id) : email.includes(filterStr)))
        : [account];
      return { users, total: users.length };
    })
    .answer(calls.updateUser, () => ({ ...account, agent_email: '', inviter_email: '', permissions: [] }));

test('the agency of an account is found by what is typed, and its id is what is saved', async () => {
  const fake = withAgency();
  showPage(<UsersPage />);
  const dialog = await edit(texts.folds.agency);
  expect(dialog.queryByLabelText('所属代理商')).toBeNull();
  await userEvent.click(await dialog.findByLabelText('代理商用户'));
  await userEvent.type(await dialog.findByRole('combobox', { name: '所属代理商' }), 'nobody');
  expect(await screen.findByText('没有符合的选项')).toBeDefined();
  await userEvent.clear(dialog.getByRole('combobox', { name: '所属代理商' }));
  await userEvent.type(dialog.getByRole('combobox', { name: '所属代理商' }), 'agent@');
  await userEvent.click(await screen.findByRole('option', { name: agency.email }));
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('用户配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.updateUser)).toMatchObject([
    { is_agency_user: true, agent_id: agency._id, shown: { agent_id: null } },
  ]);
});

test('an agency that nobody is any more is called unknown, and never by its id', async () => {
  const gone = `${user._id.slice(0, -1)}7`;
  withAgency({ ...user, is_agency_user: true, agent_id: gone });
  showPage(<UsersPage />);
  const dialog = await edit(texts.folds.agency);
  const input = await dialog.findByRole('combobox', { name: '所属代理商' });
  await waitFor(() => expect((input as HTMLInputElement).value).toBe(texts.goneAgency));
  expect(document.body.textContent).not.toContain(gone);
});

test('an agency that is kept is called by its address, and is taken away or refused at its field', async () => {
  const problem = '该账号不是代理商';
  const fake = withAgency({ ...user, is_agency_user: true, agent_id: agency._id });
  fake.answer(calls.updateUser, () => refusal('invalidPayload', { field: 'agent_id' }, problem));
  showPage(<UsersPage />);
  const dialog = await edit(texts.folds.agency);
  const input = await dialog.findByRole('combobox', { name: '所属代理商' });
  await waitFor(() => expect((input as HTMLInputElement).value).toBe(agency.email));
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await dialog.findByText(problem)).toBeDefined();
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(fake.inputsOf(calls.updateUser)).toMatchObject([{ agent_id: agency._id }]);
});

test('another password leaves the browser hashed, and only when it was typed twice', async () => {
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.changePassword, () => ({}));
  showPage(<UsersPage />);
  await choose(user.email, texts.password.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.password.title(user.email) }));
  const type = (label: string, text: string) =>
    userEvent.type(dialog.getByLabelText(label, { selector: 'input' }), text);
  await type(texts.password.fields.password, 'hunter2hunter2');
  await type(texts.password.fields.confirm, 'hunter2');
  await userEvent.click(dialog.getByRole('button', { name: texts.password.submit }));
  expect(await dialog.findByText('密码不一样')).toBeDefined();
  expect(fake.inputsOf(calls.changePassword)).toEqual([]);
  await type(texts.password.fields.confirm, 'hunter2');
  await userEvent.click(dialog.getByRole('button', { name: texts.password.submit }));
  expect(await screen.findByText('用户配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.changePassword)).toEqual([
    { email: user.email, password: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

test('the channel of an account is read when its form opens, and saved with what was shown', async () => {
  const shown = { name: '', code: '', rewardRate: 0.2, comsumerDuration: 365 };
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.getUserChannel, () => ({ email: user.email, ...shown }))
    .answer(calls.updateChannel, ({ email, name, code, rewardRate, comsumerDuration }) => ({
      email,
      name,
      code,
      rewardRate,
      comsumerDuration,
    }));
  showPage(<UsersPage />);
  await choose(user.email, texts.channel.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.channel.title(user.email) }));
  const { min, max } = await dialog.findByRole<HTMLInputElement>('spinbutton', { name: /^返利比例/ });
  expect([min, max]).toEqual(['0', '0.5']);
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(fake.inputsOf(calls.updateChannel)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: formTexts.random }));
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('渠道配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.getUserChannel)).toEqual([{ user_id: user._id }]);
  expect(fake.inputsOf(calls.updateChannel)).toMatchObject([
    { email: user.email, code: expect.stringMatching(/^[A-Z0-9]{6}$/), shown },
  ]);
});

test('a refused channel says why', async () => {
  fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.getUserChannel, () => ({
      email: user.email,
      name: '',
      code: 'K7M2QX',
      rewardRate: 0.2,
      comsumerDuration: 365,
    }))
    .answer(calls.updateChannel, () => refusal('roleForbidden'));
  showPage(<UsersPage />);
  await choose(user.email, texts.channel.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.channel.title(user.email) }));
  await userEvent.click(await dialog.findByRole('button', { name: '确认' }));
  expect(await screen.findByText('渠道配置失败:没有权限')).toBeDefined();
});

test('a channel that somebody else changed meanwhile is saved with both changes', async () => {
  const shown = { name: '', code: 'K7M2QX', rewardRate: 0.2, comsumerDuration: 365 };
  const now = { ...shown, rewardRate: 0.3 };
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 1 }))
    .answer(calls.getUserChannel, () => ({ email: user.email, ...shown }));
  fake.answer(calls.updateChannel, ({ shown: _shown, ...channel }) =>
    fake.inputsOf(calls.updateChannel).length === 1 ? refusal('conflict', { now }) : { ...channel, name: '海港' },
  );
  showPage(<UsersPage />);
  await choose(user.email, texts.channel.open);
  const dialog = within(await screen.findByRole('dialog', { name: texts.channel.title(user.email) }));
  await userEvent.type(await dialog.findByLabelText('渠道名称'), '海港');
  await userEvent.click(dialog.getByRole('button', { name: '确认' }));
  const question = within(await screen.findByRole('dialog', { name: mergeTexts.title }));
  expect(question.getByText(/返利比例：0.2 → 0.3/).textContent).toContain(mergeTexts.kept);
  await userEvent.click(question.getByRole('button', { name: mergeTexts.confirm }));
  expect(await screen.findByText('渠道配置成功')).toBeDefined();
  expect(fake.inputsOf(calls.updateChannel)[1]).toMatchObject({ name: '海港', rewardRate: 0.3, shown: now });
});

test('an account without traffic or membership is not called normal', async () => {
  const spent = { ...user, traffic: user.spendTraffic };
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const past = '2026-01-01T00:00:00.000Z';
  fakeServer().answer(calls.userlist, () => ({
    users: [
      { ...spent, email: 'spent@example.com' },
      { ...spent, _id: `${user._id.slice(0, -1)}2`, email: 'member@example.com', vipExpireTime: soon },
      { ...spent, _id: `${user._id.slice(0, -1)}3`, email: 'over@example.com', vipExpireTime: past },
      { ...spent, _id: `${user._id.slice(0, -1)}4`, email: 'off@example.com', disable: true },
    ],
    total: 4,
  }));
  showPage(<UsersPage />);
  for (const [email, state] of [
    ['spent', '无可用流量'],
    ['member', '正常'],
    ['over', '无可用流量'],
    ['off', '禁用'],
  ] as const)
    expect((await rowOf(`${email}@example.com`)).textContent).toContain(`${email}@example.com${state}0 M`);
});
