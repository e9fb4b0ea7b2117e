import { codes } from '@skyport/contract/codes';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { changePasswordHash, lockHolder } from '../mailed-links/store.ts';
import { callDuring } from '../race-testing.ts';
import { removeOtherSessions } from '../sessions/store.ts';

const app = await createTestApp({ DOMAINS: 'second.test,third.test' });
const { deps, clock } = app;
afterAll(() => app.close());

let client = 0;

const send = async (path: string, payload: object, { host = 'console.test', cookie = '' } = {}) => {
  client += 1;
  const sent = await postCall(app.gate, `/api/user/${path}`, {
    payload,
    address: `10.2.${client >> 8}.${client & 255}`,
    headers: { host, ...(cookie && { cookie }) },
  });
  const answer = sent.answer as { code: number; data: { token: string } };
  const cookies = sent.cookies.filter(({ value }) => value !== '');
  return { ...answer, cookies, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
};

const handoff = async (user: TestSession, host = 'second.test'): Promise<string> =>
  (await send('handoff', { host }, user)).data.token;
const exchange = (token: string, at: { host?: string; cookie?: string } = {}, replace = true) =>
  send('handoff_exchange', { token, replace }, { host: 'second.test', ...at });
const whoIs = async (cookie: string): Promise<string | undefined> =>
  (await app.call('/api/user/userinfo', {}, cookie)).data?.email;

test('a token moves the session to the other domain, with both parts', async () => {
  const user = await app.account();
  const moved = await exchange(await handoff(user));
  expect(moved.code).toBe(0);
  expect(moved.cookies.map(({ name, httpOnly }) => [name, httpOnly ?? false]).toSorted()).toEqual([
    ['sb', true],
    ['token', false],
  ]);
  expect(await whoIs(moved.cookie)).toBe(user.email);
  expect(await whoIs(user.cookie)).toBe(user.email);
  expect(moved.cookie).not.toContain(user.token);
});

test('a token opens once, also for two at the same moment', async () => {
  const token = await handoff(await app.account());
  const both = await Promise.all([exchange(token), exchange(token)]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codes.handoffDead.code]);
  expect((await exchange(token)).code).toBe(codes.handoffDead.code);
});

test('after sixty seconds it is over', async () => {
  const user = await app.account();
  const [early, late] = [await handoff(user), await handoff(user)];
  clock.advance(59_999);
  expect((await exchange(early)).code).toBe(0);
  clock.advance(1);
  expect((await exchange(late)).code).toBe(codes.handoffDead.code);
});

test('on another host it opens nothing and is used up', async () => {
  const token = await handoff(await app.account());
  const wrong = await exchange(token, { host: 'third.test' });
  expect(wrong).toMatchObject({ code: codes.handoffDead.code, cookies: [] });
  expect((await exchange(token)).code).toBe(codes.handoffDead.code);
});

test.each(['evil.example', 'second.test.evil.example', 'localhost', '169.254.169.254'])(
  'none is made for %s, which is no domain of ours',
  async (host) => {
    expect((await send('handoff', { host }, await app.account())).code).toBe(codes.notFound.code);
  },
);

test('a port and capitals in the name of the host change nothing', async () => {
  const token = await handoff(await app.account(), 'Second.TEST:8443');
  expect((await exchange(token, { host: 'second.test:8443' })).code).toBe(0);
});

test('a stranger and half a session make none, and a made-up one opens nothing', async () => {
  const user = await app.account();
  expect((await send('handoff', { host: 'second.test' })).code).toBe(codes.sessionExpired.code);
  expect((await send('handoff', { host: 'second.test' }, { cookie: `token=${user.token}` })).code).toBe(
    codes.sessionExpired.code,
  );
  expect((await exchange(`h.${'A'.repeat(43)}`)).code).toBe(codes.handoffDead.code);
  expect((await exchange(user.token)).code).toBe(codes.invalidPayload.code);
});

test('the live session of another account is asked about, and the token stays good for the answer', async () => {
  const [mine, other] = [await app.account(), await app.account()];
  const token = await handoff(mine);
  const asked = await exchange(token, { cookie: other.cookie }, false);
  expect(asked).toMatchObject({
    code: codes.otherAccount.code,
    data: { email: mine.email, current: other.email },
    cookies: [],
  });
  expect(await whoIs(other.cookie)).toBe(other.email);
  const replaced = await exchange(token, { cookie: other.cookie });
  expect(await whoIs(replaced.cookie)).toBe(mine.email);
  expect(await whoIs(other.cookie)).toBeUndefined();
});

test('keeps the session when the account is logged in already', async () => {
  const user = await app.account();
  const token = await handoff(user);
  const same = await exchange(token, { cookie: user.cookie }, false);
  expect(same).toMatchObject({ code: 0, cookies: [] });
  expect((await exchange(token)).code).toBe(codes.handoffDead.code);
});

test('shows the account and asks before it logs in a browser without a session', async () => {
  const user = await app.account();
  const token = await handoff(user);
  expect(await exchange(token, {}, false)).toMatchObject({
    code: codes.otherAccount.code,
    msg: '请确认要登录的账号',
    data: { email: user.email, current: null },
    cookies: [],
  });
  expect(await whoIs((await exchange(token)).cookie)).toBe(user.email);
});

test('asks again when another account has logged in since the question', async () => {
  const [mine, other] = [await app.account(), await app.account()];
  const token = await handoff(mine);
  const agree = (current: string | null) =>
    send('handoff_exchange', { token, replace: true, current }, { host: 'second.test', cookie: other.cookie });
  expect(await agree(null)).toMatchObject({
    code: codes.otherAccount.code,
    data: { email: mine.email, current: other.email },
  });
  expect(await whoIs(other.cookie)).toBe(other.email);
  expect(await whoIs((await agree(other.email)).cookie)).toBe(mine.email);
});

test('a link for another host says no account', async () => {
  const token = await handoff(await app.account());
  expect(await exchange(token, { host: 'third.test' }, false)).toMatchObject({
    code: codes.handoffDead.code,
    data: null,
  });
});

test('a dead session of another account is as good as none', async () => {
  const [mine, other] = [await app.account(), await app.account()];
  await send('logout', {}, other);
  const token = await handoff(mine);
  expect(await exchange(token, { cookie: other.cookie }, false)).toMatchObject({ data: { current: null } });
  expect((await exchange(token, { cookie: other.cookie })).code).toBe(0);
});

test('a token ends with the session it was made from, and with the account', async () => {
  const [left, blocked] = [await app.account(), await app.account()];
  const [first, second] = [await handoff(left), await handoff(blocked)];
  await send('logout', {}, left);
  await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', blocked.userId).execute();
  expect((await exchange(first)).code).toBe(codes.handoffDead.code);
  expect((await exchange(second)).code).toBe(codes.handoffDead.code);
});

test('a token that is being exchanged while the password changes opens nothing', async () => {
  const user = await app.account();
  const token = await handoff(user);
  const late = await callDuring(
    deps.db,
    (trx) => changePasswordHash(trx, user.userId, 'another'),
    () => exchange(token),
  );
  expect(late).toMatchObject({ code: codes.handoffDead.code, cookies: [] });
});

test('a token that is being exchanged while its account is logged out everywhere opens nothing', async () => {
  const user = await app.account();
  const token = await handoff(user);
  const late = await callDuring(
    deps.db,
    async (trx) => {
      await lockHolder(trx, user.userId);
      await removeOtherSessions(trx, { userId: user.userId, keep: Buffer.alloc(32) });
    },
    () => exchange(token),
  );
  expect(late).toMatchObject({ code: codes.handoffDead.code, cookies: [] });
});

test('moving does not make a session live longer', async () => {
  const user = await app.account({ type: 'admin' });
  const end = new Date(clock.now().getTime() + HOUR_MS);
  await deps.db.updateTable('sessions').set({ expires_at: end }).where('user_id', '=', user.userId).execute();
  const moved = await exchange(await handoff(user));
  clock.advance(HOUR_MS);
  expect(await whoIs(moved.cookie)).toBeUndefined();
  clock.advance(DAY_MS);
});
