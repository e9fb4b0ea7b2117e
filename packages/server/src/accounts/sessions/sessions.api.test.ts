import { codes } from '@skyport/contract/codes';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { callDuring } from '../race-testing.ts';

/*
 * Where an account is logged in, as its owner sees and ends it. Log-ins come through the gate, so that device and
 * network are what a browser brings.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const password = 'a'.repeat(64);
const AGENTS = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  none: '',
} as const;

/** Logs in from an address with a browser; gives the cookies. */
const logIn = async (email: string, agent: keyof typeof AGENTS, address: string): Promise<string> => {
  const headers = { 'user-agent': AGENTS[agent] };
  const { cookies } = await postCall(app.gate, '/api/user/login', { payload: { email, password }, address, headers });
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
};

interface Listed {
  readonly _id: string;
  readonly device: string;
  readonly network: string;
  readonly current: boolean;
}
const listOf = async (session: TestSession | string): Promise<Listed[]> =>
  (await app.call('/api/user/sessions', {}, session)).data as Listed[];
const isIn = async (session: TestSession | string): Promise<boolean> =>
  (await app.call('/api/user/userinfo', {}, session)).code === 0;
/** What the bell says of sessions; log-ins from new places are told of too. */
const bellOf = async (userId: string): Promise<string[]> => {
  const rows = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', userId).execute();
  return rows.map(({ text }) => text).filter((text) => !text.includes('新的设备或网络'));
};

/** An account with three sessions: the test's own, a computer and a phone. */
const threeSessions = async () => {
  const user = await app.account({ password });
  clock.advance(HOUR_MS);
  const computer = await logIn(user.email, 'chrome', '203.0.113.77');
  clock.advance(HOUR_MS);
  const phone = await logIn(user.email, 'safari', '2001:db8:5:6::7');
  return { user, computer, phone };
};

test('the list names device, network and time of each session, the own one first, and no secret', async () => {
  const { user, computer } = await threeSessions();
  const answer = await app.call('/api/user/sessions', {}, computer);
  expect(answer.data).toMatchObject([
    { device: 'Chrome · Windows', network: '127.0.0.0/24', current: true },
    { device: 'Safari · iPhone', network: '2001:db8:5::/48', current: false, lastSeen: clock.now().toISOString() },
    { device: '未知设备', current: false },
  ]);
  const text = JSON.stringify(answer.data);
  const [token = '', secret = ''] = computer.split('; ').map((pair) => pair.split('=')[1]);
  for (const hidden of [token, secret, user.token, '203.0.113.77']) expect(text).not.toContain(hidden);
});

test('a session that has not been used for too long is not in the list', async () => {
  const { user, computer } = await threeSessions();
  await deps.db.updateTable('sessions').set({ idle_seconds: 60 }).where('client', '=', '').execute();
  expect((await listOf(computer)).map(({ device }) => device)).toEqual(['Chrome · Windows', 'Safari · iPhone']);
  expect(await isIn(user)).toBe(false);
});

test('one session is ended, and its owner is told and it is written down', async () => {
  const { user, computer, phone } = await threeSessions();
  const target = (await listOf(user)).find(({ device }) => device === 'Safari · iPhone');
  expect((await app.call('/api/user/end_session', { id: target?._id }, user)).code).toBe(0);
  expect([await isIn(user), await isIn(computer), await isIn(phone)]).toEqual([true, true, false]);
  expect(await bellOf(user.userId)).toEqual([expect.stringContaining('退出设备“Safari · iPhone”')]);
  const written = await deps.db.selectFrom('audit_log').selectAll().where('actor', '=', user.userId).execute();
  expect(written).toMatchObject([
    { call: 'accounts.endSession', detail: { device: 'Safari · iPhone', network: '2001:db8:5::/48' } },
  ]);
  expect((await app.call('/api/user/end_session', { id: target?._id }, user)).code).toBe(codes.notFound.code);
});

test("somebody else's session and one that does not exist are the same", async () => {
  const [{ user }, { user: other, phone }] = [await threeSessions(), await threeSessions()];
  const theirs = (await listOf(other))[0]!;
  const answers = await Promise.all(
    [theirs._id, '01970000-0000-7000-8000-00000000dead'].map((id) => app.call('/api/user/end_session', { id }, user)),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]!.code).toBe(codes.notFound.code);
  expect(await isIn(phone)).toBe(true);
});

test('ending the own session logs out here', async () => {
  const { user, computer } = await threeSessions();
  const own = (await listOf(computer)).find(({ current }) => current)!;
  const headers = { cookie: computer };
  const { cookies } = await postCall(app.gate, '/api/user/end_session', { payload: { id: own._id }, headers });
  expect(cookies.map(({ name, value }) => [name, value])).toEqual([
    ['token', ''],
    ['sb', ''],
  ]);
  expect([await isIn(computer), await isIn(user)]).toEqual([false, true]);
});

test('all others are ended, or all', async () => {
  const { user, computer, phone } = await threeSessions();
  const others = await app.call('/api/user/logout_everywhere', { keep_this: true }, computer);
  expect(others.data).toEqual({ ended: 2 });
  expect([await isIn(user), await isIn(computer), await isIn(phone)]).toEqual([false, true, false]);
  const again = await logIn(user.email, 'none', '203.0.113.80');
  expect((await app.call('/api/user/logout_everywhere', {}, computer)).data).toEqual({ ended: 2 });
  expect([await isIn(computer), await isIn(again)]).toEqual([false, false]);
  expect(await bellOf(user.userId)).toEqual([
    expect.stringContaining('退出其他所有设备'),
    expect.stringMatching(/^已于 .* 退出所有设备/),
  ]);
});

test('a session that begins while its account is logged out everywhere ends with the others', async () => {
  const user = await app.account();
  // As the gate stores one: the account is locked against changes until the session stands.
  const begin = async (trx: Db): Promise<void> => {
    await sql`select from users where id = ${user.userId} for share`.execute(trx);
    await sql`
      insert into sessions (id, token_hash, secret_hash, user_id, created_at, last_seen_at, idle_seconds, expires_at, client, network)
      select ${deps.ids.next()}, ${Buffer.alloc(32, 1)}, ${Buffer.alloc(32, 2)}, user_id, created_at, last_seen_at,
             idle_seconds, expires_at, client, network from sessions where user_id = ${user.userId}`.execute(trx);
  };
  const answer = await callDuring(deps.db, begin, () => app.call('/api/user/logout_everywhere', {}, user));
  expect(answer.code).toBe(0);
  expect(await deps.db.selectFrom('sessions').select('id').where('user_id', '=', user.userId).execute()).toEqual([]);
});

test("nobody else's session ends with them", async () => {
  const [{ user }, { phone }] = [await threeSessions(), await threeSessions()];
  await app.call('/api/user/logout_everywhere', {}, user);
  expect(await isIn(phone)).toBe(true);
});

test('half a session sees and ends nothing', async () => {
  const { user, phone } = await threeSessions();
  const half = `token=${user.token}`;
  for (const path of ['sessions', 'end_session', 'logout_everywhere']) {
    expect((await app.call(`/api/user/${path}`, { id: user.userId }, half)).code).toBe(codes.sessionExpired.code);
  }
  expect(await isIn(phone)).toBe(true);
});

test('a session that is used from another network says so', async () => {
  const { user, computer } = await threeSessions();
  const headers = { cookie: computer };
  const { status } = await postCall(app.gate, '/api/user/userinfo', { address: '198.51.100.4', headers });
  expect(status).toBe(200);
  expect((await listOf(user)).find(({ device }) => device.startsWith('Chrome'))?.network).toBe('198.51.100.0/24');
});

test('whoever ends all other sessions again and again, where there are none, fills neither bell nor audit', async () => {
  const user = await app.account({ password });
  for (let n = 0; n < 3; n += 1)
    expect((await app.call('/api/user/logout_everywhere', { keep_this: true }, user)).data).toEqual({ ended: 0 });
  expect(await bellOf(user.userId)).toEqual([]);
  expect(await deps.db.selectFrom('audit_log').select('id').where('object', '=', user.userId).execute()).toEqual([]);
});
