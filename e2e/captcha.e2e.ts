import { texts } from '@skyport/web/accounts/texts';
import { texts as home } from '@skyport/web/subscription/texts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { signUp, type TestAccount } from '../testkit/accounts.ts';
import { phone } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';

/*
 * The console on a bare HTTP address, where a browser has no WebCrypto: whoever mistyped the password too often logs in
 * with a proof of work that the page finds by itself, in a worker that the page's own rules allow.
 */

const HOST = 'console.test';

// A name, because browsers trust every address of the loopback network as they trust HTTPS.
const journey = setUpJourney({ browser: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
let page: Page;
let person: TestAccount;
beforeAll(async () => {
  page = await journey.open(phone, journey.panel.url.replace('127.0.0.1', HOST));
  person = await signUp(journey.panel, 'lin@example.com');
});

/** What the page asked for and complained about. */
const watch = (): { asked: string[]; workers: string[]; complaints: string[] } => {
  const seen = { asked: [] as string[], workers: [] as string[], complaints: [] as string[] };
  page.on('request', (request) => seen.asked.push(new URL(request.url()).pathname));
  page.on('worker', (worker) => seen.workers.push(new URL(worker.url()).pathname));
  page.on('console', (message) => {
    // Browsers say of plain HTTP itself that it is not safe; what matters is that our own rules allow
    // the page its work.
    if (message.text().includes('Content Security Policy')) seen.complaints.push(message.text());
  });
  return seen;
};

const logIn = async (password: string): Promise<void> => {
  await page.getByLabel(texts.fields.password, { exact: true }).fill(password);
  // A busy machine hashes slowly.
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/user/login'));
  // Not by the button: on a phone the toasts of the tries before may lie over it for a moment.
  await page.getByLabel(texts.fields.password, { exact: true }).press('Enter');
  await answered;
};

test('after five wrong passwords the right one gets in, over plain HTTP, with a captcha that nobody sees', async () => {
  const seen = watch();
  await page.goto('/#/login');
  await page.getByLabel(texts.fields.email, { exact: true }).fill(person.email);
  expect(await page.evaluate('[isSecureContext, typeof crypto.subtle]')).toEqual([false, 'undefined']);
  for (let n = 0; n < 5; n += 1) await logIn(`wrong password ${n}`);
  await page.getByText(texts.loginFailed).first().waitFor();
  expect([seen.asked.filter((path) => path === '/api/user/captcha'), seen.workers]).toEqual([[], []]);
  await logIn(person.password);
  await page.getByRole('heading', { name: home.permanentTitle }).waitFor();
  expect(seen.asked.filter((path) => path === '/api/user/captcha')).toHaveLength(1);
  expect(seen.workers).toEqual([expect.stringContaining('captcha-worker')]);
  expect(seen.complaints).toEqual([]);
});
