import { codes } from '@skyport/contract/codes';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { setPassword } from '../log-in/set-password.ts';
import { hashPassword } from '../log-in/password.ts';
import { findHolder } from '../mailed-links/store.ts';
import { callDuring } from '../race-testing.ts';

/*
 * Another password for whoever is logged in: the current one is asked for, every other session ends, and the
 * owner hears of it.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
beforeEach(() => clock.advance(HOUR_MS));

const [current, next] = ['a'.repeat(64), 'b'.repeat(64)];
const change = (who: TestSession | string, payload: object = { current, password: next }) =>
  app.call('/api/user/set_password', payload, who);
const logIn = (email: string, password: string) => app.call('/api/user/login', { email, password });
const isIn = async (who: TestSession | string): Promise<boolean> =>
  (await app.call('/api/user/userinfo', {}, who)).code === 0;
const bellOf = async ({ userId }: TestSession): Promise<string[]> => {
  const rows = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', userId).execute();
  return rows.map(({ text }) => text).filter((text) => !text.includes('新的设备或网络'));
};

test('the new password counts at once, the session that asked goes on, every other ends, and the owner is told', async () => {
  const user = await app.account({ password: current });
  expect((await logIn(user.email, current)).code).toBe(0);
  expect((await logIn(user.email, current)).code).toBe(0);
  expect((await change(user)).data).toEqual({ ended: 2 });
  expect(await isIn(user)).toBe(true);
  expect((await app.call('/api/user/sessions', {}, user)).data).toHaveLength(1);
  expect(await bellOf(user)).toEqual([expect.stringContaining('登录密码已于')]);
  expect((await logIn(user.email, current)).code).toBe(codes.loginFailed.code);
  expect((await logIn(user.email, next)).code).toBe(0);
});

test('without the right current password nothing changes', async () => {
  const user = await app.account({ password: current });
  expect(await change(user, { current: next, password: next })).toMatchObject({
    code: codes.loginFailed.code,
    msg: '当前密码不正确',
  });
  expect((await change(user, { password: next })).code).toBe(codes.invalidPayload.code);
  expect((await logIn(user.email, current)).code).toBe(0);
  expect(await bellOf(user)).toEqual([]);
});

test('guessing ends after five tries, those for another address included', async () => {
  const user = await app.account({ password: current });
  const wrong = { current: 'c'.repeat(64), password: next };
  for (let n = 0; n < 3; n++) expect((await change(user, wrong)).code).toBe(codes.loginFailed.code);
  const other = { email: 'elsewhere@example.com', password: wrong.current };
  for (let n = 0; n < 2; n++)
    expect((await app.call('/api/user/change_use_info', other, user)).code).toBe(codes.loginFailed.code);
  expect((await change(user)).code).toBe(codes.throttled.code);
});

test('an account whose password is fixed keeps it, and half a session changes none', async () => {
  const fixed = await app.account({ password: current });
  await deps.db.updateTable('users').set({ can_change_password: false }).where('id', '=', fixed.userId).execute();
  expect((await change(fixed)).code).toBe(codes.accountForbids.code);
  const user = await app.account({ password: current });
  expect((await change(`token=${user.token}`)).code).toBe(codes.sessionExpired.code);
  expect((await logIn(user.email, current)).code).toBe(0);
});

test("nobody else's password and session change with it", async () => {
  const [user, other] = [await app.account({ password: current }), await app.account({ password: current })];
  expect((await change(user)).code).toBe(0);
  expect(await isIn(other)).toBe(true);
  expect((await logIn(other.email, current)).code).toBe(0);
});

/** The owner's own change to `password`, as far as the transaction that does it; `keep` is the session that goes on. */
const takeBack = async (user: TestSession, password: string, keep?: Buffer) => {
  const holder = (await findHolder(deps.db, user.userId))!;
  const passwordHash = await hashPassword(password, deps);
  return (trx: Parameters<typeof setPassword>[0]) =>
    setPassword(trx, deps, { user: holder, passwordHash, address: '10.5.5.5', ...(keep && { keep }) });
};

test('a change that is under way while the owner takes the account back loses: its session has ended', async () => {
  const user = await app.account({ password: current });
  const owners = 'c'.repeat(64);
  const refused = await callDuring(deps.db, await takeBack(user, owners), () => change(user));
  expect(refused.code).toBe(codes.sessionExpired.code);
  expect((await logIn(user.email, next)).code).toBe(codes.loginFailed.code);
  expect((await logIn(user.email, owners)).code).toBe(0);
});

test('of two changes of one session at once, the second is told that its current password is none any more', async () => {
  const user = await app.account({ password: current });
  const first = 'c'.repeat(64);
  const refused = await callDuring(deps.db, await takeBack(user, first, sha256(user.token)), () => change(user));
  expect(refused).toMatchObject({ code: codes.loginFailed.code, msg: '当前密码不正确' });
  expect((await logIn(user.email, first)).code).toBe(0);
});
