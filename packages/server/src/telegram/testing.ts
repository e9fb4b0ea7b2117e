import { afterAll, beforeEach } from 'vitest';
import type { Settings } from '@skyport/contract/settings-table';
import { deliverChats } from '../chat/index.ts';
import { startBotApi, TEST_BOT, type BotApi, type TelegramPerson } from '../chat/testing.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { saveBot } from './store.ts';
import { takeUpdates, answerOpenUpdates } from './updates.ts';

/** The product with a bot, and people who write to it. */
export interface BotScene {
  readonly app: TestApp;
  readonly bot: BotApi;
  change(changes: Partial<Settings>): Promise<void>;
  /** A person on Telegram that nobody has met. */
  person(traits?: Partial<TelegramPerson>): TelegramPerson;
  /** Somebody writes; gives what the bot says to that chat because of it. */
  write(from: TelegramPerson, text: string, chat?: { id: number; type: string }): Promise<string[]>;
  /** The command that the profile page of an account copies. */
  command(user: TestSession): Promise<string>;
  /** An account and the person it is bound to. */
  bound(traits?: Parameters<TestApp['account']>[0]): Promise<{ user: TestSession; person: TelegramPerson }>;
}

let people = 9000;

/** Starts it for a test file. */
export const createBotScene = async (environment: Record<string, string> = {}): Promise<BotScene> => {
  const app = await createTestApp(environment);
  const bot = await startBotApi();
  const { deps, clock } = app;
  const change = app.changeSettings;
  await change({ ...bot.settings, site_name: '天港' });
  await saveBot(deps.db, { botId: TEST_BOT.id, username: TEST_BOT.username, at: clock.now() });
  beforeEach(() => {
    bot.trouble();
  });
  afterAll(async () => {
    await bot.stop();
    await app.close();
  });
  const person: BotScene['person'] = (traits) => {
    people += 1;
    return { id: people, first_name: '小林', username: `lin${people}`, ...traits };
  };
  const write: BotScene['write'] = async (from, text, chat) => {
    const to = chat?.id ?? from.id;
    const before = bot.sent.length;
    await takeUpdates(deps, TEST_BOT.id, [bot.write(from, text, chat)]);
    await answerOpenUpdates(deps);
    await deliverChats(deps);
    return bot.sent.slice(before).flatMap(({ chatId, text: said }) => (chatId === to ? [said] : []));
  };
  const command: BotScene['command'] = async (user) =>
    (await app.call('/api/user/telegram_code', {}, user)).data.command as string;
  return {
    app,
    bot,
    change,
    person,
    write,
    command,
    bound: async (traits) => {
      const [user, who] = [await app.account({ steppedUp: true, ...traits }), person()];
      await write(who, await command(user));
      return { user, person: who };
    },
  };
};
