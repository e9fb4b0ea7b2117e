import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '../../mail/index.ts';
import { startMailServer } from '../../mail/testing.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { postCall } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { solvedFor } from '../log-in/captcha-testing.ts';

/* Mails of sign-ups, when strangers ask for them too. */

const app = await createTestApp();
const { deps, clock } = app;
const mailServer = await startMailServer();
beforeAll(async () => {
  const settings = { ...mailServer.settings, signup_confirm: true };
  await app.changeSettings(settings);
});
afterAll(async () => {
  await mailServer.stop();
  await app.close();
});

const [password, wrong] = ['a'.repeat(64), 'b'.repeat(64)];
let counter = 0;
const freshEmail = (): string => `signing${++counter}@example.com`;

/** One call, from a client of its own unless one is given. */
const send = async (path: string, payload: object, address = `10.2.${++counter % 250}.${counter >> 8}`) =>
  (await postCall(app.gate, path, { payload, address })).answer;

test('strangers who ask for mails to a mailbox, however many, keep its owner from signing up for no more than a captcha', async () => {
  const email = freshEmail();
  const answers: number[] = [];
  for (let n = 0; n < 100; n += 1) answers.push((await send('/api/user/signup', { email, password: wrong })).code);
  expect(answers.filter((code) => code === 0)).toHaveLength(5);
  const own = '10.7.7.7';
  const ask = (path: string, payload: object) => send(path, payload, own);
  const signUp = async () => {
    const captcha = await solvedFor(ask, '/api/user/signup');
    return ask('/api/user/signup', { email, password, captcha });
  };
  expect((await ask('/api/user/signup', { email, password })).code).toBe(codes.captchaNeeded.code);
  expect((await signUp()).code).toBe(0);
  await deliverMails(deps);
  const mails = mailServer.mails.filter(({ to }) => to.includes(email));
  expect(mails).toHaveLength(6);
  expect(mails.filter(({ parsed }) => parsed.text?.includes(own))).toHaveLength(1);
});

test('a client gets a mail to one mailbox once a minute, and one every five minutes with captchas', async () => {
  const email = freshEmail();
  const own = '10.7.8.1';
  const signUp = (address: string, more: object = {}) =>
    send('/api/user/signup', { email, password, ...more }, address);
  expect((await signUp(own)).code).toBe(0);
  expect((await signUp(own)).code).toBe(codes.throttled.code);
  for (let n = 0; n < 4; n += 1) expect((await signUp(`10.7.9.${n}`)).code).toBe(0);
  const proven = async (address: string) =>
    (
      await signUp(address, {
        captcha: await solvedFor((path, payload) => send(path, payload, address), '/api/user/signup'),
      })
    ).code;
  expect(await proven('10.7.10.1')).toBe(0);
  clock.advance(2 * MINUTE_MS);
  expect(await proven('10.7.10.1')).toBe(codes.throttled.code);
  clock.advance(3 * MINUTE_MS);
  expect(await proven('10.7.10.1')).toBe(0);
});

test('whoever solves captchas for a mailbox takes the mails of no other client, and a mailbox gets ten an hour by them', async () => {
  const email = freshEmail();
  const signUp = (address: string, more: object = {}) =>
    send('/api/user/signup', { email, password, ...more }, address);
  for (let n = 0; n < 5; n += 1) expect((await signUp(`10.8.1.${n}`)).code).toBe(0);
  const proven = async (address: string) => {
    const captcha = await solvedFor((path, payload) => send(path, payload, address), '/api/user/signup');
    return (await signUp(address, { captcha })).code;
  };
  const stranger: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    stranger.push(await proven('10.8.2.1'));
    clock.advance(5 * MINUTE_MS);
  }
  expect(stranger).toEqual([0, 0, 0, codes.throttled.code, codes.throttled.code]);
  const others: number[] = [];
  for (let n = 0; n < 8; n += 1) others.push(await proven(`10.8.3.${n}`));
  expect(others).toEqual([0, 0, 0, 0, 0, 0, 0, codes.throttled.code]);
});
