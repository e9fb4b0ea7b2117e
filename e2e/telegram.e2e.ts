import { startBotApi, TEST_BOT, type BotApi, type TelegramPerson } from '@skyport/server/chat/testing';
import { systemRandom } from '@skyport/server/platform/ids';
import { createSecrets } from '@skyport/server/platform/secrets';
import { settingAssociatedData } from '@skyport/server/settings/rules';
import { texts as said } from '@skyport/server/telegram/texts';
import { channelTexts } from '@skyport/web/notices/channel-texts';
import { texts } from '@skyport/web/telegram/texts';
import { copyTexts } from '@skyport/web/ui/copy-texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clipboardOf, desk, emptyClipboard, phone } from '../testkit/browser.ts';
import { register } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { until } from '../testkit/until.ts';

/*
 * A customer and Telegram, with the panel's own processes, a browser and a server of the Bot API's shape: binds by the
 * copied command on a phone, asks and confirms at a desk, and unbinds.
 */

const SECRET_KEY = 'a key for this journey that is long enough to be taken';

let bot: BotApi;
beforeAll(async () => {
  bot = await startBotApi();
});
afterAll(() => bot?.stop());
const journey = setUpJourney({
  panel: () => {
    const associatedData = settingAssociatedData('telegram_bot_token');
    const token = createSecrets(SECRET_KEY, systemRandom).encrypt(TEST_BOT.token, associatedData);
    return {
      env: { SECRET_KEY },
      settings: { telegram_bot_token: token.toString('base64'), telegram_api_root: bot.url },
    };
  },
});

/** Somebody writes to the bot; gives what it answers, once it does. */
const write = async (from: TelegramPerson, text: string): Promise<string> => {
  const before = bot.sent.filter(({ chatId }) => chatId === from.id).length;
  bot.write(from, text);
  const answer = async () => bot.sent.filter(({ chatId }) => chatId === from.id)[before]?.text;
  return until('the bot to answer', answer);
};

/** Waits until the newest message of a chat is this one. */
const shows = ({ id }: TelegramPerson, text: string) =>
  until(`the chat to show ${text}`, async () => bot.shownTo(id).at(-1) === text);

const sectionOf = (page: Page) => page.getByRole('region', { name: texts.title, exact: true });
const openProfile = async (page: Page): Promise<void> => {
  await page.goto('/#/user_info');
  await sectionOf(page).getByLabel(texts.commandLabel).waitFor();
};

test('a customer on a phone copies the command, sends it to the bot, uses the bot, and unbinds on the page', async () => {
  const page = await journey.open(phone);
  const lin = { id: 42_001, first_name: '林', username: 'lin' };
  await register(page, 'lin@example.com', 'a long password');
  await openProfile(page);
  const section = sectionOf(page);
  await emptyClipboard(page);
  await section.getByRole('button', { name: texts.copy }).click();
  await page.getByText(copyTexts.done.text).waitFor();
  const command = await clipboardOf(page);
  const shown = await section.getByLabel(texts.commandLabel).textContent();
  expect(command).toMatch(new RegExp(`^${shown} [A-Z2-7]{8}$`));
  const link = await section.getByRole('link', { name: texts.open }).getAttribute('href');
  expect(link).toMatch(new RegExp(`^https://t\\.me/${TEST_BOT.username}\\?start=`));

  expect(await write(lin, command)).toBe(said.bound('li***@example.com'));
  await section.getByText('林 (@lin)', { exact: true }).waitFor();
  await section.getByText(texts.bound, { exact: true }).waitFor();
  expect(await write({ ...lin, id: 42_002 }, command)).toBe(said.codeWrong);

  expect(await write(lin, '/order')).toContain(said.noOrders);
  expect(await write(lin, '/ticket')).toContain('/#/feedback');
  expect(await write(lin, '/stats')).toBe(said.unknown);
  const sub = await write(lin, '/sub');
  const [url = ''] = /http\S+/.exec(sub) ?? [];
  expect(url.startsWith(journey.panel.url)).toBe(true);
  expect((await fetch(url)).status).toBe(200);
  expect(await write(lin, '/traffic')).toBe(said.permanent('0 M'));

  const channels = page.getByRole('region', { name: channelTexts.title });
  const box = channels.getByLabel(channelTexts.of(channelTexts.kinds.traffic, channelTexts.telegram));
  await box.click();
  const saved = async () => (await box.isEnabled()) && !(await box.isChecked());
  await until('the choice to be saved', saved);
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);

  await section.getByRole('button', { name: texts.unbind }).click();
  const question = page.getByRole('dialog', { name: texts.unbindTitle });
  await question.getByText(texts.unbindText('林 (@lin)')).waitFor();
  await question.getByRole('button', { name: texts.unbindConfirm }).click();
  await page.getByText(texts.unbound.text).waitFor();
  await section.getByLabel(texts.commandLabel).waitFor();
  await until('the chat to hear of it', async () => bot.shownTo(lin.id).at(-1)?.includes('解除绑定'));
  expect(await write(lin, '/me')).toBe(said.notBound);
});

test('whoever sends the bare command is bound only when the customer confirms it; a restart forgets and repeats nothing', async () => {
  const page = await journey.open(desk);
  const [wang, thief] = [
    { id: 42_011, first_name: '王', username: 'wang' },
    { id: 42_012, first_name: '小偷' },
  ];
  await register(page, 'wang@example.com', 'a long password');
  await openProfile(page);
  const section = sectionOf(page);
  const bare = (await section.getByLabel(texts.commandLabel).textContent()) ?? '';
  expect(await write(thief, bare)).toBe(said.askedToBind);
  await section.getByRole('button', { name: texts.refuseOf('小偷') }).click();
  await page.getByText(texts.refused.text).waitFor();
  expect(await write(wang, bare)).toBe(said.askedToBind);
  await section.getByRole('button', { name: texts.acceptOf('王 (@wang)') }).click();
  await section.getByText(texts.bound, { exact: true }).waitFor();
  expect(bot.shownTo(thief.id)).toEqual([said.askedToBind]);

  await shows(wang, said.bound('wa***@example.com'));
  const answered = bot.sent.length;
  await journey.panel.crash('panel');
  const update = bot.write(wang, '/traffic');
  bot.again(update);
  await shows(wang, said.permanent('0 M'));
  expect(await write(wang, '/help')).toContain('/checkin');
  const late = bot.sent.slice(answered).filter(({ text }) => text === said.permanent('0 M'));
  expect(late).toHaveLength(1);
});
