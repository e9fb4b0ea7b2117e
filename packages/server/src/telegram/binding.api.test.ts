import { codes } from '@skyport/contract/codes';
import { expect, test } from 'vitest';
import { deliverChats } from '../chat/index.ts';
import { deliverMails } from '../mail/index.ts';
import { startMailServer } from '../mail/testing.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { makeSession, type TestSession } from '../testing-app.ts';
import { bindTo } from './link.ts';
import { lockAccount } from './store.ts';
import { createBotScene } from './testing.ts';
import { texts } from './texts.ts';

const { app, bot, change, person, write, command, bound } = await createBotScene();
const { deps, clock } = app;

const state = async (user: TestSession) => (await app.call('/api/user/telegram', {}, user)).data;
const answer = (user: TestSession, id: string, accept: boolean) =>
  app.call('/api/user/telegram_answer', { id, accept }, user);
const bell = async (user: TestSession): Promise<string[]> =>
  ((await app.call('/api/user_notive/list', {}, user)).data as { desc: string }[]).map(({ desc }) => desc);
const nobody = (): string => deps.ids.next();
const isBoundNow = async (user: TestSession): Promise<boolean> => (await state(user)).bound as boolean;

test('the copied command binds at once; the page shows whom, and the owner is told in the bell', async () => {
  const [user, lin] = [await app.account(), person({ first_name: '林', last_name: '小姐', username: 'lin' })];
  const { data } = await app.call('/api/user/telegram_code', {}, user);
  expect(data.command).toMatch(new RegExp(`^/bind ${user.userId} [A-Z2-7]{8}$`));
  expect(data.link).toMatch(/^https:\/\/t\.me\/skyport_test_bot\?start=[A-Za-z0-9_-]{43}$/);
  expect(new Date(data.expires).getTime() - clock.now().getTime()).toBe(10 * MINUTE_MS);
  const [said] = await write(lin, data.command);
  expect(said).toBe(texts.bound(`pe***@example.com`));
  expect(await state(user)).toEqual({
    bound: true,
    name: '林 小姐 (@lin)',
    since: clock.now().toISOString(),
    bot: 'https://t.me/skyport_test_bot',
    requests: [],
  });
  expect(await bell(user)).toEqual(['Telegram 账号 林 小姐 (@lin) 已于 2026-11-21 12:00 绑定到您的账号']);
  expect((await app.call('/api/user/userinfo', {}, user)).data).toMatchObject({
    telegram_bound: true,
    telegram_bot: 'https://t.me/skyport_test_bot',
  });
});

test('the code counts in small letters too, but only once, only ten minutes, and only the newest', async () => {
  const user = await app.account();
  const old = await command(user);
  const newest = await command(user);
  expect(await write(person(), old)).toEqual([texts.codeWrong]);
  clock.advance(10 * MINUTE_MS);
  expect(await write(person(), newest)).toEqual([texts.codeWrong]);
  const last = await command(user);
  const [first, second] = [person(), person()];
  expect(await write(first, last.toLowerCase())).toEqual([expect.stringContaining('绑定成功')]);
  expect(await write(second, last)).toEqual([texts.codeWrong]);
  const stored = await deps.db.selectFrom('telegram_codes').selectAll().where('user_id', '=', user.userId).execute();
  expect(stored).toEqual([]);
});

test('the code of one account does not bind another one', async () => {
  const [mine, other] = [await app.account(), await app.account()];
  const [, , code] = (await command(mine)).split(' ');
  expect(await write(person(), `/bind ${other.userId} ${code}`)).toEqual([texts.codeWrong]);
  expect([await isBoundNow(mine), await isBoundNow(other)]).toEqual([false, false]);
});

test('the link with a token binds with one tap, once', async () => {
  const user = await app.account();
  const { link } = (await app.call('/api/user/telegram_code', {}, user)).data;
  const token = new URL(link).searchParams.get('start')!;
  expect(await write(person(), '/start nonsense')).toEqual([texts.codeWrong]);
  expect(await write(person(), `/start ${token}`)).toEqual([expect.stringContaining('绑定成功')]);
  expect(await isBoundNow(user)).toBe(true);
  expect(await write(person(), `/start ${token}`)).toEqual([texts.codeWrong]);
});

test('a bare id only asks the owner, and says the same of accounts that do not exist or cannot be bound', async () => {
  const user = await app.account();
  const others = [
    nobody(),
    (await app.account({ disabled: true })).userId,
    (await app.account({ isAgencyUser: true })).userId,
    (await bound()).user.userId,
  ];
  for (const id of [user.userId, ...others]) expect(await write(person(), `/bind ${id}`)).toEqual([texts.askedToBind]);
  expect(await isBoundNow(user)).toBe(false);
  expect((await state(user)).requests).toHaveLength(1);
  const rows = await deps.db.selectFrom('telegram_requests').select('user_id').execute();
  expect(rows.filter(({ user_id: id }) => others.includes(id))).toEqual([]);
});

test('the owner confirms a request: it is bound, the chat hears of it, other requests end', async () => {
  const user = await app.account();
  const [lin, stranger] = [person({ first_name: '林' }), person()];
  await write(stranger, `/bind ${user.userId}`);
  clock.advance(SECOND_MS);
  await write(lin, `/bind ${user.userId}`);
  const { requests } = await state(user);
  expect(requests[0]).toEqual({
    _id: expect.any(String),
    name: `林 (@${lin.username})`,
    telegram_id: String(lin.id),
    expires: new Date(clock.now().getTime() + 10 * MINUTE_MS).toISOString(),
  });
  expect((await answer(user, requests[0]._id, true)).code).toBe(0);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id).at(-1)).toContain('绑定成功');
  expect(await state(user)).toMatchObject({ bound: true, requests: [] });
  expect((await answer(user, requests[1]._id, true)).code).toBe(codes.notFound.code);
});

test('the owner refuses a request: nothing is bound and the chat hears nothing', async () => {
  const user = await app.account();
  const stranger = person();
  await write(stranger, `/bind ${user.userId}`);
  const [{ _id: id }] = (await state(user)).requests;
  const before = bot.shownTo(stranger.id);
  expect((await answer(user, id, false)).code).toBe(0);
  await deliverChats(deps);
  expect(bot.shownTo(stranger.id)).toEqual(before);
  expect(await state(user)).toMatchObject({ bound: false, requests: [] });
});

test("nobody answers somebody else's request, and after ten minutes nobody does", async () => {
  const [user, other] = [await app.account(), await app.account()];
  await write(person(), `/bind ${user.userId}`);
  const [{ _id: id }] = (await state(user)).requests;
  expect((await answer(other, id, true)).code).toBe(codes.notFound.code);
  clock.advance(10 * MINUTE_MS);
  expect((await state(user)).requests).toEqual([]);
  expect((await answer(user, id, true)).code).toBe(codes.notFound.code);
  expect(await isBoundNow(user)).toBe(false);
});

test('of one person one request waits, of all people three: the newest', async () => {
  const user = await app.account();
  const people = Array.from({ length: 5 }, () => person());
  await write(people[0]!, `/bind ${user.userId}`);
  for (const who of people.slice(0, 4)) {
    clock.advance(SECOND_MS);
    await write(who, `/bind ${user.userId}`);
  }
  const waiting = (await state(user)).requests as { telegram_id: string }[];
  expect(waiting.map(({ telegram_id }) => Number(telegram_id))).toEqual(
    people
      .slice(1, 4)
      .toReversed()
      .map(({ id }) => id),
  );
});

test('only a private chat binds, and it binds whoever writes', async () => {
  const user = await app.account();
  const lin = person();
  const copied = await command(user);
  const group = { id: -100_500, type: 'supergroup' };
  expect(await write(lin, copied, group)).toEqual([texts.privateOnly]);
  expect(await write(lin, `/bind ${user.userId}`, group)).toEqual([texts.privateOnly]);
  expect(await write(lin, '你好', group)).toEqual([]);
  expect(await write({ ...lin, is_bot: true } as never, copied)).toEqual([]);
  expect(await state(user)).toMatchObject({ bound: false, requests: [] });
  await write(lin, copied);
  const row = await deps.db
    .selectFrom('users')
    .select('telegram_id')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(row.telegram_id).toBe(lin.id);
});

test('one account, one person: neither side is bound twice', async () => {
  const { user, person: lin } = await bound();
  expect((await app.call('/api/user/telegram_code', {}, user)).code).toBe(codes.conflict.code);
  const other = await app.account();
  const copied = await command(other);
  expect(await write(lin, copied)).toEqual([texts.alreadyBound]);
  expect(await isBoundNow(other)).toBe(false);

  // A code from before the account was bound, and a request from before the person was.
  const third = await app.account();
  const code = await command(third);
  const asking = person();
  await write(asking, `/bind ${other.userId}`);
  const [{ _id: id }] = (await state(other)).requests;
  await write(asking, code);
  expect(await isBoundNow(third)).toBe(true);
  expect((await answer(other, id, true)).code).toBe(codes.notFound.code);
});

test('whatever leads to a binding, it is looked once more whether either side has one', async () => {
  const [taken, free] = [await bound(), await app.account()];
  const to = (userId: string, telegramId: number) =>
    deps.db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, userId);
      return bindTo(trx, deps, { account: account!, telegramId, name: 'x' });
    });
  expect(await to(taken.user.userId, person().id)).toEqual({ kind: 'accountTaken' });
  expect(await to(free.userId, taken.person.id)).toEqual({ kind: 'alreadyBound' });
});

test('one person who sends two codes at once is bound to one account', async () => {
  const [one, two] = [await app.account(), await app.account()];
  const lin = person();
  const both = [await command(one), await command(two)];
  await Promise.all(both.map((text) => write(lin, text)));
  expect([await isBoundNow(one), await isBoundNow(two)].filter(Boolean)).toHaveLength(1);
  expect(bot.shownTo(lin.id).filter((text) => text.startsWith('绑定成功'))).toHaveLength(1);
});

test('five tries in ten minutes for one person, whatever they try', async () => {
  const user = await app.account();
  const guesser = person();
  for (let at = 0; at < 5; at += 1) {
    expect(await write(guesser, `/bind ${nobody()} AAAAAAA${at}`)).toEqual([texts.codeWrong]);
  }
  const copied = await command(user);
  expect(await write(guesser, copied)).toEqual([texts.tooMany]);
  expect(await write(guesser, '/start sometoken')).toEqual([texts.tooMany]);
  expect(await isBoundNow(user)).toBe(false);
  clock.advance(10 * MINUTE_MS + 1);
  expect(await write(guesser, await command(user))).toEqual([expect.stringContaining('绑定成功')]);
});

test('five tries in ten minutes for one account, whether it exists or not, whoever tries', async () => {
  const user = await app.account();
  for (const id of [user.userId, nobody()]) {
    for (let at = 0; at < 5; at += 1) {
      expect(await write(person(), `/bind ${id} AAAAAAA${at}`)).toEqual([texts.codeWrong]);
    }
    expect(await write(person(), `/bind ${id}`)).toEqual([texts.tooMany]);
  }
  // The link of the profile page stays open: it names no account.
  const { link } = (await app.call('/api/user/telegram_code', {}, user)).data;
  expect(await write(person(), `/start ${new URL(link).searchParams.get('start')}`)).toEqual([
    expect.stringContaining('绑定成功'),
  ]);
});

test('the site unbinds: page, bell, mail and chat say so, and only then can the account be bound anew', async () => {
  const mails = await startMailServer();
  await change(mails.settings);
  const { user, person: lin } = await bound();
  clock.advance(SECOND_MS);
  expect((await app.call('/api/user/unbind', {}, user)).code).toBe(0);
  expect((await app.call('/api/user/unbind', {}, user)).code).toBe(codes.notFound.code);
  await deliverChats(deps);
  await deliverMails(deps);
  expect(await state(user)).toMatchObject({ bound: false, name: '', since: null });
  expect((await bell(user))[0]).toContain('解除绑定（在网站上解除）');
  expect(bot.shownTo(lin.id).at(-1)).toBe('已与天港账号解除绑定（在网站上解除）');
  expect(mails.mails.filter(({ to }) => to.includes(user.email)).map(({ parsed }) => parsed.text)).toEqual([
    expect.stringContaining('绑定到您的账号'),
    expect.stringContaining('解除绑定（在网站上解除）'),
  ]);
  await mails.stop();
  await change({ smtp_host: '', smtp_user: '' });
  expect(await write(lin, '/me')).toEqual([texts.notBound]);
  expect(await write(lin, await command(user))).toEqual([expect.stringContaining('绑定成功')]);
});

test('the chat unbinds', async () => {
  const { user, person: lin } = await bound();
  expect(await write(lin, '/unbind')).toEqual(['已与天港账号解除绑定（在 Telegram 中解除）']);
  expect(await isBoundNow(user)).toBe(false);
  expect(await write(lin, '/unbind')).toEqual([texts.notBound]);
});

test('a new subscription link unbinds and ends codes and requests', async () => {
  const { user, person: lin } = await bound();
  expect((await app.call('/api/user/reset_userkey', {}, user)).code).toBe(0);
  expect(await isBoundNow(user)).toBe(false);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id).at(-1)).toBe('已与天港账号解除绑定（订阅链接已重置）');
  expect(await write(lin, '/sub')).toEqual([texts.notBound]);
  const copied = await command(user);
  await write(person(), `/bind ${user.userId}`);
  expect((await app.call('/api/user/reset_userkey', {}, user)).code).toBe(0);
  expect(await write(person(), copied)).toEqual([texts.codeWrong]);
  expect((await state(user)).requests).toEqual([]);
});

test('a new password unbinds', async () => {
  const { user } = await bound();
  const { userkey } = (await app.call('/api/user/userinfo', {}, user)).data;
  const describUrl = `http://console.test/api/subscript/clash/${user.userId}/${userkey}`;
  const password = 'a'.repeat(64);
  const reset = await app.call('/api/user/reset_password', { email: user.email, password, describUrl });
  expect(reset).toMatchObject({ code: 0, data: { mailed: false } });
  const row = await deps.db.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow();
  expect([row.telegram_id, row.telegram_name, row.telegram_since]).toEqual([null, '', null]);
  const again = { ...user, ...(await makeSession(deps, user.userId)) };
  expect((await bell(again)).join()).toContain('登录密码已修改');
});

test('a session of staff that was left open cannot bind a Telegram account without a step-up', async () => {
  for (const type of ['admin', 'yunying'] as const) {
    const user = await app.account({ type });
    expect((await app.call('/api/user/telegram_code', {}, user)).code).toBe(codes.stepUpNeeded.code);
    await write(person(), `/bind ${user.userId}`);
    const [{ _id: id }] = (await state(user)).requests;
    expect((await answer(user, id, true)).code).toBe(codes.stepUpNeeded.code);
    expect((await answer(user, id, false)).code).toBe(0);
    expect(await isBoundNow(user)).toBe(false);
  }
});

test("an agency's customer has no Telegram: not on the page, not in the chat", async () => {
  const agency = await app.account({ isAgencyUser: true });
  for (const path of ['telegram', 'telegram_code', 'unbind']) {
    expect((await app.call(`/api/user/${path}`, {}, agency)).code).toBe(codes.roleForbidden.code);
  }
  const refused = await app.call('/api/user/telegram_answer', { id: nobody(), accept: true }, agency);
  expect(refused.code).toBe(codes.roleForbidden.code);
  expect((await app.call('/api/user/userinfo', {}, agency)).data.telegram_bot).toBe('');
  const { user, person: lin } = await bound();
  await deps.db.updateTable('users').set({ is_agency_user: true }).where('id', '=', user.userId).execute();
  expect(await write(lin, '/sub')).toEqual([texts.notBound]);
});
