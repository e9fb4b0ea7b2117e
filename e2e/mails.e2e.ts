import { confirmLinkOf } from '@skyport/server/mail/testing';
import { texts } from '@skyport/web/accounts/texts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { phone } from '../testkit/browser.ts';
import { copyLink } from '../testkit/customer-actions.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { setUpMails } from '../testkit/journey-mails.ts';
import { sendLogIn, typeNewAccount } from '../testkit/log-in.ts';
import { actsAt } from '../testkit/page-acts.ts';
import { until } from '../testkit/until.ts';

/*
 * A customer whose account hangs on mails, on a phone: signs up, opens the link of a mail that a real mail server got
 * from the panel's own jobs, forgets the password and gets a new one by the subscription link.
 */

const EMAIL = 'lin@example.com';
const [FIRST, SECOND] = ['first password', 'second password'];

const mails = setUpMails();
const journey = setUpJourney({ panel: () => ({ settings: { ...mails.settings(), signup_confirm: true } }) });
let page: Page;
beforeAll(async () => {
  page = await journey.open(phone);
});

const { fill, press, atHome } = actsAt(() => page);

/** Waits for the n-th mail to the customer and opens its link in the browser, as a tap on it does. */
const openMail = async (nth: number, on = page): Promise<void> => {
  const mail = await until('the mail', async () => mails.received()[nth - 1]);
  expect(mail).toMatchObject({ secure: true });
  const link = confirmLinkOf(mail);
  expect(link.origin).toBe(journey.panel.url);
  await on.goto('about:blank');
  await on.goto(link.href);
};

const logIn = async (password: string): Promise<void> => {
  await page.goto('/#/login');
  await sendLogIn(page, { email: EMAIL, password });
};

const logOut = async (): Promise<void> => {
  await page.context().clearCookies();
  await page.goto('about:blank');
};

test('a customer confirms by mail, forgets the password and gets a new one by the subscription link and a mail', async () => {
  await page.goto('/#/register');
  await typeNewAccount(page, { email: EMAIL, password: FIRST });
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
  await typeNewAccount(page, { email, password: FIRST });
  const before = mails.received().length;
  await press(texts.register.submit);
  await page.getByText(texts.register.mailed).waitFor();

  const other = await journey.open({ width: 1280, height: 800 });
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
  await actsAt(() => other).atHome();
  await other.context().close();
});

test('a link that is nonsense says that it opens nothing', async () => {
  await page.goto('/#/confirm?action=signup_confirm&serial_id=1&key=2');
  await page.getByText(texts.confirm.signup.failed).waitFor();
  await page.getByRole('link', { name: texts.confirm.register }).waitFor();
});
