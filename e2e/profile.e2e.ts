import { flood, picture, withComment } from '@skyport/server/files/testing/pictures';
import { confirmLinkOf } from '@skyport/server/mail/testing';
import { imageTexts, switchLabels } from '@skyport/contract/profile-texts';
import { texts as accountTexts } from '@skyport/web/accounts/texts';
import { texts as api } from '@skyport/web/api/texts';
import { uploadTexts } from '@skyport/web/api/upload-texts';
import { channelTexts as channels } from '@skyport/web/notices/channel-texts';
import { texts } from '@skyport/web/profile/texts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desk, screens } from '../testkit/browser.ts';
import { register } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { setUpMails } from '../testkit/journey-mails.ts';
import { logIn } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * The profile page as a customer uses it, on a phone and at a desk: options, an avatar and what is none, another
 * address by mail, and a second browser that is logged out from the first.
 */

const [PASSWORD, NEXT] = ['a long password', 'a longer password'];

const mails = setUpMails();
const journey = setUpJourney({ panel: () => ({ settings: mails.settings() }) });
let page: Page;

const { press, field } = actsAt(() => page);
const confirmWindow = () => page.getByRole('dialog').getByRole('button', { name: '确认', exact: true }).click();
const save = async (): Promise<void> => {
  await press(texts.details.save);
  await page.getByText(texts.details.saved.text).first().waitFor();
};
/** Opens the page anew, as somebody who comes back. */
const reopen = async (): Promise<void> => {
  await page.goto('about:blank');
  await page.goto('/#/user_info');
  await field(accountTexts.fields.email).waitFor();
};
const choose = (name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

describe.each(screens)('on a %s', (name, screen) => {
  const email = `lin-${name}@example.com`;
  const moved = `lin-${name}@new.example`;

  beforeAll(async () => {
    page = await journey.open(screen);
    await register(page, email, PASSWORD);
  });
  afterAll(() => page.context().close());

  test('options are explained, saved, and there when the customer comes back', async () => {
    await reopen();
    const help = page.getByRole('button', { name: texts.switches.help(switchLabels.in_foreign) });
    await (screen.phone ? help.tap() : help.hover());
    await page.getByText(texts.switches.in_foreign.help).waitFor();
    await field(switchLabels.in_foreign).check();
    await field(switchLabels.use_english_node).check();
    await save();
    await reopen();
    const checked = (label: string) => field(label).isChecked();
    expect(await checked(switchLabels.in_foreign)).toBe(true);
    expect(await checked(switchLabels.use_english_node)).toBe(true);
    expect(await checked(switchLabels.inXinjiang)).toBe(false);
  });

  test('a picture becomes the avatar, and what is no picture is refused with a reason', async () => {
    await reopen();
    const photo = await picture('jpg', [300, 200]);
    const refused: readonly (readonly [string, Buffer, string])[] = [
      ['me.gif', Buffer.from('GIF89a'), imageTexts.wrongType],
      ['me.jpg', Buffer.concat([photo, Buffer.alloc(4 * 1024 * 1024)]), imageTexts.tooBig],
      ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), imageTexts.broken],
      ['page.jpg', withComment(photo, '<script>alert(1)</script>'), imageTexts.broken],
      ['flood.png', await flood(), imageTexts.tooManyPixels],
    ];
    for (const [file, bytes, reason] of refused) {
      await choose(file, bytes);
      await page.getByText(reason).last().waitFor();
      expect(await page.getByRole('img', { name: texts.avatar.label }).count()).toBe(0);
      await page.getByText(uploadTexts.hint).waitFor();
    }
    await choose('me.jpg', photo);
    const shown = page.getByRole('img', { name: texts.avatar.label });
    await shown.waitFor();
    await save();
    await reopen();
    const width = () => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await until('the avatar to be drawn', async () => (await width()) === 300 || undefined);
    const inMenu = page.getByRole('button', { name: `${email} 账号菜单` }).locator('img');
    expect(await inMenu.getAttribute('src')).toBe(await shown.getAttribute('src'));
  });

  test('another address is saved by the password, and counts when its mail was opened', async () => {
    await reopen();
    await field(accountTexts.fields.email).fill(moved);
    await field(texts.details.password).fill(PASSWORD);
    await save();
    await page.getByText(texts.details.mailed(moved)).waitFor();
    await reopen();
    expect(await field(accountTexts.fields.email).inputValue()).toBe(email);
    const mail = await until('the mail', async () => mails.received().find(({ to }) => to.includes(moved)));
    await page.goto('about:blank');
    await page.goto(confirmLinkOf(mail).href);
    await page.getByText(accountTexts.confirm.email.done).waitFor();
    await reopen();
    expect(await field(accountTexts.fields.email).inputValue()).toBe(moved);
  });

  test('a choice of notices fails at once without a network and is not made later; with one it is kept', async () => {
    await reopen();
    const choice = page.getByLabel(channels.of(channels.kinds.order, channels.mail), { exact: true });
    const before = await choice.isChecked();
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('save_channels') && asked.push(request.url())));
    await page.context().setOffline(true);
    await choice.click();
    await page.getByText(api.network.text).waitFor();
    await until('the choice to be free again', () => choice.isEnabled());
    expect(await choice.isChecked()).toBe(before);
    const tried = asked.length;
    await page.context().setOffline(false);
    // Whatever waited for the network would be sent before this.
    await page.evaluate("fetch('/healthz').then((answer) => answer.text())");
    expect(asked).toHaveLength(tried);
    await choice.click();
    await until(
      'the choice to be made',
      async () => (await choice.isEnabled()) && (await choice.isChecked()) !== before,
    );
    await reopen();
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(!before);
  });

  test('another password is taken from whoever knows the current one, and ends the sessions elsewhere', async () => {
    const other = await journey.open(desk);
    await logIn(other, { email: moved, password: PASSWORD });
    await reopen();
    await press(texts.password.open);
    const window = page.getByRole('dialog', { name: texts.password.title });
    const { current, password, confirm } = texts.password.fields;
    const type = (label: string, text: string) => window.getByLabel(label, { exact: true }).fill(text);
    const send = () => window.getByRole('button', { name: texts.password.submit, exact: true }).click();
    await type(current, 'not the password');
    await type(password, NEXT);
    await type(confirm, NEXT);
    await send();
    // At its field and nowhere else: a toast would say it twice.
    await window.getByText('当前密码不正确').waitFor();
    expect(await page.getByText('当前密码不正确').count()).toBe(1);
    const described = await window.getByLabel(current, { exact: true }).getAttribute('aria-describedby');
    expect(described).toContain('error');
    await type(current, PASSWORD);
    await send();
    await page.getByText(texts.password.saved.text).waitFor();
    await window.waitFor({ state: 'hidden' });
    await other.goto('about:blank');
    await other.goto('/#/user_info');
    await other.getByRole('button', { name: accountTexts.login.submit, exact: true }).waitFor();
    await other.context().close();
  });

  test('a second browser is seen and logged out, one and all', async () => {
    const other = await journey.open(desk);
    await logIn(other, { email: moved, password: NEXT });
    await reopen();
    const list = page.getByRole('list', { name: texts.sessions.list });
    await until('both sessions', async () => (await list.getByRole('listitem').count()) === 2 || undefined);
    expect(await list.getByText(texts.sessions.current).count()).toBe(1);
    expect(await list.getByText(/127\.0\.0\.0\/24/).count()).toBe(2);
    await list.getByRole('button').click();
    await page.getByText(texts.sessions.ended.text).waitFor();
    await other.goto('about:blank');
    await other.goto('/#/user_info');
    await other.getByRole('button', { name: accountTexts.login.submit, exact: true }).waitFor();

    await press(texts.sessions.all);
    await page.getByRole('dialog').getByText(texts.sessions.allText).waitFor();
    await confirmWindow();
    await page.getByRole('button', { name: accountTexts.login.submit, exact: true }).waitFor();
    await page.goto('/#/user_info');
    await page.getByRole('button', { name: accountTexts.login.submit, exact: true }).waitFor();
    await other.context().close();
  });
});
