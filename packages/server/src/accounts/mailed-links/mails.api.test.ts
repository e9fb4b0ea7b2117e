import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { deliverMails } from '../../mail/index.ts';
import { confirmLinkOf, startMailServer } from '../../mail/testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { changeUserkey } from '../profile/userkey-store.ts';
import { callDuring } from '../race-testing.ts';
import { makeUserkey } from '../sign-up/create.ts';

/*
 * Confirmation, reset and account by link as a customer meets them: the calls through the gate, the mails from a real
 * mail server, the links opened as the confirm page opens them.
 */

const app = await createTestApp({ DOMAINS: 'two.test' });
const { deps, clock } = app;
const mailServer = await startMailServer();
afterAll(async () => {
  await mailServer.stop();
  await app.close();
});

const change = app.changeSettings;

beforeEach(() => change({ ...mailServer.settings, signup_confirm: true }));
afterEach(() => deps.db.deleteFrom('mail_outbox').execute());

const [old, fresh] = ['a'.repeat(64), 'b'.repeat(64)];
let counter = 0;
const freshEmail = (): string => `mailed${++counter}@example.com`;

/** The cookie of the one browser that everything here is asked and opened in. */
let browserCookie = '';

/** One call from an address of its own, unless one is given. */
const send = async (path: string, payload: object, address = `10.2.${++counter % 250}.${counter >> 8}`) => {
  const headers = { host: 'poisoned.test', cookie: browserCookie };
  const { answer, cookies } = await postCall(app.gate, path, { payload, address, headers });
  const identified = cookies.find(({ name }) => name === 'asked');
  if (identified) browserCookie = `asked=${identified.value}`;
  return { ...answer, cookies: cookies.filter(({ name }) => name !== 'asked') };
};

const logIn = async (email: string, password: string) => (await send('/api/user/login', { email, password })).msg;

/** Opens a mailed link as the confirm page does. */
const openLink = async (link: URL, headers: Record<string, string> = {}) => {
  const query = new URLSearchParams(link.hash.split('?')[1]);
  const path = query.get('action') === 'change_password' ? 'change_password' : 'signup_confirm';
  const rest = new URLSearchParams({ serial_id: query.get('serial_id') ?? '', key: query.get('key') ?? '' });
  const response = await app.gate.app.inject({
    method: 'GET',
    url: `/api/user/${path}?${rest.toString()}`,
    remoteAddress: `10.3.0.${++counter % 250}`,
    headers: { cookie: browserCookie, ...headers },
  });
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { Code: response.json<{ Code: number }>().Code, cookie, keys: Object.keys(response.json<object>()) };
};

const mailTo = async (email: string) => {
  await deliverMails(deps);
  return mailServer.mailTo(email);
};
const linkTo = async (email: string): Promise<URL> => confirmLinkOf(await mailTo(email));

const linkOf = async (user: TestSession, kind = 'clash'): Promise<string> => {
  const { data } = await app.call('/api/user/userinfo', {}, user);
  return `https://old.example/api/subscript/${kind}/${user.userId}/${data.userkey}?f=${kind}`;
};

const bellOf = async (user: TestSession): Promise<string[]> => {
  const rows = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', user.userId).execute();
  return rows.map(({ text }) => text);
};

test('an account that has to be confirmed is usable once its mailed link was opened, and the link logs in', async () => {
  const email = freshEmail();
  const made = await send('/api/user/signup', { email, password: old, host: 'two.test' });
  expect(made).toMatchObject({ code: 0, data: { confirm: true }, cookies: [] });
  expect(await logIn(email, old)).toBe('请先点击确认邮件中的链接');
  const mail = await mailTo(email);
  expect(mail.parsed.subject).toBe('【天港】请确认您的邮箱');
  const link = confirmLinkOf(mail);
  expect(link.origin + link.hash.split('?')[0]).toBe('http://two.test#/confirm');
  const opened = await openLink(link);
  expect(opened).toMatchObject({ Code: 0, keys: ['Code'] });
  expect((await app.call('/api/user/userinfo', {}, opened.cookie)).data.email).toBe(email);
  expect(await logIn(email, old)).toBe('');
});

test('no host that a request claims gets into a link: neither the Host header nor the payload', async () => {
  const email = freshEmail();
  await send('/api/user/signup', { email, password: old, host: 'evil.test' });
  const mail = await mailTo(email);
  expect(confirmLinkOf(mail).origin).toBe('http://console.test');
  expect(mail.raw).not.toMatch(/evil\.test|poisoned\.test/);
});

test('signing up again while nothing is confirmed: the newest mail and the newest password count', async () => {
  const email = freshEmail();
  await send('/api/user/signup', { email, password: old });
  const first = await linkTo(email);
  expect(await send('/api/user/signup', { email, password: fresh })).toMatchObject({
    code: 0,
    data: { confirm: true },
  });
  expect((await openLink(first)).Code).toBe(codes.notFound.code);
  expect((await openLink(await linkTo(email))).Code).toBe(0);
  expect(await logIn(email, old)).toBe(codes.loginFailed.msg);
  expect(await logIn(email, fresh)).toBe('');
  clock.advance(MINUTE_MS);
  expect((await send('/api/user/signup', { email, password: old })).code).toBe(codes.emailTaken.code);
});

test('with the mail server away sign-up succeeds all the same, and the mail arrives later', async () => {
  await change({ smtp_port: 1 });
  const email = freshEmail();
  expect((await send('/api/user/signup', { email, password: old })).code).toBe(0);
  expect((await deliverMails(deps)).stopped).toBeDefined();
  await change(mailServer.settings);
  clock.advance(MINUTE_MS);
  expect((await openLink(await linkTo(email))).Code).toBe(0);
});

test('where confirmation is not asked for, the account is usable at once and gets the mail along', async () => {
  await change({ signup_confirm: false });
  const email = freshEmail();
  const made = await send('/api/user/signup', { email, password: old });
  expect(made.data).toEqual({ confirm: false });
  expect(made.cookies.map(({ name }) => name).toSorted()).toEqual(['sb', 'token']);
  expect((await openLink(await linkTo(email))).Code).toBe(0);
});

test('without a mail server nobody has to confirm anything', async () => {
  await change({ smtp_host: '' });
  const email = freshEmail();
  expect((await send('/api/user/signup', { email, password: old })).data).toEqual({ confirm: false });
  expect(await deps.db.selectFrom('mail_outbox').selectAll().execute()).toEqual([]);
});

test('a sign-up link works once and for a day; opened again it still says that all is well, and logs nobody in', async () => {
  const [email, late] = [freshEmail(), freshEmail()];
  await send('/api/user/signup', { email, password: old });
  const link = await linkTo(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => openLink(link)));
  expect(answers.map(({ Code }) => Code)).toEqual([0, 0, 0, 0, 0]);
  expect(answers.filter(({ cookie }) => cookie !== '')).toHaveLength(1);
  await send('/api/user/signup', { email: late, password: old });
  const lateLink = await linkTo(late);
  clock.advance(DAY_MS);
  expect((await openLink(lateLink)).Code).toBe(codes.notFound.code);
  expect((await openLink(link)).Code).toBe(codes.notFound.code);
});

const reset = (user: TestSession, describUrl: string, more: object = {}, address?: string) =>
  send('/api/user/reset_password', { email: user.email, password: fresh, describUrl, ...more }, address);

test('a reset changes nothing until its mailed link is opened; then all sessions end and the owner is told', async () => {
  const user = await app.account({ password: old });
  expect(await reset(user, await linkOf(user))).toMatchObject({ code: 0, data: { mailed: true }, cookies: [] });
  expect(await logIn(user.email, fresh)).toBe(codes.loginFailed.msg);
  const mail = await mailTo(user.email);
  expect(mail.parsed.subject).toBe('【天港】请确认修改密码');
  expect(mail.raw + mail.parsed.text + mail.parsed.html).not.toMatch(/subscript/);
  const opened = await openLink(confirmLinkOf(mail));
  expect(opened.Code).toBe(0);
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
  expect((await app.call('/api/user/userinfo', {}, opened.cookie)).data.email).toBe(user.email);
  expect([await logIn(user.email, old), await logIn(user.email, fresh)]).toEqual([codes.loginFailed.msg, '']);
  expect(await bellOf(user)).toEqual([
    expect.stringMatching(/^登录密码已于 2026-11-\d\d [\d:]{8} 修改（IP 地址 10\.3\./),
  ]);
  expect((await mailTo(user.email)).parsed.subject).toBe('【天港】您的密码已修改');
});

test('a mailbox is no second step: the link changes the password and logs nobody in who has one', async () => {
  const user = await app.account({ password: old });
  await deps.db.updateTable('users').set({ second_step: true }).where('id', '=', user.userId).execute();
  const asked = { email: user.email, password: fresh, describUrl: await linkOf(user), host: '' };
  await send('/api/user/reset_password', asked);
  expect(await openLink(await linkTo(user.email))).toMatchObject({ Code: 0, cookie: '' });
  expect(await logIn(user.email, fresh)).toBe(codes.secondStepNeeded.msg);
});

test('a reset link works once within thirty minutes, and only the newest one', async () => {
  const user = await app.account({ password: old });
  const link = await linkOf(user);
  await reset(user, link);
  const first = await linkTo(user.email);
  await reset(user, link);
  const second = await linkTo(user.email);
  expect((await openLink(first)).Code).toBe(codes.notFound.code);
  clock.advance(30 * MINUTE_MS);
  expect((await openLink(second)).Code).toBe(codes.notFound.code);
  await reset(user, link);
  const third = await linkTo(user.email);
  expect((await openLink(third)).cookie).not.toBe('');
  await deps.db.updateTable('users').set({ password_hash: 'changed since' }).where('id', '=', user.userId).execute();
  expect(await openLink(third)).toMatchObject({ Code: 0, cookie: '' });
  const { password_hash } = await deps.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBe('changed since');
});

test.each([
  ['a new subscription link', (user: TestSession) => app.call('/api/user/reset_userkey', {}, user)],
  ['a lock', (user: TestSession) => setUser(user, { disabled: true })],
  ['a role', (user: TestSession) => setUser(user, { type: 'yunying' })],
  ['a right that was taken', (user: TestSession) => setUser(user, { can_change_password: false })],
])('%s ends a reset that waits', async (_what, end) => {
  const user = await app.account({ password: old });
  await reset(user, await linkOf(user));
  const link = await linkTo(user.email);
  await end(user);
  expect((await openLink(link)).Code).toBe(codes.notFound.code);
});

const setUser = (user: TestSession, set: Record<string, unknown>) =>
  deps.db.updateTable('users').set(set).where('id', '=', user.userId).execute();

test('a link with another key, for another purpose, without a key or from another site opens nothing', async () => {
  const user = await app.account({ password: old });
  await reset(user, await linkOf(user));
  const link = await linkTo(user.email);
  const other = (from: string, to: string): URL => new URL(link.href.replace(from, to));
  const key = new URLSearchParams(link.hash.split('?')[1]).get('key') ?? '';
  for (const wrong of [
    other(key, `${key.slice(0, -1)}${key.endsWith('A') ? 'Q' : 'A'}`),
    other(key, ''),
    other(key, "' or 1=1 --"),
    other('change_password', 'signup_confirm'),
    other('serial_id=', 'serial_id=0'),
  ]) {
    expect((await openLink(wrong)).Code, wrong.href).toBe(codes.notFound.code);
  }
  expect((await openLink(link, { 'sec-fetch-site': 'cross-site' })).Code).toBe(codes.roleForbidden.code);
  const bare = await app.gate.app.inject({ method: 'GET', url: '/api/user/change_password?key=a&key=b' });
  expect(bare.json()).toEqual({ Code: codes.invalidPayload.code });
  expect((await openLink(link, { 'sec-fetch-site': 'same-origin' })).Code).toBe(0);
});

test('pictures of a confirm address on pages of other sites use up nothing of what their visitors may ask', async () => {
  const ask = (site: string) =>
    app.gate.app.inject({
      method: 'GET',
      url: '/api/user/change_password?serial_id=1&key=a',
      remoteAddress: '10.9.9.1',
      headers: { 'sec-fetch-site': site },
    });
  for (let n = 0; n < 40; n += 1) expect((await ask('cross-site')).json()).toEqual({ Code: codes.roleForbidden.code });
  expect((await ask('same-origin')).json()).toEqual({ Code: codes.notFound.code });
});

test('without a mail server a reset needs the link alone, takes effect at once and ends all sessions', async () => {
  await change({ smtp_host: '' });
  const user = await app.account({ password: old });
  expect(await reset(user, await linkOf(user, 'singbox'))).toMatchObject({ code: 0, data: { mailed: false } });
  expect([await logIn(user.email, old), await logIn(user.email, fresh)]).toEqual([codes.loginFailed.msg, '']);
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
  expect(await bellOf(user)).toHaveLength(1);
});

test('a reset that is under way while the owner ends its link changes nothing', async () => {
  await change({ smtp_host: '' });
  const user = await app.account({ password: old });
  const link = await linkOf(user);
  const newKey = (trx: typeof deps.db) => changeUserkey(trx, user.userId, makeUserkey(user.userId, deps));
  expect((await callDuring(deps.db, newKey, () => reset(user, link))).code).toBe(codes.linkWrong.code);
  expect(await logIn(user.email, old)).toBe('');
});

test('every link that is not the current one of an existing account is refused with the same message', async () => {
  const user = await app.account();
  const disabled = await app.account();
  const old = await linkOf(user);
  const disabledLink = await linkOf(disabled);
  await setUser(disabled, { disabled: true });
  await app.call('/api/user/reset_userkey', {}, user);
  const current = await linkOf(user);
  const wrong = [
    old,
    disabledLink,
    current.replace(user.userId, deps.ids.next()),
    current.replace('/api/subscript/', '/api/other/'),
    current.replace('clash', 'nonsense'),
    current.replace('https:', 'ftp:'),
    current.replace('https://', 'https://name:pass@'),
    `https://evil.test/?next=${encodeURIComponent(current)}`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    '12345678',
    '',
  ];
  for (const describUrl of wrong) {
    const refused = { code: codes.linkWrong.code, msg: 'DESCRIBE_URL_ERROR', data: null };
    expect(await send('/api/user/get_email', { describUrl }), describUrl).toMatchObject(refused);
    expect(await reset(user, describUrl), describUrl).toMatchObject(refused);
  }
  expect((await send('/api/user/get_email', { describUrl: current })).data).toBe(user.email);
  expect((await send('/api/user/get_email', { describUrl: `  ${current.replace(/\?.*/, '')}&name=x ` })).data).toBe(
    user.email,
  );
});

test('a reset for another address than the account has says that the address is wrong', async () => {
  const user = await app.account({ password: old });
  const link = await linkOf(user);
  expect(await reset(user, link, { email: 'other@example.com' })).toMatchObject({
    code: codes.emailWrong.code,
    msg: '请检查邮箱是否正确',
  });
  expect((await reset(user, link, { password: 'hunter2' })).code).toBe(codes.invalidPayload.code);
});

test.each([{ type: 'admin' }, { type: 'yunying' }, { can_change_password: false }])(
  'an account that is %j is neither found nor reset by its link',
  async (traits) => {
    const user = await app.account({ password: old });
    const describUrl = await linkOf(user);
    await setUser(user, traits);
    const refused = { code: codes.accountForbids.code, msg: '该账号不允许这样操作。' };
    expect(await send('/api/user/get_email', { describUrl })).toMatchObject(refused);
    expect(await reset(user, describUrl)).toMatchObject(refused);
  },
);

test('whoever is found by a link is told in the bell and by mail, which hold no link', async () => {
  const user = await app.account();
  expect((await send('/api/user/get_email', { describUrl: await linkOf(user) })).code).toBe(0);
  expect(await bellOf(user)).toEqual([expect.stringContaining('有人通过订阅链接查询了您的登录邮箱（IP 地址 10.2.')]);
  const mail = await mailTo(user.email);
  expect(mail.parsed.subject).toBe('【天港】有人通过订阅链接查询了您的邮箱');
  expect(mail.raw + mail.parsed.text + mail.parsed.html).not.toMatch(/https?:\/\//);
});

test('five wrong links an hour from one address, which hold no neighbour back; three answers a day about one account without a captcha', async () => {
  const [user, other] = [await app.account(), await app.account()];
  const [describUrl, otherUrl] = [await linkOf(user), await linkOf(other)];
  const ask = async (url: string, address?: string) =>
    (await send('/api/user/get_email', { describUrl: url }, address)).code;
  for (let n = 0; n < 5; n++) expect(await ask('nonsense', '10.9.9.9')).toBe(codes.linkWrong.code);
  expect(await ask('nonsense', '10.9.9.9')).toBe(codes.throttled.code);
  expect(await ask(otherUrl, '10.9.9.9')).toBe(0);
  for (let n = 0; n < 3; n++) expect(await ask(describUrl)).toBe(0);
  expect(await ask(describUrl)).toBe(codes.captchaNeeded.code);
  expect(await ask(otherUrl)).toBe(0);
  clock.advance(HOUR_MS);
  expect(await ask(otherUrl, '10.9.9.9')).toBe(0);
  expect(await ask(describUrl)).toBe(codes.captchaNeeded.code);
  clock.advance(DAY_MS);
  expect(await ask(describUrl)).toBe(0);
});

test('ten wrong resets an hour from one address, and three for one account without a captcha; a hundred at once are no way round', async () => {
  const user = await app.account({ password: old });
  const describUrl = await linkOf(user);
  for (let n = 0; n < 3; n++) expect((await reset(user, describUrl)).code).toBe(0);
  expect((await reset(user, describUrl)).code).toBe(codes.captchaNeeded.code);
  clock.advance(HOUR_MS);
  expect((await reset(user, describUrl)).code).toBe(0);
  const answers = await Promise.all(Array.from({ length: 15 }, () => reset(user, 'nonsense', {}, '10.8.8.8')));
  expect(answers.filter(({ code }) => code === codes.linkWrong.code)).toHaveLength(10);
});

test('no key of a mailed link is in any answer, in the database or in the error log', async () => {
  const [email, user] = [freshEmail(), await app.account({ password: old })];
  const answers = [await send('/api/user/signup', { email, password: old }), await reset(user, await linkOf(user))];
  const keys = [await linkTo(email), await linkTo(user.email)].map(
    (link) => new URLSearchParams(link.hash.split('?')[1]).get('key') ?? 'none',
  );
  const { rows } = await sql<{ all: string }>`
    select (select coalesce(json_agg(t)::text, '') from account_requests t) ||
           (select coalesce(json_agg(t)::text, '') from mail_outbox t) ||
           (select coalesce(json_agg(t)::text, '') from error_log t) ||
           (select coalesce(json_agg(t)::text, '') from graphile_worker._private_jobs t) as all`.execute(deps.db);
  for (const key of keys) {
    expect(key).toHaveLength(43);
    expect(JSON.stringify(answers) + (rows[0]?.all ?? '')).not.toContain(key);
  }
});
