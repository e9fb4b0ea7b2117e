import { codes } from '@skyport/contract/codes';
import { NoticeKind } from '@skyport/contract/notices';
import { inTransaction } from '@skyport/db';
import { afterAll, afterEach, expect, test } from 'vitest';
import { deliverChats } from '../chat/index.ts';
import { startBotApi } from '../chat/testing.ts';
import { deliverMails } from '../mail/index.ts';
import { startMailServer } from '../mail/testing.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { notify, notifyOperators } from './index.ts';

const app = await createTestApp();
const { deps, clock } = app;
const [mails, bot] = [await startMailServer(), await startBotApi()];
afterAll(async () => {
  await Promise.all([mails.stop(), bot.stop()]);
  await app.close();
});

const change = app.changeSettings;
await change({ ...mails.settings, ...bot.settings, site_name: '天港' });
afterEach(() => change({ smtp_host: mails.settings.smtp_host!, agency_user_domain: '' }));

let chats = 80_000;
const bind = async (user: TestSession): Promise<number> => {
  const chat = (chats += 1);
  await deps.db.updateTable('users').set({ telegram_id: chat }).where('id', '=', user.userId).execute();
  return chat;
};
const say = (user: TestSession, kind: NoticeKind) =>
  deps.db
    .transaction()
    .execute((trx) => notify(trx, deps, { userId: user.userId, kind, href: '#/order', text: `关于 ${kind}` }));
const deliver = async () => {
  await deliverMails(deps);
  await deliverChats(deps);
};
const mailsTo = (user: TestSession) => mails.mails.filter(({ to }) => to.includes(user.email));
const channels = async (user: TestSession) => (await app.call('/api/user_notive/channels', {}, user)).data;
const save = (user: TestSession, ...list: object[]) =>
  app.call('/api/user_notive/save_channels', { channels: list }, user);

test('by default an account hears of everything in the bell and on Telegram, and by mail but for its traffic', async () => {
  const user = await app.account();
  const chat = await bind(user);
  for (const kind of NoticeKind.options) await say(user, kind);
  await deliver();
  expect((await app.call('/api/user_notive/list', {}, user)).data).toHaveLength(NoticeKind.options.length);
  // Messages of one millisecond have no order.
  expect(bot.shownTo(chat).toSorted()).toEqual(NoticeKind.options.map((kind) => `【天港】关于 ${kind}`).toSorted());
  expect(mailsTo(user)).toHaveLength(NoticeKind.options.length - 1);
  expect(mailsTo(user).some(({ parsed }) => parsed.subject === '【天港】流量提醒')).toBe(false);
  expect(mailsTo(user)[0]!.parsed.text).toContain('http://console.test/#/order');
});

test('an account hears only where it wants to; the bell and mails about its safety stay', async () => {
  const user = await app.account();
  const chat = await bind(user);
  expect(await channels(user)).toMatchObject({ mail_ready: true, telegram_bound: true });
  const offered = NoticeKind.options.filter((kind) => kind !== 'shop' && kind !== 'node');
  const off = offered.map((kind) => ({ kind, mail: false, telegram: false }));
  expect((await save(user, ...off)).code).toBe(0);
  expect((await save(user, { kind: 'traffic', mail: true, telegram: false })).code).toBe(0);
  expect((await channels(user)).channels).toEqual(
    off.map((one) => ({ ...one, mail: one.kind === 'traffic' || one.kind === 'security' })),
  );
  for (const kind of offered) await say(user, kind);
  await deliver();
  expect((await app.call('/api/user_notive/list', {}, user)).data).toHaveLength(offered.length);
  expect(bot.shownTo(chat)).toEqual([]);
  const subjects = mailsTo(user).map(({ parsed }) => parsed.subject);
  expect(subjects.toSorted()).toEqual(['【天港】流量提醒', '【天港】账号安全提醒'].toSorted());
  expect((await save(user, { kind: 'weather', mail: true, telegram: true })).code).toBe(codes.invalidPayload.code);
});

test('a mail server and a Telegram that are away stop nothing: messages wait and then arrive', async () => {
  const user = await app.account();
  const chat = await bind(user);
  await change({ smtp_host: '127.0.0.1', smtp_port: 1 });
  bot.trouble({ code: 500 });
  await say(user, 'order');
  await deliver();
  expect((await app.call('/api/user_notive/list', {}, user)).data).toHaveLength(1);
  expect([mailsTo(user), bot.shownTo(chat)]).toEqual([[], []]);
  bot.trouble();
  await change(mails.settings);
  clock.advance(MINUTE_MS);
  await deliver();
  expect([mailsTo(user).length, bot.shownTo(chat).length]).toEqual([1, 1]);
});

test("an agency's customer chooses among fewer kinds, without Telegram, and is led to the agency's domain", async () => {
  const user = await app.account({ isAgencyUser: true });
  const chat = await bind(user);
  await change({ agency_user_domain: 'agency.example' });
  const view = await channels(user);
  expect(view.telegram_bound).toBeNull();
  expect(view.channels).toEqual([
    { kind: 'security', mail: true, telegram: false },
    { kind: 'membership', mail: true, telegram: false },
    { kind: 'traffic', mail: false, telegram: false },
  ]);
  await say(user, 'membership');
  await deliver();
  expect(bot.shownTo(chat)).toEqual([]);
  expect(mailsTo(user)[0]!.parsed.text).toContain('http://agency.example/#/order');
});

test('a transaction that has notified somebody does not hold up the notices of others', async () => {
  const [first, second] = [await app.account(), await app.account()];
  for (const user of [first, second]) await bind(user);
  const notice = { kind: 'order', href: '#/order', text: '关于订单' } as const;
  let goOn = (): void => undefined;
  const mayEnd = new Promise<void>((resolve) => (goOn = resolve));
  let hasNotified = (): void => undefined;
  const notified = new Promise<void>((resolve) => (hasNotified = resolve));
  const slow = inTransaction(deps.db, async (trx) => {
    await notify(trx, deps, { ...notice, userId: first.userId });
    hasNotified();
    await mayEnd;
  });
  await notified;
  await inTransaction(deps.db, (trx) => notify(trx, deps, { ...notice, userId: second.userId }));
  goOn();
  await slow;
  await deliver();
  for (const user of [first, second]) expect(mailsTo(user)).toHaveLength(1);
});

test('a disabled account is written to no more', async () => {
  const user = await app.account({ disabled: true });
  const chat = await bind(user);
  await say(user, 'order');
  await deliver();
  expect([mailsTo(user), bot.shownTo(chat)]).toEqual([[], []]);
});

test('an operator who wants no mails of own orders and tickets still gets those of the shop', async () => {
  const admin = await app.account({ type: 'admin' });
  await change({ admin_id: admin.userId });
  const quiet = (['order', 'withdrawal', 'ticket'] as const).map((kind) => ({ kind, mail: false, telegram: false }));
  expect((await save(admin, ...quiet)).code).toBe(0);
  const notice = { kind: 'shop', href: '#/admin_money', text: '有一笔款项待处理' } as const;
  await deps.db.transaction().execute((trx) => notifyOperators(trx, deps, notice));
  await deliver();
  expect(mailsTo(admin).map(({ parsed }) => parsed.subject)).toEqual(['【天港】待办提醒']);
});

test('only admins are offered what the shop and nodes need them for', async () => {
  const [admin, yunying] = [await app.account({ type: 'admin' }), await app.account({ type: 'yunying' })];
  const kindsOf = async (user: TestSession) =>
    (await channels(user)).channels.map(({ kind }: { kind: string }) => kind);
  expect(await kindsOf(admin)).toEqual(NoticeKind.options);
  expect(await kindsOf(yunying)).toEqual(NoticeKind.options.filter((kind) => kind !== 'shop' && kind !== 'node'));
});
