import { codes } from '@skyport/contract/codes';
import { STEP_UP_MINUTES, STEP_UP_ATTEMPTS } from '@skyport/contract/step-up';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { makeSession, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { lockStepOf } from '../second-step/lock-testing.ts';
import { appCode } from '../second-step/testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
beforeEach(() => clock.advance(HOUR_MS));

const password = 'a'.repeat(64);
const wrong = 'b'.repeat(64);
const NOBODY = '0199a0a0-0000-7000-8000-000000000000';
const FINGERPRINT = `SHA256:${'a'.repeat(43)}`;

/** A call that needs a step-up, about a node that does not exist: 1104 says that it got past the step-up. */
const call = (by: TestSession | string, confirm?: unknown) => {
  const about = { id: NOBODY, fingerprint: FINGERPRINT };
  return app.call('/api/admin/agents/approve_host_key', confirm === undefined ? about : { ...about, confirm }, by);
};
const USED = '验证码已使用过，请等待应用显示下一个验证码';
const PASSED = { code: codes.notFound.code };
const ENDED = { code: codes.sessionExpired.code };
const asked = (means: 'password' | 'code', left?: number) => ({
  code: codes.stepUpNeeded.code,
  msg: codes.stepUpNeeded.msg,
  data: { means, ...(left !== undefined && { left }) },
});
const newAdmin = () => app.account({ type: 'admin', password });
const noticesOf = async (user: TestSession): Promise<string[]> => {
  const rows = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', user.userId).execute();
  return rows.map(({ text }) => text);
};

test('a call is refused until the password comes with it, and then the session is believed for ten minutes', async () => {
  const admin = await newAdmin();
  expect(await call(admin)).toMatchObject(asked('password'));
  expect(await call(admin, password)).toMatchObject(PASSED);
  clock.advance(STEP_UP_MINUTES * MINUTE_MS - 1);
  expect(await call(admin)).toMatchObject(PASSED);
  clock.advance(1);
  expect(await call(admin)).toMatchObject(asked('password'));
});

test('a step-up from after now is none: the clock went back', async () => {
  const admin = await newAdmin();
  expect(await call(admin, password)).toMatchObject(PASSED);
  clock.advance(-10_000);
  expect(await call(admin)).toMatchObject(PASSED);
  clock.advance(-1);
  expect(await call(admin)).toMatchObject(asked('password'));
});

test('a step-up is good in its own session only, and for both of its parts only', async () => {
  const admin = await newAdmin();
  expect(await call(admin, password)).toMatchObject(PASSED);
  const elsewhere = await makeSession(deps, admin.userId);
  expect(await call(elsewhere.cookie)).toMatchObject(asked('password'));
  expect(await call(`token=${admin.token}`)).toMatchObject(ENDED);
  expect(await call(`token=${admin.token}`, password)).toMatchObject(ENDED);
});

test('the fifth wrong answer ends this session and no other, and the owner is told', async () => {
  const admin = await newAdmin();
  const elsewhere = await makeSession(deps, admin.userId);
  for (let left = STEP_UP_ATTEMPTS - 1; left > 0; left--) {
    expect(await call(admin, wrong)).toMatchObject(asked('password', left));
  }
  expect(await call(admin, wrong)).toMatchObject(ENDED);
  expect(await call(admin, password)).toMatchObject(ENDED);
  expect(await call(elsewhere.cookie, password)).toMatchObject(PASSED);
  expect(await noticesOf(admin)).toEqual([expect.stringContaining('多次输错密码或验证码')]);
});

test('a right answer forgets the wrong ones before it', async () => {
  const admin = await newAdmin();
  for (let n = 1; n < STEP_UP_ATTEMPTS; n++) await call(admin, wrong);
  expect(await call(admin, password)).toMatchObject(PASSED);
  clock.advance(STEP_UP_MINUTES * MINUTE_MS);
  expect(await call(admin, wrong)).toMatchObject(asked('password', STEP_UP_ATTEMPTS - 1));
});

test('twenty wrong answers at once are no more than five tries', async () => {
  const admin = await newAdmin();
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(admin, wrong)));
  const lefts = answers.flatMap(({ data }) => (data ? [data.left] : [])).toSorted((a, b) => a - b);
  expect(lefts.length).toBeLessThan(STEP_UP_ATTEMPTS);
  expect(new Set(lefts).size).toBe(lefts.length);
  for (const answer of answers.filter(({ data }) => !data)) expect(answer).toMatchObject(ENDED);
  expect(await call(admin, password)).toMatchObject(ENDED);
  expect(await noticesOf(admin)).toHaveLength(1);
});

test('wrong answers count over all sessions of the account, and its owner still logs in', async () => {
  const admin = await newAdmin();
  const elsewhere = async () => (await makeSession(deps, admin.userId)).cookie;
  for (let n = 0; n < 10; n += STEP_UP_ATTEMPTS - 1) {
    const session = await elsewhere();
    for (let each = 0; each < Math.min(STEP_UP_ATTEMPTS - 1, 10 - n); each++) {
      expect(await call(session, wrong)).toMatchObject(asked('password', STEP_UP_ATTEMPTS - 1 - each));
    }
  }
  expect(await noticesOf(admin)).toEqual([]);
  const next = await elsewhere();
  expect(await call(next, password)).toMatchObject(ENDED);
  expect(await call(next)).toMatchObject(ENDED);
  expect(await noticesOf(admin)).toEqual([expect.stringContaining('多次输错密码或验证码')]);
  const login = await app.call('/api/user/login', { email: admin.email, password });
  expect(login).toMatchObject({ code: 0 });
  clock.advance(HOUR_MS);
  expect(await call(await elsewhere(), password)).toMatchObject(PASSED);
});

test('right answers use up nothing of the account', async () => {
  const admin = await newAdmin();
  for (let n = 0; n < 11; n++) {
    expect(await call((await makeSession(deps, admin.userId)).cookie, password)).toMatchObject(PASSED);
  }
});

test('an answer that no password can be is none, and a call that could not be made asks for nothing', async () => {
  const admin = await newAdmin();
  for (const confirm of ['', 'a'.repeat(63), 'A'.repeat(64), '123456', 'a'.repeat(65), 7, null, {}, [password]]) {
    expect(await call(admin, confirm)).toMatchObject(asked('password'));
  }
  const incomplete = await app.call('/api/admin/agents/approve_host_key', { id: NOBODY, confirm: wrong }, admin);
  expect(incomplete.code).toBe(codes.invalidPayload.code);
  expect(await call(admin, wrong)).toMatchObject(asked('password', STEP_UP_ATTEMPTS - 1));
});

test('whoever has a second step is asked for its code, which is good once; the password is not enough', async () => {
  const admin = await app.account({ type: 'admin', password, steppedUp: true });
  const { secret } = (await app.call('/api/user/second_step_begin', {}, admin)).data;
  await app.call('/api/user/second_step_confirm', { code: appCode(secret, clock.now()) }, admin);
  const [here, there] = [await makeSession(deps, admin.userId), await makeSession(deps, admin.userId)];
  clock.advance(MINUTE_MS);
  const code = appCode(secret, clock.now());
  expect(await call(here.cookie)).toMatchObject(asked('code'));
  expect(await call(here.cookie, password)).toMatchObject(asked('code'));
  expect(await call(here.cookie, code)).toMatchObject(PASSED);
  const used = await call(there.cookie, code);
  expect(used).toMatchObject({ code: codes.stepUpNeeded.code, msg: USED, data: { means: 'code' } });
  for (let n = 0; n < STEP_UP_ATTEMPTS; n++) expect(await call(there.cookie, code)).toEqual(used);
  expect(await call(there.cookie, code === '000000' ? '000001' : '000000')).toMatchObject(
    asked('code', STEP_UP_ATTEMPTS - 1),
  );
});

test('while the second step is locked no try is used up', async () => {
  const admin = await app.account({ type: 'admin', password, steppedUp: true });
  const { secret } = (await app.call('/api/user/second_step_begin', {}, admin)).data;
  await app.call('/api/user/second_step_confirm', { code: appCode(secret, clock.now()) }, admin);
  const { cookie } = await makeSession(deps, admin.userId);
  await lockStepOf(deps, admin.userId, { forMs: 5 * MINUTE_MS });
  for (let n = 0; n < STEP_UP_ATTEMPTS; n++) {
    expect(await call(cookie, '000000')).toMatchObject({ code: codes.throttled.code, status: 429 });
  }
  clock.advance(5 * MINUTE_MS);
  expect(await call(cookie, appCode(secret, clock.now()))).toMatchObject(PASSED);
});

test('codes that lock the second step end the session, and the owner hears of both', async () => {
  const admin = await app.account({ type: 'admin', password, steppedUp: true });
  const { secret } = (await app.call('/api/user/second_step_begin', {}, admin)).data;
  await app.call('/api/user/second_step_confirm', { code: appCode(secret, clock.now()) }, admin);
  const { cookie } = await makeSession(deps, admin.userId);
  clock.advance(HOUR_MS);
  const near = [-1, 0, 1].map((off) => appCode(secret, new Date(clock.now().getTime() + off * 30_000)));
  const code = ['000000', '111111', '222222', '333333'].find((each) => !near.includes(each));
  for (let n = 1; n < STEP_UP_ATTEMPTS; n++)
    expect(await call(cookie, code)).toMatchObject(asked('code', STEP_UP_ATTEMPTS - n));
  expect(await call(cookie, code)).toMatchObject(ENDED);
  const notices = await noticesOf(admin);
  expect(notices).toContainEqual(expect.stringContaining('多次输错动态验证码'));
  expect(notices).toContainEqual(expect.stringContaining('多次输错密码或验证码'));
});

test('a customer begins a second step with the password only', async () => {
  const user = await app.account({ password });
  const begin = (confirm?: string) => app.call('/api/user/second_step_begin', confirm ? { confirm } : {}, user);
  expect(await begin()).toMatchObject(asked('password'));
  expect(await begin(wrong)).toMatchObject(asked('password', STEP_UP_ATTEMPTS - 1));
  expect(await begin(password)).toMatchObject({ code: 0 });
});

test('the answer stands in no audit entry', async () => {
  const [admin, user] = [await newAdmin(), await app.account({ password, steppedUp: true })];
  const { secret } = (await app.call('/api/user/second_step_begin', {}, user)).data;
  await app.call('/api/user/second_step_confirm', { code: appCode(secret, clock.now()) }, user);
  const removal = { id: user.userId, confirm: password };
  expect(await app.call('/api/admin/users/remove_second_step', removal, admin)).toMatchObject({ code: 0 });
  const entries = await deps.db.selectFrom('audit_log').selectAll().where('actor', '=', admin.userId).execute();
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toContain(password);
});
