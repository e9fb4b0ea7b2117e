import { confirmLinkOf, startMailServer, type MailServer } from '@skyport/server/mail/testing';
import { texts } from '@skyport/web/accounts/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keepPictures, openBrowser, openPage, phone } from '../testkit/browser.ts';
import { copyLink } from '../testkit/customer-actions.ts';
import { startPanel, type Panel } from '../testkit/panel.ts';
import { until } from '../testkit/until.ts';

/*
 * A customer whose account hangs on mails, on a phone: signs up, opens the link of a mail that a real mail server got
 * from the panel's own jobs, forgets the password and gets a new one by the subscription link.
 */

const EMAIL = 'lin@example.com';
const [FIRST, SECOND] = ['first password', 'second password'];

let mails: MailServer;
let panel: Panel;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  mails = await startMailServer(0, { authOptional: true });
  const { smtp_host, smtp_port, smtp_ca } = mails.settings;
  panel = await startPanel({
    settings: { smtp_host, smtp_port, smtp_ca, smtp_from: 'noreply@site.example', signup_confirm: true },
  });
  browser = await openBrowser();
  page = await openPage(browser, panel.url, phone);
});
afterAll(async () => {
  await browser?.close();
  await panel?.stop();
  await mails?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPictures('mails', { page });
});

const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const atHome = () => page.getByRole('heading', { name: home.permanentTitle }).waitFor();

/** Waits for the n-th mail to the customer and opens its link in the browser, as a tap on it does. */
const openMail = async (nth: number, on = page): Promise<void> => {
  const mail = await until('the mail', async () => mails.mails[nth - 1], { withinMs: 20_000 });
  expect(mail).toMatchObject({ secure: true });
  const link = confirmLinkOf(mail);
  expect(link.origin).toBe(panel.url);
  await on.goto('about:blank');
  await on.goto(link.href);
};

const logIn = async (password: string): Promise<void> => {
  await page.goto('/#/login');
  await fill(texts.fields.email, EMAIL);
  await fill(texts.fields.password, password);
  await press(texts.login.submit);
};

const logOut = async (): Promise<void> => {
  await page.context().clearCookies();
  await page.goto('about:blank');
};

test('a customer confirms by mail, forgets the password and gets a new one by the subscription link and a mail', async () => {
  await page.goto('/#/register');
  await fill(texts.fields.email, EMAIL);
  await fill(texts.fields.password, FIRST);
  await fill(texts.fields.confirm, FIRST);
  await press(texts.register.submit);
  await page.getByText(texts.register.mailed).waitFor();

  await openMail(1);
  await page.getByText(texts.confirm.signup.done).waitFor();
  await atHome();
  const link = await copyLink(page, 'Android', 'SingBox');
  await logOut();

  await page.goto('/#/reset');
  await fill(texts.reset.link, link);
  await press(texts.reset.find);
  await page.getByText(texts.reset.found(EMAIL)).waitFor();
  await fill(texts.reset.password, SECOND);
  await fill(texts.reset.confirm, SECOND);
  await press(texts.reset.submit);
  await page.getByText(texts.reset.mailed).waitFor();
  await logIn(SECOND);
  await page.getByText(texts.loginFailed).waitFor();

  // The second mail told of the search for the address.
  await openMail(3);
  await page.getByText(texts.confirm.password.done).waitFor();
  await press(texts.confirm.enter);
  await atHome();
  await logOut();
  await logIn(SECOND);
  await atHome();
});

test('a link that is opened on another device asks there, and confirms with the password of the sign-up', async () => {
  const email = 'mei@example.com';
  await logOut();
  await page.goto('/#/register');
  await fill(texts.fields.email, email);
  await fill(texts.fields.password, FIRST);
  await fill(texts.fields.confirm, FIRST);
  const before = mails.mails.length;
  await press(texts.register.submit);
  await page.getByText(texts.register.mailed).waitFor();

  const other = await openPage(browser, panel.url, { width: 1280, height: 800 });
  await openMail(before + 1, other);
  await other.getByText(texts.confirm.elsewhere.hint).waitFor();
  await other.getByText('m***@example.com').waitFor();
  const submit = other.getByRole('button', { name: texts.confirm.elsewhere.title.signup });
  const password = other.getByLabel(texts.confirm.elsewhere.password, { exact: true });
  await password.fill(SECOND);
  await submit.click();
  await other.getByText('密码不正确').waitFor();
  await password.fill(FIRST);
  await submit.click();
  await other.getByText(texts.confirm.signup.done).waitFor();
  await other.getByRole('heading', { name: home.permanentTitle }).waitFor();
  await other.context().close();
});

test('a link that is nonsense says that it opens nothing', async () => {
  await page.goto('/#/confirm?action=signup_confirm&serial_id=1&key=2');
  await page.getByText(texts.confirm.signup.failed).waitFor();
  await page.getByRole('link', { name: texts.confirm.register }).waitFor();
});
