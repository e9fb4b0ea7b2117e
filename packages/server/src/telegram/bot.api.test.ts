import { GIB, MIB } from '@skyport/contract/units';
import { expect, test } from 'vitest';
import { deliverChats, removeOldChats } from '../chat/index.ts';
import { TEST_BOT } from '../chat/testing.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { createBotScene } from './testing.ts';
import { texts } from './texts.ts';
import { removeOldUpdates } from './update-store.ts';
import { takeUpdates, answerOpenUpdates } from './updates.ts';

const { app, bot, change, person, write, command, bound } = await createBotScene();
const { deps, clock } = app;

const traffic = (num: number, account: object) =>
  deps.db.updateTable('traffic_account').set(account).where('user_num', '=', num).execute();

test('the bot greets, and its help lists what works for whoever asks', async () => {
  const stranger = person();
  expect(await write(stranger, '/start')).toEqual([`${texts.welcome('天港')}\n${texts.helpUnbound}`]);
  expect(await write(stranger, '/help')).toEqual([texts.helpUnbound]);
  expect(await write(stranger, '你好')).toEqual([texts.unknown]);
  expect(await write(stranger, '/constructor')).toEqual([texts.unknown]);
  expect(await write(stranger, '/bind')).toEqual([texts.bindUsage]);
  const { person: lin } = await bound();
  const [help] = await write(lin, '/help');
  const offered = ['me', 'traffic', 'sub', 'checkin', 'nodes', 'order', 'ticket', 'invite', 'bind', 'unbind', 'help'];
  for (const name of offered) {
    expect(help).toContain(`/${name} `);
  }
});

test('commands about an account need one', async () => {
  const stranger = person();
  for (const name of ['me', 'traffic', 'sub', 'checkin', 'nodes', 'order', 'ticket', 'invite', 'unbind']) {
    expect(await write(stranger, `/${name}`)).toEqual([texts.notBound]);
  }
  const { user, person: lin } = await bound();
  await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', user.userId).execute();
  expect(await write(lin, '/sub')).toEqual([texts.notBound]);
});

test('an account sees its membership and its traffic', async () => {
  const { user, person: lin } = await bound();
  await traffic(user.num, { granted: 100 * GIB, spent: 25.5 * GIB });
  expect(await write(lin, '/me')).toEqual(['账号：pe***@example.com\n会员：未开通\n不限时流量：剩余 74.5 G']);
  await traffic(user.num, {
    vip_until: new Date(clock.now().getTime() + 10 * DAY_MS),
    daily_quota: 50 * GIB,
    day: '2026-11-21',
    day_used: 300 * MIB,
  });
  const lines = '今日限时流量：已用 300 M / 50 G\n不限时流量：剩余 74.5 G';
  expect(await write(lin, '/me')).toEqual([`账号：pe***@example.com\n会员：有效期至 2026-12-01 12:00\n${lines}`]);
  expect(await write(lin, `/traffic@${TEST_BOT.username}`)).toEqual([lines]);
});

test('the subscription link comes to a private chat only, works, and is gone after sixty seconds', async () => {
  const { user, person: lin } = await bound();
  expect(await write(lin, '/sub', { id: -77, type: 'group' })).toEqual([texts.privateOnly]);
  const [said] = await write(lin, '/sub');
  const { userkey } = (await app.call('/api/user/userinfo', {}, user)).data;
  const link = `http://console.test/api/subscript/auto/${user.userId}/${userkey}?f=auto`;
  expect(said).toBe(texts.sub(link));
  expect((await app.gate.app.inject({ url: new URL(link).pathname + '?f=auto' })).statusCode).toBe(200);
  expect(bot.sent.at(-1)).toMatchObject({ protected: true });
  const rows = await deps.db.selectFrom('chat_outbox').selectAll().where('chat_id', '=', lin.id).execute();
  expect(JSON.stringify(rows)).not.toContain(userkey);
  clock.advance(60 * SECOND_MS);
  await removeOldChats(deps);
  expect(bot.shownTo(lin.id).join()).not.toContain(userkey);
});

test('a link has the address of the account, else that of the site', async () => {
  const { user, person: lin } = await bound();
  await change({ describe_host: 'sub.example' });
  expect((await write(lin, '/sub'))[0]).toContain('https://sub.example/api/subscript/auto/');
  await deps.db
    .updateTable('users')
    .set({ describe_host: 'https://own.example/' })
    .where('id', '=', user.userId)
    .execute();
  expect((await write(lin, '/sub'))[0]).toContain('https://own.example/api/subscript/auto/');
  await change({ describe_host: '' });
});

test('where the settings say so, the bot neither sends nor offers the subscription link', async () => {
  const { person: lin } = await bound();
  await change({ telegram_sub_link: false });
  expect(await write(lin, '/sub')).toEqual([texts.subOff]);
  expect((await write(lin, '/help'))[0]).not.toContain('/sub');
  await change({ telegram_sub_link: true });
  expect((await write(lin, '/sub'))[0]).toContain('/api/subscript/auto/');
});

test('check-in follows the rules of the site: paid accounts, once a day, here or there', async () => {
  const poor = await bound();
  expect(await write(poor.person, '/checkin')).toEqual(['付费用户可领取每日福利']);
  const { user, person: lin } = await bound({ paid: true });
  expect(await write(lin, '/checkin')).toEqual([texts.checkedIn(200, 1, 0)]);
  expect(await write(lin, '/checkin')).toEqual(['今天已经签到过了']);
  expect((await app.call('/api/user/sign_use', {}, user)).msg).toBe('今天已经签到过了');
  expect((await app.call('/api/user/userinfo', {}, user)).data).toMatchObject({
    traffic: 200 * MIB,
    signUseToday: true,
    haveContinueSignUseData: 1,
  });
  clock.advance(DAY_MS);
  await change({ continueSignUseDay: 2 });
  expect(await write(lin, '/checkin')).toEqual([texts.checkedIn(1224, 2, 1024)]);
});

test('the nodes are those of the site', async () => {
  const { person: lin } = await bound();
  expect(await write(lin, '/nodes')).toEqual([texts.noNodes]);
  await deps.db
    .insertInto('nodes')
    .values({
      id: deps.ids.next(),
      name: '香港 01',
      country: 'HK',
      type: 'reality',
      server_type: 'ubuntu_x86',
      ip: '203.0.113.7',
      ctrl_port: 7000,
      created_at: clock.now(),
    })
    .execute();
  const [said] = await write(lin, '/nodes');
  expect(said).toBe('共 1 个节点：\n🇭🇰 香港 01');
  expect(said).not.toContain('203.0.113.7');
});

test('an update that is delivered twice, or to two processes at once, is answered once', async () => {
  const { person: lin } = await bound({ paid: true });
  const update = bot.write(lin, '/checkin');
  await Promise.all(Array.from({ length: 4 }, () => takeUpdates(deps, TEST_BOT.id, [update])));
  await Promise.all(Array.from({ length: 4 }, () => answerOpenUpdates(deps)));
  await takeUpdates(deps, TEST_BOT.id, [update]);
  await answerOpenUpdates(deps);
  const before = bot.sent.length;
  await deliverChats(deps);
  expect(bot.sent.slice(before).map(({ text }) => text)).toEqual([expect.stringContaining('签到成功')]);
});

test('what was said is encrypted while it waits and forgotten when it is answered; later the update itself is', async () => {
  const lin = person();
  await takeUpdates(deps, TEST_BOT.id, [bot.write(lin, '/bind x 很机密的码')]);
  const rows = () => deps.db.selectFrom('tg_update').selectAll().orderBy('update_id', 'desc').limit(1).execute();
  const [waiting] = await rows();
  expect(waiting?.sealed?.toString('utf8')).not.toContain('机密');
  await answerOpenUpdates(deps);
  expect((await rows())[0]).toMatchObject({ sealed: null, done_at: clock.now() });
  await removeOldUpdates(deps.db, new Date(clock.now().getTime() + 1));
  expect(await rows()).toEqual([]);
});

test('an update that nobody can answer is given up after three tries and stands in nobody’s way', async () => {
  const [lin, other] = [person(), person()];
  await takeUpdates(deps, TEST_BOT.id, [bot.write(lin, '/help')]);
  await deps.db
    .updateTable('tg_update')
    .set({ sealed: Buffer.from('another key') })
    .where('done_at', 'is', null)
    .execute();
  // Those behind it wait, because a fault of the database would meet them as well.
  for (let round = 1; round < 3; round += 1) await answerOpenUpdates(deps);
  expect(await write(other, '/help')).toEqual([texts.helpUnbound]);
  const rows = await deps.db.selectFrom('tg_update').select(['tries', 'sealed']).where('tries', '>', 0).execute();
  expect(rows).toEqual([{ tries: 2, sealed: null }]);
});

test('a message that meets a short fault is not given up at once, and one that is given up is answered so', async () => {
  const { user, person: lin } = await bound();
  const { userkey_enc } = await deps.db
    .selectFrom('users')
    .select('userkey_enc')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const setKey = (key: Buffer) =>
    deps.db.updateTable('users').set({ userkey_enc: key }).where('id', '=', user.userId).execute();
  await setKey(Buffer.from('broken'));
  expect(await write(lin, '/sub')).toEqual([]);
  await setKey(userkey_enc);
  await answerOpenUpdates(deps);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id).at(-1)).toContain('/api/subscript/auto/');
  await setKey(Buffer.from('broken'));
  expect(await write(lin, '/sub')).toEqual([]);
  for (let round = 1; round < 3; round += 1) await answerOpenUpdates(deps);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id).at(-1)).toBe(texts.failed);
  await setKey(userkey_enc);
});

test('updates of other shapes are passed over, and Telegram may forget them', async () => {
  const odd = [{ update_id: 5001, edited_message: {} }, { update_id: 5002, message: { text: 7 } }, null, 'x', {}];
  expect(await takeUpdates(deps, TEST_BOT.id, odd)).toBe(5002);
  await answerOpenUpdates(deps);
  const open = await deps.db.selectFrom('tg_update').select('update_id').where('done_at', 'is', null).execute();
  expect(open).toEqual([]);
});

test('a chat that writes without end is answered thirty times a minute', async () => {
  const lin = person();
  const many = Array.from({ length: 40 }, () => bot.write(lin, '/help'));
  await takeUpdates(deps, TEST_BOT.id, many);
  await answerOpenUpdates(deps);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id)).toHaveLength(30);
  clock.advance(MINUTE_MS);
  expect(await write(lin, '/help')).toHaveLength(1);
});

test('whoever blocked the bot is answered again after writing to it', async () => {
  const { person: lin } = await bound();
  bot.trouble({ chats: [lin.id], code: 403 });
  expect(await write(lin, '/me')).toEqual([]);
  const blocked = () => deps.db.selectFrom('blocked_chats').selectAll().where('chat_id', '=', lin.id).execute();
  expect(await blocked()).toHaveLength(1);
  bot.trouble();
  expect(await write(lin, '/traffic')).toHaveLength(1);
  expect(await blocked()).toEqual([]);
});

test('an answer that could not be given for ten minutes is not given any more', async () => {
  const { person: lin } = await bound();
  const before = bot.shownTo(lin.id).length;
  bot.trouble({ code: 500 });
  await write(lin, '/me');
  bot.trouble();
  clock.advance(10 * MINUTE_MS);
  await deliverChats(deps);
  expect(bot.shownTo(lin.id)).toHaveLength(before);
  expect(await write(lin, await command(await app.account()))).toEqual([texts.alreadyBound]);
});
