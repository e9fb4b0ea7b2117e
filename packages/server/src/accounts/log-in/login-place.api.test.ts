import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { loginText } from './login-place.ts';

const app = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
const { clock } = app;
afterAll(() => app.close());

const PASSWORD = 'b'.repeat(64);
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

const logIn = async (email: string, from: string, agent: string, password = PASSWORD): Promise<number> => {
  const headers = { 'x-forwarded-for': from, 'user-agent': agent };
  return (await postCall(app.gate, '/api/user/login', { payload: { email, password }, headers })).answer.code;
};
const bell = async (user: TestSession): Promise<string[]> =>
  ((await app.call('/api/user_notive/list', {}, user)).data as { desc: string }[]).map(({ desc }) => desc);

test('a log-in from another device or network is notified once; the first one and known places are not', async () => {
  const user = await app.account({ password: PASSWORD });
  expect(await logIn(user.email, '203.0.113.7', WINDOWS)).toBe(0);
  expect(await logIn(user.email, '203.0.113.99', WINDOWS)).toBe(0);
  expect(await bell(user)).toEqual([]);
  clock.advance(1000);
  expect(await logIn(user.email, '203.0.113.7', IPHONE)).toBe(0);
  expect(await logIn(user.email, '203.0.113.8', IPHONE)).toBe(0);
  const phone = loginText({ device: 'Safari · iPhone', network: '203.0.113.0/24', time: '2026-11-21 12:00:01' });
  expect(await bell(user)).toEqual([phone]);
  clock.advance(1000);
  expect(await logIn(user.email, '198.51.100.1', WINDOWS)).toBe(0);
  const away = loginText({ device: 'Chrome · Windows', network: '198.51.100.0/24', time: '2026-11-21 12:00:02' });
  expect(await bell(user)).toEqual([away, phone]);
});

test('a wrong password notifies nobody, and a place that was not used for half a year is new again', async () => {
  const user = await app.account({ password: PASSWORD });
  await logIn(user.email, '203.0.113.7', WINDOWS);
  expect(await logIn(user.email, '198.51.100.1', 'curl/8', 'c'.repeat(64))).not.toBe(0);
  expect(await bell(user)).toEqual([]);
  expect(await logIn(user.email, '198.51.100.1', 'curl/8')).toBe(0);
  expect(await bell(user)).toHaveLength(1);
  clock.advance(20 * DAY_MS);
  await logIn(user.email, '203.0.113.7', WINDOWS);
  clock.advance(161 * DAY_MS);
  await logIn(user.email, '198.51.100.1', 'curl/8');
  const rows = await app.deps.db
    .selectFrom('notifications')
    .select('text')
    .where('user_id', '=', user.userId)
    .execute();
  expect(rows).toHaveLength(2);
});
