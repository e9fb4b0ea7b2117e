import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { deliverMails } from '../../mail/index.ts';
import { confirmLinkOf, startMailServer } from '../../mail/testing.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { changePasswordHash, lockHolder } from '../mailed-links/store.ts';
import { callDuring } from '../race-testing.ts';
import { removeSessions } from '../store.ts';

/*
 * The profile page's save: switches, avatar, and the address, which only its owner changes and only who can read the
 * new mailbox confirms.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'skyport-profile-'));
const app = await createTestApp({ DATA_DIR: dataDir });
const { deps, clock } = app;
const mailServer = await startMailServer();
afterAll(async () => {
  await mailServer.stop();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const change = app.changeSettings;
const withMail = () => change(mailServer.settings);

beforeEach(async () => {
  await change({ smtp_host: '' });
  clock.advance(HOUR_MS);
});

const password = 'a'.repeat(64);
let counter = 0;
const freshEmail = (): string => `moved${++counter}@example.com`;

/** The id of the one browser that everything here is asked and opened in. */
const BROWSER_ID = `asked=${'M'.repeat(43)}`;
const save = (user: TestSession, changes: object) =>
  app.call('/api/user/change_use_info', changes, `${user.cookie}; ${BROWSER_ID}`);
const infoOf = async (user: TestSession) => (await app.call('/api/user/userinfo', {}, user)).data;
const bellOf = async (user: TestSession): Promise<string[]> => {
  const rows = await deps.db
    .selectFrom('notifications')
    .select('text')
    .where('user_id', '=', user.userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ text }) => text);
};

const mailTo = async (email: string) => {
  await deliverMails(deps);
  return mailServer.mailTo(email);
};

/** Opens a mailed link as the confirm page does. */
const openLink = async (link: URL) => {
  const query = new URLSearchParams(link.hash.split('?')[1]);
  expect(query.get('action')).toBe('change_email');
  const rest = new URLSearchParams({ serial_id: query.get('serial_id') ?? '', key: query.get('key') ?? '' });
  const response = await app.gate.app.inject({
    method: 'GET',
    url: `/api/user/email_confirm?${rest.toString()}`,
    headers: { cookie: BROWSER_ID },
  });
  return { Code: response.json<{ Code: number }>().Code, cookies: response.cookies };
};

/** An image of an account, without its bytes. */
const imageOf = async (user: TestSession, ext = 'png'): Promise<string> => {
  const id = deps.random.bytes(16).toString('hex');
  const at = clock.now();
  await deps.db
    .insertInto('files')
    .values({ id, user_id: user.userId, ext, bytes: 9, store: 'disk', created_at: at, stored_at: at, unused_since: at })
    .execute();
  return `${id}.${ext}`;
};

const usesOf = async (name: string): Promise<string[]> => {
  const rows = await deps.db
    .selectFrom('file_uses')
    .select('used_by')
    .where('file_id', '=', name.slice(0, 32))
    .execute();
  return rows.map(({ used_by }) => used_by);
};

test('switches are saved one by one or together, and the very next document knows them', async () => {
  const user = await app.account({ paid: true });
  expect((await save(user, { inXinjiang: true })).data).toEqual({ mailed: false });
  expect(await infoOf(user)).toMatchObject({ inXinjiang: true, in_foreign: false, use_english_node: false });
  await save(user, { inXinjiang: false, in_foreign: true, use_english_node: true });
  expect(await infoOf(user)).toMatchObject({ inXinjiang: false, in_foreign: true, use_english_node: true });
  const { userkey } = await infoOf(user);
  const document = async () => {
    const url = `/api/subscript/clash/${user.userId}/${userkey}`;
    return (await app.gate.app.inject({ method: 'GET', url, headers: { host: 'console.test' } })).body;
  };
  await save(user, { in_foreign: false });
  const before = await document();
  await save(user, { inXinjiang: true });
  const after = await document();
  expect(after).not.toBe(before);
  expect(await document()).toBe(after);
});

test('a switch that is no switch is refused with its name, and nothing of the rest is saved', async () => {
  const user = await app.account();
  expect(await save(user, { in_foreign: true, inXinjiang: 'yes' })).toMatchObject({
    code: codes.invalidPayload.code,
    msg: expect.stringContaining('解除DNS管制'),
  });
  expect((await save(user, { in_foreign: true, icon: `${'0'.repeat(32)}.png` })).code).toBe(codes.notFound.code);
  expect((await infoOf(user)).in_foreign).toBe(false);
});

test('an avatar is an image of this account, by its name or its address, and the old one is let go', async () => {
  const user = await app.account();
  const [first, second] = [await imageOf(user), await imageOf(user, 'jpg')];
  await save(user, { icon: first });
  expect((await infoOf(user)).icon).toBe(first);
  expect(await usesOf(first)).toEqual(['icon']);
  await save(user, { icon: `/api/file/downloads/${second}` });
  expect((await infoOf(user)).icon).toBe(second);
  expect([await usesOf(first), await usesOf(second)]).toEqual([[], ['icon']]);
  expect((await save(user, { icon: second })).code).toBe(0);
  expect(await usesOf(second)).toEqual(['icon']);
  await save(user, { icon: '' });
  expect((await infoOf(user)).icon).toBe('');
  expect(await usesOf(second)).toEqual([]);
});

test("somebody else's image, one that does not exist and what is no image are the same: no avatar", async () => {
  const [user, other] = [await app.account(), await app.account()];
  const theirs = await imageOf(other);
  const mine = await imageOf(user);
  const tried = [
    theirs,
    `${'f'.repeat(32)}.png`,
    mine.replace('.png', '.jpg'),
    'https://evil.test/a.png',
    '../../secret.key',
    'javascript:alert(1)',
  ];
  const answers = await Promise.all(tried.map((icon) => save(user, { icon })));
  for (const { code, msg } of answers) expect({ code, msg }).toEqual({ code: 1104, msg: '头像不存在，请重新上传' });
  expect((await infoOf(user)).icon).toBe('');
  expect(await usesOf(theirs)).toEqual([]);
});

test('both session parts are needed', async () => {
  const user = await app.account();
  const half = await app.call('/api/user/change_use_info', { in_foreign: true }, `token=${user.token}`);
  expect(half.code).toBe(codes.sessionExpired.code);
});

test('without mail a new address counts at once, and only with the current password', async () => {
  const user = await app.account({ password });
  const email = freshEmail();
  expect(await save(user, { email })).toMatchObject({ code: 1101, msg: '修改邮箱需要输入当前密码' });
  expect(await save(user, { email, password: 'b'.repeat(64) })).toMatchObject({ code: 1101, msg: '当前密码不正确' });
  expect((await infoOf(user)).email).toBe(user.email);
  expect((await save(user, { email: ` ${email.toUpperCase()} `, password })).data).toEqual({ mailed: false });
  expect((await infoOf(user)).email).toBe(email);
  expect(await bellOf(user)).toEqual([expect.stringMatching(new RegExp(`^登录邮箱已于 .* 改为 ${email}（IP 地址 `))]);
});

test('the same address again is no change and asks for nothing', async () => {
  const user = await app.account();
  expect((await save(user, { email: user.email.toUpperCase(), in_foreign: true })).data).toEqual({ mailed: false });
  expect(await bellOf(user)).toEqual([]);
});

test('an address that is taken, or none, is refused', async () => {
  const [user, other] = [await app.account({ password }), await app.account()];
  expect((await save(user, { email: other.email, password })).code).toBe(codes.emailTaken.code);
  expect(await save(user, { email: 'nobody', password })).toMatchObject({ code: 1100, msg: '邮箱：邮件不正确' });
  const fixed = await app.account({ password });
  await deps.db.updateTable('users').set({ can_change_password: false }).where('id', '=', fixed.userId).execute();
  expect((await save(fixed, { email: freshEmail(), password })).code).toBe(codes.accountForbids.code);
});

test('guessing the password by asking for addresses ends after five tries', async () => {
  const user = await app.account({ password });
  const guess = () => save(user, { email: freshEmail(), password: 'c'.repeat(64) });
  for (let n = 0; n < 5; n++) expect((await guess()).code).toBe(codes.loginFailed.code);
  expect((await save(user, { email: freshEmail(), password })).code).toBe(codes.throttled.code);
});

test.each([
  { meanwhile: 'the session ended', change: removeSessions, code: codes.sessionExpired.code },
  {
    meanwhile: 'the password changed',
    change: (trx: typeof deps.db, id: string) => changePasswordHash(trx, id, 'another'),
    code: codes.loginFailed.code,
  },
])('a new address that is under way while $meanwhile is refused', async ({ change: meanwhile, code }) => {
  const user = await app.account({ password });
  const refused = await callDuring(
    deps.db,
    async (trx) => {
      await lockHolder(trx, user.userId);
      await meanwhile(trx, user.userId);
    },
    () => save(user, { email: freshEmail(), password, in_foreign: true }),
  );
  expect(refused.code).toBe(code);
  const stored = await deps.db
    .selectFrom('users')
    .select(['email', 'in_foreign'])
    .where('id', '=', user.userId)
    .execute();
  expect(stored).toEqual([{ email: user.email, in_foreign: false }]);
});

test('with mail nothing changes until the link in the mail to the new address is opened; the old one is told twice', async () => {
  await withMail();
  const user = await app.account({ password });
  const email = freshEmail();
  expect((await save(user, { email, password, in_foreign: true })).data).toEqual({ mailed: true });
  expect(await infoOf(user)).toMatchObject({ email: user.email, in_foreign: true });
  expect((await mailTo(user.email)).parsed.text).toContain(`有人请求把登录邮箱改为 ${email}`);
  const mail = await mailTo(email);
  expect(mail.parsed.subject).toBe('【天港】请确认新的登录邮箱');
  const link = confirmLinkOf(mail);
  const wrong = new URL(link.href.replace(/key=.{6}/, 'key=AAAAAA'));
  expect((await openLink(wrong)).Code).toBe(codes.notFound.code);
  expect((await infoOf(user)).email).toBe(user.email);
  expect(await openLink(link)).toEqual({ Code: 0, cookies: [] });
  expect((await infoOf(user)).email).toBe(email);
  expect((await mailTo(user.email)).parsed.text).toContain(`登录邮箱已于`);
  expect((await openLink(link)).Code).toBe(0);
  const entered = await app.call('/api/user/login', { email, password });
  expect(entered.code).toBe(0);
  expect((await app.call('/api/user/login', { email: user.email, password })).code).toBe(codes.loginFailed.code);
});

test('such a link works for thirty minutes, the newest alone, and not after a new subscription link', async () => {
  await withMail();
  const user = await app.account({ password });
  const ask = async (): Promise<URL> => {
    const email = freshEmail();
    expect((await save(user, { email, password })).code).toBe(0);
    return confirmLinkOf(await mailTo(email));
  };
  const [first, second] = [await ask(), await ask()];
  expect((await openLink(first)).Code).toBe(codes.notFound.code);
  clock.advance(30 * MINUTE_MS);
  expect((await openLink(second)).Code).toBe(codes.notFound.code);
  const third = await ask();
  await app.call('/api/user/reset_userkey', {}, user);
  expect((await openLink(third)).Code).toBe(codes.notFound.code);
  expect((await infoOf(user)).email).toBe(user.email);
});

test.each([true, false])(
  'an address that a stranger signed up with and never confirmed is no obstacle, with mail: %s',
  async (mailed) => {
    if (mailed) await withMail();
    const [user, stranger] = [await app.account({ password }), await app.account()];
    await deps.db.updateTable('users').set({ confirmed: false }).where('id', '=', stranger.userId).execute();
    expect((await save(user, { email: stranger.email, password })).data).toEqual({ mailed });
    if (mailed) expect((await openLink(confirmLinkOf(await mailTo(stranger.email)))).Code).toBe(0);
    const of = deps.db.selectFrom('users').select(['id', 'email', 'confirmed']);
    expect(await of.where('email', '=', stranger.email).execute()).toMatchObject([{ id: user.userId }]);
    const left = await of.where('id', '=', stranger.userId).executeTakeFirst();
    expect(left).toMatchObject({ email: `${stranger.userId}@unconfirmed.invalid`, confirmed: false });
  },
);

test('who takes the address first has it: the link of the other says so, also at the same instant', async () => {
  await withMail();
  const [one, two] = [await app.account({ password }), await app.account({ password })];
  const email = freshEmail();
  await save(one, { email, password });
  const first = confirmLinkOf(await mailTo(email));
  await save(two, { email, password });
  const second = confirmLinkOf(await mailTo(email));
  const answers = await Promise.all([openLink(first), openLink(second)]);
  expect(answers.map(({ Code }) => Code).toSorted()).toEqual([0, codes.emailTaken.code]);
  const owners = await deps.db.selectFrom('users').select('id').where('email', '=', email).execute();
  expect(owners).toHaveLength(1);
});

test('the link of a mail to another kind of page opens nothing here', async () => {
  await withMail();
  await change({ signup_confirm: true });
  const email = freshEmail();
  const payload = JSON.stringify({ data: encodeEnvelope({ email, password }) });
  const headers = { 'content-type': 'application/json', host: 'console.test' };
  await app.gate.app.inject({ method: 'POST', url: '/api/user/signup', headers, payload });
  const link = confirmLinkOf(await mailTo(email));
  link.hash = link.hash.replace('signup_confirm', 'change_email');
  expect((await openLink(link)).Code).toBe(codes.notFound.code);
  await change({ signup_confirm: false });
});
