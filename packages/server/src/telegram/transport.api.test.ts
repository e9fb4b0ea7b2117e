import { afterEach, expect, test, vi } from 'vitest';
import { deliverChats } from '../chat/index.ts';
import { TEST_BOT } from '../chat/testing.ts';
import type { LeaderWork } from '../platform/leader.ts';
import { startTelegram } from './poll.ts';
import { createBotScene } from './testing.ts';
import { texts } from './texts.ts';
import { answerOpenUpdates } from './updates.ts';
import { webhookSecret } from './webhook.ts';
import { PATIENCE_MS } from '../../../../testkit/patience.ts';

const { app, bot, change, person } = await createBotScene();
const { deps } = app;

let ear: LeaderWork | undefined;
const listen = (): void => {
  ear = startTelegram(deps);
};
afterEach(async () => {
  await ear?.stop();
  ear = undefined;
  await change({ ...bot.settings, telegram_webhook: false });
});

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: PATIENCE_MS, interval: 50 });
const answerAll = async () => {
  await answerOpenUpdates(deps);
  await deliverChats(deps);
};
const deliver = (update: object, secret?: string) =>
  app.gate.app.inject({
    method: 'POST',
    url: '/api/telegram/webhook',
    headers: { 'content-type': 'application/json', ...(secret && { 'x-telegram-bot-api-secret-token': secret }) },
    payload: JSON.stringify(update),
  });
const methods = (): string[] => bot.calls.map(({ method }) => method);
const secret = (): string => webhookSecret(deps.secrets, TEST_BOT);

test('the bot introduces itself, shows its menu and fetches what people write', async () => {
  const lin = person();
  listen();
  await eventually(() => expect(methods()).toContain('getUpdates'));
  expect(methods().slice(0, 3)).toEqual(['getMe', 'setMyCommands', 'deleteWebhook']);
  bot.write(lin, '/start');
  await eventually(async () => {
    await answerAll();
    expect(bot.shownTo(lin.id)).toHaveLength(1);
  });
  // What was taken over is confirmed by the next fetch.
  const number = Number(bot.calls.findLast(({ method }) => method === 'getUpdates')!.payload['offset']);
  expect(number).toBeGreaterThan(1000);
});

test('the menu offers the subscription link only while the settings let it be sent', async () => {
  const offered = (): string[] => {
    const { payload } = bot.calls.findLast(({ method }) => method === 'setMyCommands')!;
    return (payload['commands'] as { readonly command: string }[]).map(({ command }) => command);
  };
  listen();
  await eventually(() => expect(offered()).toContain('sub'));
  await change({ telegram_sub_link: false });
  await eventually(() =>
    expect(offered()).toEqual(texts.menu.flatMap(({ command }) => (command === 'sub' ? [] : [command]))),
  );
  await change({ telegram_sub_link: true });
  await eventually(() => expect(offered()).toContain('sub'));
});

test('it ends within moments, in the middle of a fetch', async () => {
  listen();
  const calls = methods().length;
  await eventually(() => expect(methods().slice(calls)).toContain('getUpdates'));
  // The fetch itself lasts longer than the test may.
  await ear?.stop();
  expect(methods().slice(calls)).toContain('getUpdates');
});

test('the name of the bot is known while there is one, whatever the settings say meanwhile', async () => {
  const name = async () => (await deps.db.selectFrom('telegram_bot').selectAll().execute())[0]?.username;
  listen();
  await eventually(async () => expect(await name()).toBe(TEST_BOT.username));
  await change({ telegram_api_root: 'not an address' });
  await eventually(async () => expect(await name()).toBeUndefined());
  const user = await app.account();
  expect((await app.call('/api/user/telegram', {}, user)).data.bot).toBe('');
  expect((await app.call('/api/user/telegram_code', {}, user)).data.link).toBe('');
  await change(bot.settings);
  await eventually(async () => expect(await name()).toBe(TEST_BOT.username));
});

test('a Telegram that fails, is busy or serves somebody else is tried again, and nothing is lost', async () => {
  const lin = person();
  bot.trouble(
    { methods: ['getMe'], code: 500, times: 1 },
    { methods: ['getUpdates'], code: 409, times: 1 },
    { methods: ['getUpdates'], code: 429, retryAfter: 3, times: 1 },
  );
  bot.write(lin, '/help');
  listen();
  await eventually(async () => {
    await answerAll();
    expect(bot.shownTo(lin.id)).toEqual([texts.helpUnbound]);
  });
});

test('with the webhook on, Telegram is told where to deliver and with what to prove itself', async () => {
  await change({ telegram_webhook: true });
  listen();
  await eventually(() => expect(bot.webhook()).toBeDefined());
  expect(bot.webhook()).toEqual({ url: 'http://console.test/api/telegram/webhook', secret: secret() });
  expect(secret()).toMatch(/^[0-9a-f]{64}$/);
  await change({ telegram_webhook: false });
  await eventually(() => expect(bot.webhook()).toBeUndefined());
});

test('the webhook takes what Telegram delivers, twice as once, and nothing from anybody else', async () => {
  await change({ telegram_webhook: true });
  const lin = person();
  const update = bot.write(lin, '/help');
  expect((await deliver(update)).statusCode).toBe(401);
  expect((await deliver(update, 'f'.repeat(64))).statusCode).toBe(401);
  expect((await deliver(update, webhookSecret(deps.secrets, { token: '1:other' }))).statusCode).toBe(401);
  await answerAll();
  expect(bot.shownTo(lin.id)).toEqual([]);
  expect((await deliver(update, secret())).statusCode).toBe(200);
  expect((await deliver(update, secret())).statusCode).toBe(200);
  expect((await deliver({ nonsense: true }, secret())).statusCode).toBe(200);
  await answerAll();
  expect(bot.shownTo(lin.id)).toEqual([texts.helpUnbound]);
});

test('without a webhook there is none, whatever somebody knows', async () => {
  expect((await deliver(bot.write(person(), '/help'), secret())).statusCode).toBe(404);
});

test('who guesses secrets is soon not listened to; Telegram itself is never kept waiting', async () => {
  await change({ telegram_webhook: true });
  const guesses = await Promise.all(Array.from({ length: 320 }, () => deliver({}, 'guess')));
  expect(guesses.map(({ statusCode }) => statusCode)).toContain(429);
  expect((await deliver(bot.write(person(), '/help'), secret())).statusCode).toBe(200);
});
