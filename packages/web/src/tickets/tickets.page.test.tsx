import { accountsCalls } from '@skyport/contract/accounts';
import { codes } from '@skyport/contract/codes';
import { type Ticket, ticketsCalls as calls } from '@skyport/contract/tickets';
import { type QueuedTicket, ticketsAdminCalls } from '@skyport/contract/tickets-admin';
import { GIB } from '@skyport/contract/units';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { writeCookie } from '../device/cookies.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { sampleUser } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { press, rowOf } from '../testing/user-actions.ts';
import AdminTicketsPage from './admin-tickets.page.tsx';
import FeedbackPage from './feedback.page.tsx';
import { REFRESH_MS } from './rules.ts';
import { waitText } from './queue-columns.tsx';
import { staffTexts, texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const ID = (n: number): string => `01970000-0000-7000-8062-00000000000${n}`;
const AT = '2026-11-21T06:00:00.000Z';
const comment = (type: 'USER' | 'ADMIN', text: string) => ({
  _id: ID(type === 'USER' ? 8 : 9),
  type,
  text,
  updateTime: AT,
  imageUrl: '',
  granted: 0,
});
const ticket = (change: Partial<Ticket> = {}): Ticket => ({
  _id: ID(1),
  title: '无法连接',
  desc: '昨天开始\n今天也不行',
  imageUrl: '',
  createTime: AT,
  updateTime: AT,
  status: 'open',
  email: 'lin@example.com',
  comments: [],
  ...change,
});
const answered = ticket({ comments: [comment('ADMIN', '请更新客户端')] });

const serve = (tickets: readonly Ticket[], type: 'normal' | 'admin' = 'normal') => {
  writeCookie('token', 'a token of somebody');
  return fakeServer()
    .answer(accountsCalls.userInfo, () => ({ ...sampleUser, type }))
    .answer(accountsCalls.myPermissions, () => [])
    .answer(calls.myList, () => [...tickets])
    .answer(calls.refresh, ({ id }) => tickets.find(({ _id }) => _id === id)!);
};

test('tickets stand there as processing, answered and closed, with the way to the troubles page', async () => {
  serve([answered, ticket({ _id: ID(2), title: '建议' }), ticket({ _id: ID(3), title: '旧的', status: 'close' })]);
  showPage(<FeedbackPage />, '/feedback');
  expect((await rowOf('无法连接')).textContent).toContain('有新回复');
  expect((await rowOf('建议')).textContent).toContain('处理中');
  expect((await rowOf('旧的')).textContent).toContain('已关闭');
  expect(screen.getByRole('link', { name: texts.trouble }).getAttribute('href')).toBe('#/windows_errors');
  expect(screen.queryByText('lin@example.com')).toBeNull();
});

test.each([
  ['closed', ID(3), texts.isClosed],
  ['gone', ID(4), texts.gone],
])('a ticket that is %s leads back to the list of tickets', async (_state, id, text) => {
  serve([answered, ticket({ _id: ID(3), title: '旧的', status: 'close' })]).answer(calls.refresh, ({ id: asked }) =>
    asked === ID(3) ? ticket({ _id: ID(3), title: '旧的', status: 'close' }) : refusal('notFound'),
  );
  showPage(<FeedbackPage />, `/feedback?ticket=${id}`);
  await screen.findByText(text);
  const link = screen.getByRole('link', { name: texts.all });
  expect(link.getAttribute('href')).toBe('#/feedback');
  await userEvent.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.hash).toBe('#/feedback');
});

test('an admin sees whose tickets they are, and which have a new message of the customer', async () => {
  serve([answered, ticket({ _id: ID(2), title: '建议', comments: [comment('USER', '还有')] })], 'admin');
  showPage(<FeedbackPage />, '/feedback');
  await waitFor(async () => expect((await rowOf('建议')).textContent).toMatch(/有新回复.*lin@example\.com/));
  expect((await rowOf('无法连接')).textContent).toContain('处理中');
});

test('a ticket without a title or description is not sent, and one that is refused says why', async () => {
  const fake = serve([]).answer(calls.create, () => refusal('conflict', null, '您有 5 个工单尚未关闭'));
  showPage(<FeedbackPage />, '/feedback');
  await press(texts.add);
  const form = within(await screen.findByRole('dialog', { name: texts.add }));
  await userEvent.click(form.getByRole('button', { name: texts.form.submit }));
  expect(form.getByText('标题不能为空')).toBeDefined();
  expect(form.getByText('描述不能为空')).toBeDefined();
  await userEvent.type(form.getByLabelText(/^标题/), '建议');
  await userEvent.type(form.getByLabelText(/^描述/), '增加节点');
  await userEvent.click(form.getByRole('button', { name: texts.form.submit }));
  expect(await screen.findByText('创建失败:您有 5 个工单尚未关闭')).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: texts.form.submit }));
  await waitFor(() => expect(fake.inputsOf(calls.create)).toHaveLength(2));
  const [first, second] = fake.inputsOf(calls.create);
  expect(first).toEqual({ title: '建议', desc: '增加节点', imageUrl: '', change: expect.any(String) });
  expect(second).toEqual(first);
});

test('an image of another kind or above 4 MB is not sent', async () => {
  serve([]);
  showPage(<FeedbackPage />, '/feedback');
  await press(texts.add);
  const form = within(await screen.findByRole('dialog', { name: texts.add }));
  const input = form.getByLabelText<HTMLInputElement>(texts.image.choose, { selector: 'input' });
  expect(input.accept).toBe('image/jpeg,image/png,image/webp');
  await userEvent.upload(input, new File([new Uint8Array(4 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }));
  expect(await screen.findByText('图片限制在4M内')).toBeDefined();
});

test('a reply is sent, without a text it is not, and a ticket that was closed meanwhile says so and keeps the text', async () => {
  let status: Ticket['status'] = 'open';
  const fake = serve([answered])
    .answer(calls.refresh, () => ({ ...answered, status }))
    .answer(calls.response, () => {
      status = 'close';
      return refusal('ticketClosed');
    });
  showPage(<FeedbackPage />, `/feedback?ticket=${ID(1)}`);
  const dialog = within(await screen.findByRole('dialog', { name: '无法连接' }));
  expect(await dialog.findByText('请更新客户端')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: texts.reply.send }));
  expect(dialog.getByText('描述不能为空')).toBeDefined();
  await userEvent.type(dialog.getByLabelText(texts.reply.label), '还是不行');
  await userEvent.click(dialog.getByRole('button', { name: texts.reply.send }));
  expect(await screen.findByText(codes.ticketClosed.msg)).toBeDefined();
  expect(await dialog.findByText(texts.isClosed)).toBeDefined();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(texts.reply.label).value).toBe('还是不行');
  expect(dialog.getByRole('button', { name: texts.reply.copy })).toBeDefined();
  expect(dialog.queryByRole('button', { name: texts.reply.send })).toBeNull();
  expect(fake.inputsOf(calls.response)).toEqual([
    { id: ID(1), desc: '还是不行', imageUrl: '', change: expect.any(String) },
  ]);
});

test('a reply whose answer was lost is sent again as the same one, and as another once it was edited', async () => {
  let isLost = true;
  const fake = serve([answered]).answer(calls.response, () => (isLost ? refusal('fault') : answered));
  showPage(<FeedbackPage />, `/feedback?ticket=${ID(1)}`);
  const dialog = within(await screen.findByRole('dialog', { name: '无法连接' }));
  const button = await dialog.findByRole('button', { name: texts.reply.send });
  const send = async (count: number): Promise<void> => {
    await userEvent.click(button);
    await waitFor(() => expect(fake.inputsOf(calls.response)).toHaveLength(count));
    await waitFor(() => expect(button.matches('[data-loading], :disabled')).toBe(false));
  };
  const input = dialog.getByLabelText<HTMLTextAreaElement>(texts.reply.label);
  const type = (text: string): Promise<void> => userEvent.type(input, text);
  await type('还是不行');
  await send(1);
  await send(2);
  await type('，急');
  isLost = false;
  await send(3);
  await waitFor(() => expect(input.value).toBe(''));
  await type('还是不行，急');
  await send(4);
  const [lost, again, edited, next] = fake.inputsOf(calls.response).map(({ change }) => change);
  expect(again).toBe(lost);
  expect(new Set([lost, edited, next]).size).toBe(3);
});

test('another refusal of a reply has the words of the server', async () => {
  serve([answered]).answer(calls.response, () => refusal('throttled', null, '每小时最多发送 20 条消息'));
  showPage(<FeedbackPage />, `/feedback?ticket=${ID(1)}`);
  const dialog = within(await screen.findByRole('dialog', { name: '无法连接' }));
  await userEvent.type(await dialog.findByLabelText(texts.reply.label), '急');
  await userEvent.click(dialog.getByRole('button', { name: texts.reply.send }));
  expect(await screen.findByText(/每小时最多发送 20 条消息/)).toBeDefined();
});

test('the list and the open ticket are read again every 30 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
  try {
    const fake = serve([answered]);
    showPage(<FeedbackPage />, `/feedback?ticket=${ID(1)}`);
    await screen.findByText('请更新客户端');
    const before = [fake.inputsOf(calls.myList).length, fake.inputsOf(calls.refresh).length];
    expect(REFRESH_MS).toBe(30_000);
    await vi.advanceTimersByTimeAsync(REFRESH_MS + 100);
    const after = [fake.inputsOf(calls.myList).length, fake.inputsOf(calls.refresh).length];
    expect(after).toEqual(before.map((count) => count + 1));
  } finally {
    vi.useRealTimers();
  }
});

test('an admin closes a ticket after a question', async () => {
  const fake = serve([answered], 'admin').answer(calls.close, () => ({}));
  showPage(<FeedbackPage />, `/feedback?ticket=${ID(1)}`);
  await press(texts.close);
  const question = within(await screen.findByRole('dialog', { name: texts.closeTitle }));
  await userEvent.click(question.getByRole('button', { name: texts.close }));
  expect(await screen.findByText(texts.closeDone.text)).toBeDefined();
  expect(fake.inputsOf(calls.close)).toEqual([{ id: ID(1) }]);
});

const queued: QueuedTicket = {
  _id: ID(1),
  title: '无法连接',
  email: 'lin@example.com',
  status: 'open',
  queue: 'waiting',
  waitingSince: AT,
  createTime: AT,
  updateTime: AT,
  replies: 0,
};
const customer = {
  uid: ID(5),
  email: 'lin@example.com',
  traffic_left: 3 * GIB,
  vipExpireTime: null,
  orders: [
    { desc: '会员月卡', order_money: 30, wallet_spend: 5, paid: 23.48, paid_time: AT, status: 'paied' as const },
    { desc: '流量包', order_money: 12, wallet_spend: 0, paid: 0, paid_time: null, status: 'topay' as const },
  ].map((each, at) => ({ ...each, _id: ID(6 + at), create_time: AT })),
};
const serveDesk = () =>
  fakeServer()
    .answer(ticketsAdminCalls.queue, () => ({ tickets: [queued], total: 1, waiting: 1 }))
    .answer(ticketsAdminCalls.ticket, () => ({ ticket: ticket(), customer }))
    .answer(ticketsAdminCalls.cannedList, () => [{ _id: ID(7), name: '更新', text: '请更新客户端' }]);

test('how long a ticket has waited is said as people say it', () => {
  const at = Date.parse(AT);
  expect(waitText({ waitingSince: AT }, at + 5 * 60_000)).toBe('5 分钟');
  expect(waitText({ waitingSince: AT }, at + 3 * 86_400_000)).toBe('3 天');
  expect(waitText({ waitingSince: null }, at)).toBe('');
});

test('the queue is asked for by state and text, and says how many wait', async () => {
  const fake = serveDesk();
  showPage(<AdminTicketsPage />, '/admin_tickets');
  expect((await rowOf('无法连接')).textContent).toMatch(/等待回复.*lin@example\.com/);
  expect(screen.getByText(staffTexts.waiting(1))).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText(staffTexts.queue), 'close');
  await waitFor(() => expect(fake.inputsOf(ticketsAdminCalls.queue).at(-1)).toMatchObject({ queue: 'close' }));
});

test('a ticket that is closed is looked at, others are answered', async () => {
  const closed: QueuedTicket = { ...queued, _id: ID(2), title: '已解决', status: 'close', queue: 'close' };
  serveDesk().answer(ticketsAdminCalls.queue, () => ({ tickets: [queued, closed], total: 2, waiting: 1 }));
  showPage(<AdminTicketsPage />, '/admin_tickets');
  expect(within(await rowOf('已解决')).getByRole('button', { name: new RegExp(`^${staffTexts.look}`) })).toBeDefined();
  expect(
    within(await rowOf('无法连接')).getByRole('button', { name: new RegExp(`^${staffTexts.open}`) }),
  ).toBeDefined();
});

test('staff answer with a canned text, and see whose ticket it is', async () => {
  const fake = serveDesk().answer(ticketsAdminCalls.reply, () => answered);
  showPage(<AdminTicketsPage />, `/admin_tickets?ticket=${ID(1)}`);
  const dialog = within(await screen.findByRole('dialog', { name: '无法连接' }));
  const side = within(dialog.getByRole('region', { name: staffTexts.customer.title }));
  expect(side.getByText('3.00 G')).toBeDefined();
  expect(side.getByText(/会员月卡/).textContent).toContain('会员月卡 · 实付 23.48 元，另用钱包 5.00 元');
  expect(side.getByText(/流量包/).textContent).toContain('流量包 · 12.00 元');
  expect(side.getByRole('link', { name: staffTexts.customer.page }).getAttribute('href')).toContain(ID(5));
  await userEvent.selectOptions(await dialog.findByLabelText(staffTexts.canned), ID(7));
  await userEvent.click(dialog.getByRole('button', { name: texts.reply.send }));
  expect(await screen.findByText(staffTexts.replied.text)).toBeDefined();
  expect(fake.inputsOf(ticketsAdminCalls.reply)).toEqual([
    { id: ID(1), desc: '请更新客户端', imageUrl: '', change: expect.any(String) },
  ]);
});

test('a gift begins with 20 G and needs a reason', async () => {
  const fake = serveDesk().answer(ticketsAdminCalls.grant, () => answered);
  showPage(<AdminTicketsPage />, `/admin_tickets?ticket=${ID(1)}`);
  await press(staffTexts.grant);
  const form = within(await screen.findByRole('dialog', { name: staffTexts.grantTitle('lin@example.com') }));
  await userEvent.type(await form.findByLabelText('说明'), '合理建议');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText(staffTexts.grantDone.text)).toBeDefined();
  expect(fake.inputsOf(ticketsAdminCalls.grant)).toMatchObject([{ id: ID(1), traffic: 20, reason: '合理建议' }]);
});

test('a canned answer is made, and a refusal says why', async () => {
  const fake = serveDesk().answer(ticketsAdminCalls.cannedUpdate, () =>
    refusal('conflict', null, '已有同名的常用回复'),
  );
  showPage(<AdminTicketsPage />, '/admin_tickets?tab=canned');
  await rowOf('请更新客户端');
  await press(staffTexts.cannedList.add);
  const form = within(await screen.findByRole('dialog', { name: staffTexts.cannedList.add }));
  await userEvent.type(await form.findByLabelText('名称'), '更新');
  await userEvent.type(form.getByLabelText('内容'), '请更新');
  await userEvent.click(form.getByRole('button', { name: '确认' }));
  expect(await screen.findByText('保存失败:已有同名的常用回复')).toBeDefined();
  expect(fake.inputsOf(ticketsAdminCalls.cannedUpdate)).toEqual([{ name: '更新', text: '请更新' }]);
});
