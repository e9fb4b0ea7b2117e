import { codes } from '@skyport/contract/codes';
import type { AgencyCustomer } from '@skyport/contract/agency';
import { GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { deliverMails } from '../mail/index.ts';
import { startMailServer } from '../mail/testing.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { postCall, type TestAnswer, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { grantTraffic } from '../traffic/index.ts';
import { texts } from './texts.ts';

/*
 * What an agency does for its customers: makes them, by a link that sets their password, and gives them traffic.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
afterEach(() => clock.advance(MINUTE_MS));
afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));

const PASSWORD = 'a'.repeat(64);
let counter = 0;
const fresh = (): string => `customer${++counter}@example.com`;

/** An agency with so many G of permanent traffic. */
const agency = async (gigabytes = 0): Promise<TestSession> => {
  const session = await app.account({ paid: true });
  await deps.db.updateTable('users').set({ is_agency: true }).where('id', '=', session.userId).execute();
  if (gigabytes > 0) {
    const event = { userNum: session.num, recordType: 'coupon', day: '2026-11-21', at: clock.now() } as const;
    const about = { key: `gift:${session.userId}`, ref: 'test', actor: 'test', description: '' };
    await inTransaction(deps.db, (trx) =>
      grantTraffic(trx, { ...event, ...about, amount: (gigabytes * GIB) as never }),
    );
  }
  return session;
};
const list = async (giver: TestSession, part: object = {}) =>
  (await app.call('/api/channel/agency_customers', part, giver)).data as {
    customers: AgencyCustomer[];
    total: number;
    available: number;
  };
const make = (giver: TestSession, email = fresh()): Promise<TestAnswer> => {
  clock.advance(2000);
  return app.call('/api/channel/agency_make_customer', { email }, giver);
};
const customerOf = async (giver: TestSession): Promise<string> => (await make(giver)).data._id;
const give = (giver: TestSession, id: string, giveNumber: number, change = `change-${++counter}-0123456789`) =>
  app.call('/api/channel/agency_give', { id, giveNumber, change }, giver);
const codeOf = (link: string): string => new URLSearchParams(new URL(link).hash.split('?')[1]).get('code') ?? '';
const setPassword = (code: string) =>
  postCall(app.gate, '/api/user/set_first_password', { payload: { code, password: PASSWORD } });
const recordsOf = (...nums: number[]) =>
  deps.db
    .selectFrom('traffic_records')
    .select(['user_num', 'change', 'granted', 'description'])
    .where('type', '=', 'agency_allocate')
    .where('user_num', 'in', nums)
    .orderBy('change')
    .execute();
const numOf = async (id: string): Promise<number> =>
  Number((await deps.db.selectFrom('users').select('num').where('id', '=', id).executeTakeFirstOrThrow()).num);

test('a customer that an agency makes sets a password by a link of the agency’s domain, once, and is logged in', async () => {
  await app.changeSettings({ agency_user_domain: 'agency.test' });
  const giver = await agency();
  const email = fresh();
  const made = await make(giver, email);
  expect(made).toMatchObject({ code: 0, data: { mailed: false } });
  expect(made.data.link).toMatch(/^https?:\/\/agency\.test\/#\/set_password\?code=/);
  const code = codeOf(made.data.link);
  expect((await app.call('/api/user/login', { email, password: PASSWORD })).code).toBe(codes.loginFailed.code);
  expect((await app.call('/api/user/first_password_of', { code })).data).toEqual({ email });
  expect((await list(giver)).customers).toMatchObject([{ _id: made.data._id, email, left: 0, pending: true }]);
  const set = await setPassword(code);
  expect(set.answer.code).toBe(0);
  const cookie = set.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { data } = await app.call('/api/user/userinfo', {}, cookie);
  expect(data).toMatchObject({ email, is_agency_user: true });
  expect((await app.call('/api/shop/create_order', {}, cookie)).code).toBe(codes.roleForbidden.code);
  expect((await app.call('/api/user/login', { email, password: PASSWORD })).code).toBe(0);
  expect((await setPassword(code)).answer.code).toBe(codes.notFound.code);
  expect((await app.call('/api/user/first_password_of', { code })).code).toBe(codes.notFound.code);
  expect((await list(giver)).customers).toMatchObject([{ pending: false }]);
  expect(JSON.stringify(await list(giver))).not.toContain(data.userkey);
});

test('a link ends after a day, with a newer one, and with the account; two at once set one password', async () => {
  const giver = await agency();
  const made = await make(giver);
  const first = codeOf(made.data.link);
  const renew = () => app.call('/api/channel/agency_new_link', { id: made.data._id }, giver);
  const second = codeOf((await renew()).data.link);
  expect((await setPassword(first)).answer.code).toBe(codes.notFound.code);
  clock.advance(DAY_MS);
  expect((await setPassword(second)).answer.code).toBe(codes.notFound.code);
  const third = codeOf((await renew()).data.link);
  await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', made.data._id).execute();
  expect((await setPassword(third)).answer.code).toBe(codes.notFound.code);
  await deps.db.updateTable('users').set({ disabled: false }).where('id', '=', made.data._id).execute();
  const answers = await Promise.all([setPassword(third), setPassword(third)]);
  expect(answers.map(({ answer }) => answer.code).toSorted()).toEqual([0, codes.notFound.code]);
  expect(await renew()).toMatchObject({ code: codes.conflict.code, msg: '该用户已设置密码，不需要新的链接' });
});

test('with a mail server the customer alone gets the link', async () => {
  const mails = await startMailServer();
  await app.changeSettings(mails.settings);
  const email = fresh();
  const made = await make(await agency(), email);
  expect(made.data).toMatchObject({ mailed: true, link: '' });
  await deliverMails(deps);
  const mail = mails.mailTo(email);
  expect(mail.parsed.subject).toContain('请设置登录密码');
  const link = /https?:\/\/[^\s"<]+set_password\?code=[A-Za-z0-9]+/.exec(mail.parsed.text ?? '')?.[0] ?? '';
  expect((await setPassword(codeOf(link))).answer.code).toBe(0);
  await app.changeSettings({ smtp_host: '' });
  await mails.stop();
});

test('an agency makes so many customers a day, and none of an address that is taken', async () => {
  const giver = await agency();
  expect(await make(giver, giver.email)).toMatchObject({ code: codes.emailTaken.code });
  for (let n = 0; n < 19; n += 1) expect((await make(giver)).code).toBe(0);
  expect((await make(giver)).code).toBe(codes.throttled.code);
  expect(await list(giver, { limit: 2, offset: 1 })).toMatchObject({ total: 19, customers: [{}, {}] });
});

test('traffic is given from the agency’s own, written down on both sides, and told', async () => {
  const giver = await agency(50);
  const id = await customerOf(giver);
  const num = await numOf(id);
  expect(await give(giver, id, 20)).toMatchObject({ code: 0, data: { available: 30 * GIB } });
  expect(await give(giver, id, 30)).toMatchObject({ code: 0, data: { available: 0 } });
  expect(await list(giver)).toMatchObject({ available: 0, customers: [{ left: 50 * GIB }] });
  expect(await recordsOf(giver.num, num)).toMatchObject([
    { user_num: giver.num, change: -50 * GIB, granted: 0, description: expect.stringContaining('分配给 ') },
    { user_num: num, change: 50 * GIB, granted: 50 * GIB, description: '代理商分配' },
  ]);
  const told = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', id).execute();
  expect(told.map(({ text }) => text)).toContain('代理商为您分配了 20 G 不限时流量');
});

test('the same gift is given once, however often and however fast it is sent', async () => {
  const giver = await agency(50);
  const id = await customerOf(giver);
  const answers = await Promise.all(Array.from({ length: 4 }, () => give(giver, id, 30, 'double-click-0123456')));
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(await list(giver)).toMatchObject({ available: 20 * GIB, customers: [{ left: 30 * GIB }] });
});

test('a gift whose amount was edited after a lost answer is given once, and the second says so', async () => {
  const giver = await agency(50);
  const id = await customerOf(giver);
  const change = 'lost-answer-01234567';
  expect((await give(giver, id, 20, change)).code).toBe(0);
  expect(await give(giver, id, 25, change)).toMatchObject({ code: codes.conflict.code, msg: texts.otherwise });
  expect(await give(giver, await customerOf(giver), 20, change)).toMatchObject({ code: codes.conflict.code });
  expect(await list(giver)).toMatchObject({ available: 30 * GIB });
  // A refused gift has given nothing: with another amount the same wish is made.
  const next = 'refused-0123456789ab';
  expect((await give(giver, id, 31, next)).code).toBe(codes.notEnoughTraffic.code);
  expect((await give(giver, id, 30, next)).code).toBe(0);
});

test('gifts at once never give more than there is; use that waits is charged first, trials are not given', async () => {
  const giver = await agency(50);
  const ids = [await customerOf(giver), await customerOf(giver), await customerOf(giver)];
  const waiting = { pending: 5 * GIB, trial_left: 10 * GIB };
  await deps.db.updateTable('traffic_account').set(waiting).where('user_num', '=', giver.num).execute();
  const answers = await Promise.all(ids.map((id) => give(giver, id, 20)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 0, codes.notEnoughTraffic.code]);
  const { granted, spent, pending } = await deps.db
    .selectFrom('traffic_account')
    .select(['granted', 'spent', 'pending'])
    .where('user_num', '=', giver.num)
    .executeTakeFirstOrThrow();
  expect([granted, spent, pending]).toEqual([10 * GIB, 5 * GIB, 0]);
  const lefts = (await list(giver)).customers.map(({ left }) => left).toSorted((a, b) => a - b);
  expect(lefts).toEqual([0, 20 * GIB, 20 * GIB]);
});

test('another agency’s customer does not exist, and whoever is no agency may nothing of it', async () => {
  const [giver, other] = [await agency(50), await agency(50)];
  const id = await customerOf(giver);
  expect((await give(other, id, 1)).code).toBe(codes.notFound.code);
  expect((await app.call('/api/channel/agency_new_link', { id }, other)).code).toBe(codes.notFound.code);
  expect((await give(giver, other.userId, 1)).code).toBe(codes.notFound.code);
  expect((await give(giver, 'nobody', 1)).code).toBe(codes.notFound.code);
  expect((await list(other)).customers).toEqual([]);
  const plain = await app.account();
  clock.advance(MINUTE_MS);
  expect((await app.call('/api/channel/agency_customers', {}, plain)).code).toBe(codes.roleForbidden.code);
  expect((await give(plain, id, 1)).code).toBe(codes.roleForbidden.code);
  expect((await make(plain)).code).toBe(codes.roleForbidden.code);
  expect((await app.call('/api/channel/agency_new_link', { id }, plain)).code).toBe(codes.roleForbidden.code);
  const [token] = giver.cookie.split('; ');
  const half = await app.call('/api/channel/agency_make_customer', { email: fresh() }, token);
  expect(half.code).toBe(codes.sessionExpired.code);
});

test('an account that would have more than one can gets nothing', async () => {
  const giver = await agency(50);
  const id = await customerOf(giver);
  const full = { granted: 2 ** 51 };
  const num = await numOf(id);
  await deps.db.updateTable('traffic_account').set(full).where('user_num', '=', num).execute();
  expect(await give(giver, id, 1)).toMatchObject({ code: codes.conflict.code, msg: '该用户的流量已达上限' });
  await deps.db.updateTable('traffic_account').set({ granted: 0 }).where('user_num', '=', num).execute();
});
