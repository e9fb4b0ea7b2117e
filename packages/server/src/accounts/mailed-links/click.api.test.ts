import { codes } from '@skyport/contract/codes';
import { decodeEnvelope, encodeEnvelope } from '@skyport/contract/envelope';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '../../mail/index.ts';
import { confirmLinkOf, startMailServer, type MailServer } from '../../mail/testing.ts';
import { HOUR_MS } from '../../platform/clock.ts';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';

/*
 * A mailed link in another browser than the one that asked: loading it changes nothing, a click does, and a browser
 * keeps the account that it is logged in to.
 */

let app: TestApp;
let mails: MailServer;
beforeAll(async () => {
  app = await createTestApp();
  mails = await startMailServer();
  await app.changeSettings({ ...mails.settings, signup_confirm: true });
});
afterAll(async () => {
  await mails?.stop();
  await app?.close();
});

const [old, fresh] = ['a'.repeat(64), 'b'.repeat(64)];
let counter = 0;

/** A browser with cookies of its own. */
const browser = (session?: TestSession) => {
  const jar = new Map((session?.cookie.split('; ') ?? []).map((pair) => pair.split('=', 2) as [string, string]));
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.gate.app.inject({
      method,
      url,
      remoteAddress: `203.0.113.${++counter % 250}`,
      headers: {
        host: 'console.test',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(payload && { 'content-type': 'application/json' }),
      },
      ...(payload && { payload: JSON.stringify({ data: encodeEnvelope(payload) }) }),
    });
    for (const { name, value } of response.cookies) jar.set(name, value);
    return response;
  };
  const call = async (path: string, payload: object) =>
    decodeEnvelope((await ask('POST', path, payload)).json<{ data: string }>().data) as {
      code: number;
      msg: string;
      data: { email?: string };
    };
  const partsOf = (link: URL) => Object.fromEntries(new URLSearchParams(link.hash.split('?')[1]));
  return {
    jar,
    call,
    load: async (link: URL) => {
      const { action, serial_id, key } = partsOf(link);
      const path = action === 'change_email' ? 'email_confirm' : action;
      return (await ask('GET', `/api/user/${path}?serial_id=${serial_id}&key=${key}`)).json<Record<string, unknown>>();
    },
    click: (link: URL, more: object = {}) => call('/api/user/confirm', { ...partsOf(link), ...more }),
    who: async () => (await call('/api/user/userinfo', {})).data?.email,
  };
};
type TestBrowser = ReturnType<typeof browser>;

const linkTo = async (email: string): Promise<URL> => {
  await deliverMails(app.deps);
  return confirmLinkOf(mails.mailTo(email));
};
const signUp = async (asking: TestBrowser): Promise<{ email: string; link: URL }> => {
  const email = `clicked${++counter}@example.com`;
  expect(await asking.call('/api/user/signup', { email, password: old })).toMatchObject({ code: 0 });
  return { email, link: await linkTo(email) };
};
const askReset = async (asking: TestBrowser, user: TestSession): Promise<URL> => {
  const { data } = await app.call('/api/user/userinfo', {}, user);
  const describUrl = `https://old.example/api/subscript/clash/${user.userId}/${data.userkey}`;
  const asked = { email: user.email, password: fresh, describUrl };
  expect(await asking.call('/api/user/reset_password', asked)).toMatchObject({ code: 0 });
  return linkTo(user.email);
};
const passwordIs = async (email: string, password: string): Promise<boolean> =>
  (await browser().call('/api/user/login', { email, password })).code === 0;
const elsewhere = (email: string) => ({
  Code: codes.otherBrowser.code,
  asked: {
    email: email.replace(/^(.).*@/, '$1***@'),
    at: app.clock.now().toISOString(),
    device: expect.stringContaining('Windows'),
    network: '203.0.113.0/24',
  },
});

test('the browser that asked opens its link as before, and its id is no secret of scripts', async () => {
  const asking = browser();
  const { email, link } = await signUp(asking);
  expect([...asking.jar.keys()]).toEqual(['asked']);
  expect(await asking.load(link)).toEqual({ Code: 0 });
  expect(await asking.who()).toBe(email);
});

test('a sign-up link in another browser changes nothing until a click with the password of the sign-up', async () => {
  const { email, link } = await signUp(browser());
  const other = browser();
  for (let n = 0; n < 2; n++) expect(await other.load(link)).toEqual(elsewhere(email));
  expect(await passwordIs(email, old)).toBe(false);
  expect(await other.click(link)).toMatchObject({ code: codes.loginFailed.code });
  expect(await other.click(link, { password: fresh })).toMatchObject({
    code: codes.loginFailed.code,
    msg: '密码不正确',
  });
  expect(await passwordIs(email, old)).toBe(false);
  expect(await other.click(link, { password: old })).toMatchObject({
    code: 0,
    data: { logged_in: true, other_account: false },
  });
  expect(await other.who()).toBe(email);
  expect(await passwordIs(email, old)).toBe(true);
});

test('the password of a sign-up is guessed five times an hour, whatever browser guesses', async () => {
  const { link } = await signUp(browser());
  const guesses = await Promise.all(Array.from({ length: 8 }, () => browser().click(link, { password: fresh })));
  expect(guesses.filter(({ code }) => code === codes.loginFailed.code)).toHaveLength(5);
  expect(guesses.filter(({ code }) => code === codes.throttled.code)).toHaveLength(3);
  expect((await browser().click(link, { password: old })).code).toBe(codes.throttled.code);
  app.clock.advance(HOUR_MS);
  expect((await browser().click(link, { password: old })).code).toBe(0);
});

test('a reset in another browser changes the password after a click, once of many at the same time', async () => {
  const user = await app.account({ password: old });
  const link = await askReset(browser(), user);
  const other = browser();
  expect(await other.load(link)).toEqual(elsewhere(user.email));
  expect(await passwordIs(user.email, fresh)).toBe(false);
  const clicks = await Promise.all(Array.from({ length: 5 }, () => browser().click(link)));
  expect(clicks.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  expect(clicks.filter(({ data }) => (data as { logged_in?: boolean }).logged_in)).toHaveLength(1);
  expect(await passwordIs(user.email, fresh)).toBe(true);
  expect(await other.load(link)).toEqual({ Code: 0 });
  expect(other.jar.has('token')).toBe(false);
});

test('a browser keeps the account that it is logged in to, whether it asked or clicks', async () => {
  const mine = await app.account();
  const [first, second] = [await app.account({ password: old }), await app.account({ password: old })];
  const asking = browser(mine);
  expect(await asking.load(await askReset(asking, first))).toEqual({ Code: 0, other_account: true });
  expect(await asking.who()).toBe(mine.email);
  const other = browser(mine);
  expect(await other.click(await askReset(browser(), second))).toMatchObject({
    code: 0,
    data: { logged_in: false, other_account: true },
  });
  expect(await other.who()).toBe(mine.email);
  expect([await passwordIs(first.email, fresh), await passwordIs(second.email, fresh)]).toEqual([true, true]);
});

test('a browser that is logged in to the very account gets a new session of it', async () => {
  const user = await app.account({ password: old });
  const link = await askReset(browser(), user);
  const other = browser(user);
  expect(await other.click(link)).toMatchObject({ code: 0, data: { logged_in: true, other_account: false } });
  expect(await other.who()).toBe(user.email);
});

test('a new address is confirmed in another browser by a click, which logs nobody in', async () => {
  const user = await app.account({ password: old });
  const asking = browser(user);
  const email = `moved${++counter}@example.com`;
  expect(await asking.call('/api/user/change_use_info', { email, password: old })).toMatchObject({ code: 0 });
  const link = await linkTo(email);
  const other = browser();
  expect(await other.load(link)).toEqual(elsewhere(user.email));
  expect(await other.click(link)).toMatchObject({ code: 0, data: { logged_in: false, other_account: false } });
  expect([await asking.who(), await other.who()]).toEqual([email, undefined]);
});

test('a second step and a role are not passed by a click', async () => {
  const user = await app.account({ password: old });
  const link = await askReset(browser(), user);
  await app.deps.db.updateTable('users').set({ second_step: true }).where('id', '=', user.userId).execute();
  expect(await browser().click(link)).toMatchObject({ code: 0, data: { logged_in: false } });
});

test('a wrong key, another purpose and a dead link answer the same, whatever password comes along', async () => {
  const { link } = await signUp(browser());
  const wrong = new URL(link.href.replace(/key=.{43}/, `key=${'A'.repeat(43)}`));
  const nobody = new URL(link.href.replace(/serial_id=[^&]+/, `serial_id=${app.deps.ids.next()}`));
  for (const bad of [wrong, nobody, new URL(link.href.replace('signup_confirm', 'change_password'))]) {
    expect((await browser().click(bad, { password: old })).code, bad.href).toBe(codes.notFound.code);
    expect(await browser().load(bad), bad.href).toEqual({ Code: codes.notFound.code });
  }
  app.clock.advance(24 * HOUR_MS);
  expect((await browser().click(link, { password: old })).code).toBe(codes.notFound.code);
});

test('the id of another browser, or what is none, is no key', async () => {
  const asking = browser();
  const { email, link } = await signUp(asking);
  const other = browser();
  await signUp(other);
  expect(await other.load(link)).toMatchObject(elsewhere(email));
  other.jar.set('asked', 'nonsense');
  expect(await other.load(link)).toMatchObject(elsewhere(email));
});
