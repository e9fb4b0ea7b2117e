import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { createTestApp } from '../testing.ts';
import { deliverChats, queueChat, removeOldChats, unblockChat } from './index.ts';
import { forgetOldMessages } from './outbox-store.ts';
import { startBotApi } from './testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
let bot = await startBotApi();
afterAll(async () => {
  await bot.stop();
  await app.close();
});

const change = app.changeSettings;
beforeEach(() => change(bot.settings));
afterEach(async () => {
  bot.trouble();
  await deps.db.deleteFrom('chat_outbox').execute();
  await deps.db.deleteFrom('blocked_chats').execute();
});

let chats = 5000;
const queue = async (text = '你好', more: { liveSeconds?: number; expiresAt?: Date; chatId?: number } = {}) => {
  const chatId = more.chatId ?? (chats += 1);
  await queueChat(deps.db, deps, { ...more, chatId, kind: 'test', text });
  return chatId;
};
const outbox = () => deps.db.selectFrom('chat_outbox').selectAll().orderBy('created_at').orderBy('id').execute();

test('a message goes out as plain text, and what was sent is gone from the database', async () => {
  const chat = await queue('很机密的 *一句话*');
  expect((await outbox())[0]?.sealed?.toString('utf8')).not.toContain('机密');
  expect(await deliverChats(deps)).toEqual({ sent: 1, refused: 0 });
  expect(bot.shownTo(chat)).toEqual(['很机密的 *一句话*']);
  expect((await outbox())[0]).toMatchObject({ sealed: null, sent_at: clock.now(), remove_at: null });
  const { payload } = bot.calls.findLast(({ method }) => method === 'sendMessage')!;
  expect(payload).not.toHaveProperty('parse_mode');
  expect(payload).toMatchObject({ link_preview_options: { is_disabled: true }, protect_content: false });
});

test('a message exists exactly when what caused it was committed', async () => {
  await deps.db
    .transaction()
    .execute(async (trx) => {
      await queueChat(trx, deps, { chatId: 1, kind: 'test', text: 'x' });
      throw new Error('taken back');
    })
    .catch(() => undefined);
  expect(await outbox()).toEqual([]);
});

test('while Telegram is away messages wait, are tried again later and later, and then arrive', async () => {
  const { port } = bot;
  await bot.stop();
  const [first, second] = [await queue('一'), await queue('二')];
  expect(await deliverChats(deps)).toMatchObject({ sent: 0, stopped: 'no answer' });
  expect((await outbox()).map(({ tries }) => tries)).toEqual([1, 0]);
  bot = await startBotApi(port);
  clock.advance(SECOND_MS);
  expect((await deliverChats(deps)).sent).toBe(1);
  clock.advance(5 * SECOND_MS);
  expect((await deliverChats(deps)).sent).toBe(1);
  expect([bot.shownTo(first), bot.shownTo(second)]).toEqual([['一'], ['二']]);
});

test('a wait that Telegram asks for is kept by everything that waits', async () => {
  bot.trouble({ methods: ['sendMessage'], code: 429, retryAfter: 30, times: 1 });
  const people = [await queue('一'), await queue('二')];
  expect(await deliverChats(deps)).toMatchObject({ sent: 0, stopped: 'sendMessage 429' });
  clock.advance(29 * SECOND_MS);
  const before = bot.calls.length;
  expect(await deliverChats(deps)).toEqual({ sent: 0, refused: 0 });
  expect(bot.calls).toHaveLength(before);
  clock.advance(SECOND_MS);
  expect((await deliverChats(deps)).sent).toBe(2);
  for (const chat of people) expect(bot.shownTo(chat)).toHaveLength(1);
});

test('a short wait is waited out on the spot', async () => {
  bot.trouble({ methods: ['sendMessage'], code: 429, retryAfter: 1, times: 1 });
  await queue();
  const began = performance.now();
  expect(await deliverChats(deps)).toEqual({ sent: 1, refused: 0 });
  expect(performance.now() - began).toBeGreaterThan(950);
});

test('a chat that has blocked the bot is written to no more until its owner writes again; others go on', async () => {
  const chat = await queue('一');
  await queue('二', { chatId: chat });
  const other = await queue('三');
  bot.trouble({ chats: [chat], code: 403 });
  expect(await deliverChats(deps)).toEqual({ sent: 1, refused: 1 });
  expect(bot.shownTo(other)).toEqual(['三']);
  expect((await outbox()).filter(({ sealed }) => sealed !== null)).toEqual([]);
  expect(await queueChat(deps.db, deps, { chatId: chat, kind: 'test', text: '四' })).toBe(false);
  await unblockChat(deps.db, chat);
  bot.trouble();
  await queue('五', { chatId: chat });
  await deliverChats(deps);
  expect(bot.shownTo(chat)).toEqual(['五']);
});

test('a message that Telegram will never take is given up; others go on', async () => {
  const chat = await queue();
  await queue();
  bot.trouble({ chats: [chat], code: 400 });
  expect(await deliverChats(deps)).toEqual({ sent: 1, refused: 1 });
  const refused = (await outbox()).find(({ chat_id: id }) => id === chat);
  expect(refused).toMatchObject({ sealed: null, problem: 'sendMessage 400', gave_up_at: clock.now() });
});

test('a wrong token lets everything wait until the operator has mended it', async () => {
  await change({ telegram_bot_token: '700100:AAanotherToken_22' });
  await queue();
  expect((await deliverChats(deps)).stopped).toBe('sendMessage 401');
  await change(bot.settings);
  clock.advance(MINUTE_MS);
  expect((await deliverChats(deps)).sent).toBe(1);
});

test('what is private cannot be forwarded and leaves the chat after its time, even when the first try fails', async () => {
  const chat = await queue('订阅链接', { liveSeconds: 60 });
  await deliverChats(deps);
  expect(bot.sent.at(-1)).toMatchObject({ chatId: chat, protected: true, deleted: false });
  clock.advance(59 * SECOND_MS);
  await removeOldChats(deps);
  expect(bot.shownTo(chat)).toEqual(['订阅链接']);
  clock.advance(SECOND_MS);
  bot.trouble({ methods: ['deleteMessage'], code: 500, times: 1 });
  await removeOldChats(deps);
  clock.advance(30 * SECOND_MS);
  await removeOldChats(deps);
  expect(bot.shownTo(chat)).toEqual([]);
  expect((await outbox())[0]).toMatchObject({ remove_at: null });
});

test('a private message is not sent again after an unknown outcome: the first copy could not be removed', async () => {
  const chat = await queue('订阅链接', { liveSeconds: 60 });
  bot.trouble({ methods: ['sendMessage'], code: 500, times: 1 });
  expect(await deliverChats(deps)).toMatchObject({ sent: 0, stopped: 'sendMessage 500' });
  clock.advance(5 * MINUTE_MS);
  expect(await deliverChats(deps)).toEqual({ sent: 0, refused: 0 });
  expect((await outbox())[0]).toMatchObject({ sealed: null, problem: 'sendMessage 500' });
  const [other, lost] = [await queue('订阅链接', { liveSeconds: 60 }), new Error('the process died')];
  const dying = { ...deps, jobs: { ...deps.jobs, addAt: () => Promise.reject(lost) } };
  await expect(deliverChats(dying)).rejects.toThrow(lost);
  clock.advance(5 * MINUTE_MS);
  expect(await deliverChats(deps)).toEqual({ sent: 0, refused: 0 });
  expect([bot.shownTo(chat), bot.shownTo(other)]).toEqual([[], ['订阅链接']]);
});

test('a private message waits as long as Telegram asks for', async () => {
  const chat = await queue('订阅链接', { liveSeconds: 60 });
  bot.trouble({ methods: ['sendMessage'], code: 429, retryAfter: 30, times: 1 });
  await deliverChats(deps);
  clock.advance(30 * SECOND_MS);
  expect((await deliverChats(deps)).sent).toBe(1);
  expect(bot.shownTo(chat)).toEqual(['订阅链接']);
});

test('ten messages and four senders at once: every message goes out once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => queue()));
  const rounds = await Promise.all(Array.from({ length: 4 }, () => deliverChats(deps)));
  expect(rounds.reduce((sum, { sent }) => sum + sent, 0)).toBe(10);
  for (const chat of people) expect(bot.shownTo(chat)).toHaveLength(1);
});

test('a message whose time is over is not sent, and what is done with is forgotten after a while', async () => {
  const chat = await queue('旧', { expiresAt: new Date(clock.now().getTime() + HOUR_MS) });
  clock.advance(HOUR_MS);
  expect(await deliverChats(deps)).toEqual({ sent: 0, refused: 0 });
  expect(bot.shownTo(chat)).toEqual([]);
  expect((await outbox())[0]).toMatchObject({ sealed: null, problem: 'expired' });
  await queue();
  await forgetOldMessages(deps.db, new Date(clock.now().getTime() + DAY_MS));
  expect((await outbox()).map(({ sealed }) => sealed !== null)).toEqual([true]);
});
