import { accountsCalls } from '@skyport/contract/accounts';
import { captchaCalls, type CaptchaSolution } from '@skyport/contract/captcha';
import { codes } from '@skyport/contract/codes';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { type FakeServer, fakeServer, refusal } from '../../testing/fake-server.ts';
import { callServer } from '../index.ts';
import { texts } from '../texts.ts';
import { findNumber } from './find-number.ts';

const NUMBER = 1234;
const SALT = 'abcdef0123456789abcdef01?expires=1795000000&';
const challenge = {
  algorithm: 'SHA-256',
  challenge: bytesToHex(sha256(utf8ToBytes(`${SALT}${NUMBER}`))),
  salt: SALT,
  signature: 'a'.repeat(64),
  maxnumber: 2000,
} as const;
const form = { email: 'lin@example.com', password: 'b'.repeat(64) };

/** A server that lets nobody in without a solution; the first `late` solutions come too late for it. */
const serve = ({ late = 0 } = {}): FakeServer => {
  let refused = 0;
  return fakeServer()
    .answer(captchaCalls.captcha, () => challenge)
    .answer(accountsCalls.login, ({ captcha }) => {
      if (captcha && refused >= late) return {};
      if (captcha) refused += 1;
      return refusal('captchaNeeded');
    });
};
const solutionsOf = (fake: FakeServer): readonly (CaptchaSolution | undefined)[] =>
  fake.inputsOf(accountsCalls.login).map(({ captcha }) => captcha);

test('a number is found up to the last one, and none where there is none', () => {
  expect(findNumber(challenge, 0, 2000)).toBe(NUMBER);
  expect(findNumber(challenge, NUMBER, NUMBER)).toBe(NUMBER);
  expect(findNumber(challenge, NUMBER + 1, 2000)).toBeUndefined();
});

test('a call that asks for a captcha is made once more with its solution, and the page says so meanwhile', async () => {
  const fake = serve();
  const answer = callServer(accountsCalls.login, form);
  expect((await screen.findByText(texts.captcha)).getAttribute('role')).toBe('status');
  expect(await answer).toEqual({});
  expect(screen.queryByText(texts.captcha)).toBeNull();
  const { maxnumber: _maxnumber, ...rest } = challenge;
  expect(solutionsOf(fake)).toEqual([undefined, { ...rest, number: NUMBER }]);
  expect(fake.inputsOf(captchaCalls.captcha)).toEqual([{ call: '/api/user/login' }]);
});

test('a solution that came too late is made anew, once', async () => {
  const once = serve({ late: 1 });
  expect(await callServer(accountsCalls.login, form)).toEqual({});
  expect(solutionsOf(once)).toHaveLength(3);
});

test('who is refused whatever they solve hears of it', async () => {
  serve({ late: 9 });
  await expect(callServer(accountsCalls.login, form)).rejects.toMatchObject({ code: codes.captchaNeeded.code });
  expect(screen.queryByText(texts.captcha)).toBeNull();
});

test('a worker that does not start is no reason not to get in', async () => {
  class Broken extends EventTarget {
    postMessage = (): void => void this.dispatchEvent(new Event('error'));
    terminate = (): void => undefined;
  }
  const before = globalThis.Worker;
  globalThis.Worker = Broken as unknown as typeof Worker;
  onTestFinished(() => {
    globalThis.Worker = before;
  });
  serve();
  expect(await callServer(accountsCalls.login, form)).toEqual({});
});
