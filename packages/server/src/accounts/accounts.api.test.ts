import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { changeSettings } from '../settings/index.ts';
import { makeSession, postCall } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { grantAdmin, makeSetupLink } from './index.ts';
import { hashPassword } from './log-in/password.ts';
import { setPassword } from './log-in/set-password.ts';
import { changePasswordHash, findHolder } from './mailed-links/store.ts';
import { callDuring } from './race-testing.ts';
import { changeConfirmed } from './second-step/store.ts';
import { appCode } from './second-step/testing.ts';
import { changeType } from './sign-up/first-admin-store.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());

const password = 'a'.repeat(64);
const wrong = 'b'.repeat(64);
let counter = 0;
const freshEmail = (): string => `visitor${++counter}@example.com`;

/** One call with headers, for what `app.call` does not show: cookies, host and address. */
const send = async (path: string, payload: object, { address, ...headers }: Record<string, string> = {}) => {
  const own = `10.1.${counter % 250}.${(counter >> 8) % 250}`;
  const { answer, cookies } = await postCall(app.gate, path, { payload, address: address ?? own, headers });
  return { ...answer, cookies };
};

const cookieOf = (cookies: readonly { name: string; value: string }[]): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

const sessionsOf = async (userId: string): Promise<number> =>
  (await deps.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

beforeEach(() => {
  counter++;
});

test('somebody signs up, is logged in, logs out and logs in again', async () => {
  const email = freshEmail();
  const made = await send('/api/user/signup', {
    email: ` ${email.toUpperCase()} `,
    password,
    icon_url: 'https://evil.example/x.png',
    host: 'evil.example',
    channel_code: 'PARTNER1',
    page_url: 'https://console.test/#/register?c=1',
  });
  expect(made.code).toBe(0);
  expect(made.cookies.map(({ name, httpOnly }) => [name, httpOnly ?? false]).toSorted()).toEqual([
    ['sb', true],
    ['token', false],
  ]);
  const cookie = cookieOf(made.cookies);
  const info = await app.call('/api/user/userinfo', {}, cookie);
  expect(info.data).toMatchObject({
    email,
    icon: '',
    type: 'normal',
    paidUser: false,
    traffic: 0,
    spendTraffic: 0,
    vipExpireTime: null,
    limit: 50 * 1024 ** 3,
    channel_code: 'PARTNER1',
    wallet_money: 0,
    signUseToday: false,
  });
  expect(info.data.userkey).toMatch(/^[A-Za-z0-9]{32}$/);

  expect((await app.call('/api/user/logout', {}, cookie)).code).toBe(0);
  expect((await app.call('/api/user/userinfo', {}, cookie)).code).toBe(codes.sessionExpired.code);

  const again = await send('/api/user/login', { email, password });
  expect(again.code).toBe(0);
  expect((await app.call('/api/user/userinfo', {}, cookieOf(again.cookies))).data.email).toBe(email);
});

test("the subscription link's key comes for a whole session only, not for the part that scripts can read", async () => {
  const user = await app.account();
  const whole = (await app.call('/api/user/userinfo', {}, user)).data;
  const half = (await app.call('/api/user/userinfo', {}, `token=${user.token}`)).data;
  const forged = (await app.call('/api/user/userinfo', {}, `token=${user.token}; sb=${'x'.repeat(43)}`)).data;
  expect(whole.userkey).toMatch(/^[A-Za-z0-9]{32}$/);
  for (const answer of [half, forged]) expect(answer).toEqual({ ...whole, userkey: '' });
});

test('an e-mail address is taken once, whatever its case', async () => {
  const email = freshEmail();
  expect((await send('/api/user/signup', { email, password })).code).toBe(0);
  const second = await send('/api/user/signup', { email: email.toUpperCase(), password: wrong });
  expect(second).toMatchObject({ code: codes.emailTaken.code, msg: '邮件已注册', cookies: [] });
});

test('`á` in two forms is one address, at sign-up and at log-in', async () => {
  const name = freshEmail();
  const [composed, decomposed] = [`\u00E1${name}`, `a\u0301${name}`];
  expect((await send('/api/user/signup', { email: decomposed, password })).code).toBe(0);
  expect((await send('/api/user/signup', { email: composed, password })).code).toBe(codes.emailTaken.code);
  for (const email of [composed, decomposed, decomposed.toUpperCase()])
    expect((await send('/api/user/login', { email, password })).code).toBe(0);
  const { rows } = await sql`select 1 from users where email = ${composed}`.execute(deps.db);
  expect(rows).toHaveLength(1);
});

test('two accounts of before with one address in two forms log in by their own form, with one limit for both', async () => {
  const name = freshEmail();
  const [composed, decomposed] = [`\u00E1${name}`, `a\u0301${name}`];
  const [one, other] = [await app.account({ email: composed, password }), await app.account({ password: wrong })];
  await deps.db.updateTable('users').set({ email: decomposed }).where('id', '=', other.userId).execute();
  const logIn = async (email: string, by: string) => {
    const { code, cookies } = await send('/api/user/login', { email, password: by });
    return code === 0 ? (await app.call('/api/user/userinfo', {}, cookieOf(cookies))).data._id : code;
  };
  expect([await logIn(composed, password), await logIn(decomposed, wrong)]).toEqual([one.userId, other.userId]);
  expect(await logIn(decomposed, password)).toBe(codes.loginFailed.code);
  const tries = await deps.db.selectFrom('tries').select('key').where('kind', '=', 'login.account').execute();
  expect(tries.map(({ key }) => key)).toContain(composed);
  expect(tries.map(({ key }) => key)).not.toContain(decomposed);
  // Its owner may keep it: the own address is no change, in either form.
  const saved = await app.call('/api/user/change_use_info', { email: decomposed, in_foreign: true }, other);
  expect(saved.code).toBe(0);
});

test('an address with a character that shows nothing is refused, at sign-up and as another address', async () => {
  const email = `wu\u3164${freshEmail()}`;
  expect((await send('/api/user/signup', { email, password })).code).toBe(codes.invalidPayload.code);
  const user = await app.account({ password });
  const saved = await app.call('/api/user/change_use_info', { email, password }, user);
  expect(saved.code).toBe(codes.emailWrong.code);
});

test('of twenty sign-ups with one address at once, one wins and no half account is left', async () => {
  const email = freshEmail();
  // Two from each client: a fourth would be asked for a captcha.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      send('/api/user/signup', { email, password }, { address: `10.2.0.${n >> 1}` }),
    ),
  );
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, codes.emailTaken.code]));
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from users u where not exists (select from traffic_account where user_num = u.num)`.execute(
    deps.db,
  );
  expect(rows[0]?.missing).toBe(0);
});

test('every failed log-in says the same: wrong password, nobody of that name, disabled', async () => {
  const known = await app.account({ password });
  const disabled = await app.account({ password, disabled: true });
  const failures = [
    await send('/api/user/login', { email: known.email, password: wrong }),
    await send('/api/user/login', { email: 'nobody@example.com', password }),
    await send('/api/user/login', { email: disabled.email, password }),
  ];
  for (const answer of failures) expect(answer).toEqual({ ...failures[0], cookies: [] });
  expect(failures[0]).toMatchObject({ code: codes.loginFailed.code, msg: '用户不存在或密码错误' });
});

test('a log-in that is under way while the password changes gets no session by the old one', async () => {
  const user = await app.account({ password });
  const [holder, passwordHash] = [await findHolder(deps.db, user.userId), await hashPassword(wrong, deps)];
  const late = await callDuring(
    deps.db,
    (trx) => setPassword(trx, deps, { user: holder!, passwordHash, address: '10.5.5.5' }),
    () => send('/api/user/login', { email: user.email, password }),
  );
  expect(late).toMatchObject({ code: codes.loginFailed.code, msg: codes.loginFailed.msg, cookies: [] });
  expect(await sessionsOf(user.userId)).toBe(0);
  expect((await send('/api/user/login', { email: user.email, password: wrong })).code).toBe(0);
});

test('a log-in that is under way while a second step is put in force gets no session without it', async () => {
  const user = await app.account({ password });
  const logIn = () => send('/api/user/login', { email: user.email, password });
  const late = await callDuring(deps.db, (trx) => changeConfirmed(trx, user.userId, app.clock.now()), logIn);
  expect(late).toMatchObject({ code: codes.loginFailed.code, cookies: [] });
  expect((await logIn()).code).toBe(codes.secondStepNeeded.code);
});

test('a code of the second step that is under way while the password changes opens nothing', async () => {
  const user = await app.account({ password, steppedUp: true });
  const { secret } = (await app.call('/api/user/second_step_begin', {}, user)).data;
  const codeNow = () => appCode(secret, app.clock.now());
  expect((await app.call('/api/user/second_step_confirm', { code: codeNow() }, user)).code).toBe(0);
  app.clock.advance(MINUTE_MS);
  const { ticket } = (await app.call('/api/user/login', { email: user.email, password })).data;
  const late = await callDuring(
    deps.db,
    (trx) => changePasswordHash(trx, user.userId, 'another'),
    () => send('/api/user/login_second_step', { ticket, code: codeNow() }),
  );
  expect(late).toMatchObject({ code: codes.ticketExpired.code, cookies: [] });
});

test('an account that was never confirmed is told so, but only with the right password', async () => {
  const user = await app.account({ password });
  await deps.db.updateTable('users').set({ confirmed: false }).where('id', '=', user.userId).execute();
  expect((await send('/api/user/login', { email: user.email, password })).msg).toBe('请先点击确认邮件中的链接');
  expect((await send('/api/user/login', { email: user.email, password: wrong })).msg).toBe('用户不存在或密码错误');
});

test.each([
  [{ email: 'no address', password }],
  [{ email: 'a@example.com', password: 'plain password' }],
  [{ email: 'a@example.com', password: 'A'.repeat(64) }],
  [{ email: ['a@example.com'], password }],
  [{ email: { $ne: '' }, password }],
  [{ password }],
  [{}],
  [{ email: `${'a'.repeat(250)}@example.com`, password }],
  [{ email: 'a@example.com\r\nbcc: b@example.com', password }],
])('a hostile body is an invalid payload: %j', async (body) => {
  for (const path of ['/api/user/signup', '/api/user/login', '/api/user/setup_admin']) {
    const answer = await send(path, { code: 'x', ...body });
    expect(answer).toMatchObject({ code: codes.invalidPayload.code, cookies: [] });
  }
});

test('nobody signs up on the domain of an agent', async () => {
  await changeSettings(deps.db, { agency_user_domain: 'agent.test' }, { at: deps.clock.now(), secrets: deps.secrets });
  await refreshSettings();
  const email = freshEmail();
  const refused = await send('/api/user/signup', { email, password }, { host: 'agent.test' });
  expect(refused.code).toBe(codes.roleForbidden.code);
  expect((await send('/api/user/signup', { email, password })).code).toBe(0);
});

test('with openChannel a new account is a channel', async () => {
  await changeSettings(deps.db, { openChannel: true }, { at: deps.clock.now(), secrets: deps.secrets });
  await refreshSettings();
  const made = await send('/api/user/signup', { email: freshEmail(), password });
  expect((await app.call('/api/user/userinfo', {}, cookieOf(made.cookies))).data.type).toBe('channel');
  await changeSettings(deps.db, { openChannel: false }, { at: deps.clock.now(), secrets: deps.secrets });
  await refreshSettings();
});

const refreshSettings = (): Promise<void> =>
  'refresh' in deps.settings ? (deps.settings.refresh as () => Promise<void>)() : Promise.resolve();

test('user info notes the visit once a minute at most, without the query of the page', async () => {
  const user = await app.account();
  const seen = () =>
    deps.db.selectFrom('users').select(['last_url', 'last_active_at']).where('id', '=', user.userId).executeTakeFirst();
  app.clock.advance(2 * MINUTE_MS);
  await app.call('/api/user/userinfo', { page_url: 'https://console.test/?token=secret#/shop?x=1' }, user);
  const first = await seen();
  expect(first).toEqual({ last_url: 'https://console.test/#/shop', last_active_at: app.clock.now() });
  app.clock.advance(30_000);
  await app.call('/api/user/userinfo', { page_url: 'https://console.test/#/wallet' }, user);
  expect(await seen()).toEqual(first);
});

test('an account of undefined type shows no type', async () => {
  const user = await app.account({ type: 'none' });
  expect((await app.call('/api/user/userinfo', {}, user)).data).not.toHaveProperty('type');
});

test('an account is told of its special daily quota, and an agency that it is one', async () => {
  const user = await app.account();
  const seen = async () => (await app.call('/api/user/userinfo', {}, user)).data;
  expect(await seen()).toMatchObject({ specialDailyUnlimitTraffic: false, is_agency: false });
  await deps.db
    .updateTable('users')
    .set({ daily_unlimited: true, daily_unlimited_gb: 3, is_agency: true })
    .where('id', '=', user.userId)
    .execute();
  expect(await seen()).toMatchObject({ specialDailyUnlimitTraffic: true, limit: 3 * GIB, is_agency: true });
});

test('only permissions that are held now are shown', async () => {
  const user = await app.account();
  const [now, later] = [deps.ids.next(), deps.ids.next()];
  const at = deps.clock.now();
  const permission = (id: string, name: string) => ({ id, name, description: `${name}!`, created_at: at });
  await deps.db
    .insertInto('permissions')
    .values([permission(now, '家宽'), permission(later, '游戏')])
    .execute();
  await deps.db
    .insertInto('user_permissions')
    .values([
      { user_id: user.userId, permission_id: now, expires_at: new Date(at.getTime() + DAY_MS) },
      { user_id: user.userId, permission_id: later, expires_at: at },
    ])
    .execute();
  const held = await app.call('/api/permission/mypermissions', {}, user);
  expect(held.data).toEqual([
    { id: now, name: '家宽', desc: '家宽!', expireTime: new Date(at.getTime() + DAY_MS).toISOString() },
  ]);
});

const codeOf = (link: string | undefined): string => new URL(link ?? '').hash.split('code=')[1] ?? '';

test('the first admin is made by a link that works once; the newest link counts', async () => {
  const old = codeOf(await makeSetupLink(deps, 'http://console.test'));
  const code = codeOf(await makeSetupLink(deps, 'http://console.test'));
  const setUp = (of: string, email: string) => send('/api/user/setup_admin', { email, password, code: of });
  expect((await setUp(old, freshEmail())).code).toBe(codes.notFound.code);
  expect((await setUp('nonsense', freshEmail())).code).toBe(codes.notFound.code);
  const taken = await app.account();
  expect((await setUp(code, taken.email)).code).toBe(codes.emailTaken.code);
  const admins = await Promise.all(Array.from({ length: 5 }, () => setUp(code, freshEmail())));
  expect(admins.filter((answer) => answer.code === 0)).toHaveLength(1);
  const first = admins.find((answer) => answer.code === 0);
  expect((await app.call('/api/user/userinfo', {}, cookieOf(first?.cookies ?? []))).data.type).toBe('admin');
  expect(await makeSetupLink(deps, 'http://console.test')).toBeUndefined();
});

test('a set-up link ends after a day', async () => {
  const link = await grantAdmin(deps, 'somebody@example.com', 'http://console.test');
  app.clock.advance(DAY_MS);
  const late = await send('/api/user/setup_admin', { email: freshEmail(), password, code: codeOf(link) });
  expect(late.code).toBe(codes.notFound.code);
});

test('a customer who becomes admin has to log in again', async () => {
  const user = await app.account();
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(0);
  expect(await grantAdmin(deps, user.email, 'http://console.test')).toBeUndefined();
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
  const session = await makeSession(deps, user.userId);
  expect((await app.call('/api/user/userinfo', {}, session.cookie)).data.type).toBe('admin');
  const audited = await deps.db.selectFrom('audit_log').selectAll().where('object', '=', user.userId).execute();
  expect(audited).toMatchObject([
    { actor: null, call: 'command.grantAdmin', before: { type: 'normal' }, after: { type: 'admin' } },
  ]);
});

test("a log-in that is under way while a customer becomes admin gets no session of a customer's length", async () => {
  const user = await app.account({ password });
  const late = await callDuring(
    deps.db,
    (trx) => changeType(trx, user.userId, 'admin'),
    () => send('/api/user/login', { email: user.email, password }),
  );
  expect(late).toMatchObject({ code: codes.loginFailed.code, cookies: [] });
  expect(await sessionsOf(user.userId)).toBe(0);
  expect((await send('/api/user/login', { email: user.email, password })).code).toBe(0);
});

test.each(['/api/user/userinfo', '/api/permission/mypermissions', '/api/user/logout'])(
  '%s is for accounts only',
  async (path) => {
    const disabled = await app.account({ disabled: true });
    expect((await app.call(path)).code).toBe(codes.sessionExpired.code);
    expect((await app.call(path, {}, disabled)).code).toBe(codes.sessionExpired.code);
    expect((await app.call(path, {}, 'token=x; token=y')).code).toBe(codes.sessionExpired.code);
  },
);

test('an address that was never confirmed becomes admin by a link alone, with another password', async () => {
  const email = freshEmail();
  const stranger = await app.account({ email, password });
  await deps.db.updateTable('users').set({ confirmed: false }).where('id', '=', stranger.userId).execute();
  const link = await grantAdmin(deps, email, 'http://console.test');
  const set = await send('/api/user/setup_admin', { email, password: wrong, code: codeOf(link) });
  expect(set.code).toBe(0);
  expect((await app.call('/api/user/userinfo', {}, stranger)).code).toBe(codes.sessionExpired.code);
  expect((await send('/api/user/login', { email, password })).code).toBe(codes.loginFailed.code);
  expect((await app.call('/api/user/userinfo', {}, cookieOf(set.cookies))).data.type).toBe('admin');
});

test.each(['admin', 'yunying'] as const)('nobody takes the unconfirmed account of staff (%s) over', async (type) => {
  const email = freshEmail();
  const staff = await app.account({ type, email, password });
  await deps.db.updateTable('users').set({ confirmed: false }).where('id', '=', staff.userId).execute();
  const answer = await send('/api/user/signup', { email, password: wrong });
  expect(answer.code).toBe(codes.emailTaken.code);
  const row = await deps.db.selectFrom('users').select(['type', 'confirmed']).where('id', '=', staff.userId).execute();
  expect(row).toEqual([{ type, confirmed: false }]);
});
