import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMails } from '../../mail/index.ts';
import { startMailServer } from '../../mail/testing.ts';
import { postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { solvedFor } from '../log-in/captcha-testing.ts';

/*
 * A subscription link in other hands: what its holder may ask for, and what that leaves for its owner.
 */

const app = await createTestApp();
const { deps } = app;
const mailServer = await startMailServer();
beforeAll(() => app.changeSettings(mailServer.settings));
afterAll(async () => {
  await mailServer.stop();
  await app.close();
});

const [old, fresh] = ['a'.repeat(64), 'b'.repeat(64)];

const send = async (path: string, payload: object, address = '10.77.0.1') =>
  (await postCall(app.gate, path, { payload, address })).answer;

const linkOf = async (user: TestSession): Promise<string> => {
  const { data } = await app.call('/api/user/userinfo', {}, user);
  return `https://old.example/api/subscript/clash/${user.userId}/${data.userkey}`;
};

/** Asks by a link as the page does: with a solved captcha when one is needed. */
const askProven = async (
  path: '/api/user/get_email' | '/api/user/reset_password',
  payload: object,
  address: string,
) => {
  const ask = (to: string, what: object) => send(to, what, address);
  const first = await ask(path, payload);
  if (first.code !== codes.captchaNeeded.code) return first.code;
  return (await ask(path, { ...payload, captcha: await solvedFor(ask, path) })).code;
};

test('whoever has a leaked link, from a whole /48, leaves its owner who asks by it no worse off than with a captcha', async () => {
  const user = await app.account({ password: old });
  const describUrl = await linkOf(user);
  const calls = [
    { path: '/api/user/get_email', payload: { describUrl }, share: 24 },
    { path: '/api/user/reset_password', payload: { describUrl, email: user.email, password: fresh }, share: 16 },
  ] as const;
  for (const { path, payload, share } of calls) {
    const stranger: number[] = [];
    while (stranger.length <= share) stranger.push(await askProven(path, payload, `2001:db8:77:${stranger.length}::1`));
    expect(stranger).toEqual([...stranger.slice(1).map(() => 0), codes.throttled.code]);
    expect((await send(path, payload)).code).toBe(codes.captchaNeeded.code);
    expect(await askProven(path, payload, '10.77.1.1')).toBe(0);
  }
  const bell = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', user.userId).execute();
  expect(bell.filter(({ text }) => text.includes('查询了您的登录邮箱'))).toHaveLength(6);
  // Of all that was asked for, the owner gets what they asked for themselves.
  await deliverMails(deps);
  const mails = mailServer.mails.filter(({ to }) => to.includes(user.email));
  const asked = mails.filter(({ parsed }) => parsed.subject === '【天港】请确认修改密码');
  expect([mails.length, asked.length]).toEqual([23, 17]);
  expect(asked.some(({ parsed }) => parsed.text?.includes('10.77.1.1'))).toBe(true);
});

test('one client asks three times a day for an address and twice an hour for a reset, captcha or not', async () => {
  const user = await app.account({ password: old });
  const describUrl = await linkOf(user);
  const times = async (path: Parameters<typeof askProven>[0], more: object = {}): Promise<number> => {
    let done = 0;
    while ((await askProven(path, { describUrl, ...more }, '10.78.1.1')) === 0) done += 1;
    return done;
  };
  expect(await times('/api/user/get_email')).toBe(3);
  expect(await times('/api/user/reset_password', { email: user.email, password: fresh })).toBe(2);
});
