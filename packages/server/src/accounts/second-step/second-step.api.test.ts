import { codes } from '@skyport/contract/codes';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { makeSession, postCall, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { dropSecondStep } from './rescue.ts';
import { lockStepOf } from './lock-testing.ts';
import { appCode } from './testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const STEP_MS = 30_000;
const password = 'a'.repeat(64);

/** Limits by address are not what is tested here: an hour later everybody may try again. */
beforeEach(() => clock.advance(HOUR_MS));

const call = (path: string, payload: object = {}, session?: TestSession | string) =>
  app.call(`/api/user/${path}`, payload, session);
const codeOf = (secret: string, offMs = 0): string => appCode(secret, new Date(clock.now().getTime() + offMs));
/** A code that is not right now, nor a step before or after. */
const wrongCode = (secret: string): string => {
  const right = [-STEP_MS, 0, STEP_MS].map((off) => codeOf(secret, off));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
};

interface Enrolled {
  readonly user: TestSession;
  readonly secret: string;
  readonly recovery: readonly string[];
}

const enrol = async (traits: Parameters<typeof app.account>[0] = {}): Promise<Enrolled> => {
  const user = await app.account({ password, steppedUp: true, ...traits });
  const { secret } = (await call('second_step_begin', {}, user)).data;
  const confirmed = await call('second_step_confirm', { code: codeOf(secret) }, user);
  clock.advance(STEP_MS);
  return { user, secret, recovery: confirmed.data.recoveryCodes };
};

const logIn = (user: TestSession) => call('login', { email: user.email, password });
const ticketOf = async (user: TestSession): Promise<string> => (await logIn(user)).data.ticket;

test('without a second step a log-in is what it was', async () => {
  const user = await app.account({ password });
  expect((await logIn(user)).code).toBe(0);
  expect((await call('second_step', {}, user)).data).toEqual({ since: null, recoveryLeft: 0, required: false });
});

test('a second step is begun, confirmed by a code, and asked for from then on', async () => {
  const user = await app.account({ password, steppedUp: true });
  const elsewhere = await makeSession(deps, user.userId);
  const { secret, uri } = (await call('second_step_begin', {}, user)).data;
  expect(decodeURIComponent(uri)).toContain(user.email);
  expect((await logIn(user)).code).toBe(0);
  expect((await call('second_step_confirm', { code: wrongCode(secret) }, user)).code).toBe(codes.secondStepWrong.code);
  const confirmed = await call('second_step_confirm', { code: codeOf(secret) }, user);
  expect(confirmed.data.recoveryCodes).toHaveLength(10);
  expect((await call('second_step', {}, user)).data).toEqual({
    since: clock.now().toISOString(),
    recoveryLeft: 10,
    required: false,
  });
  expect((await call('userinfo', {}, elsewhere.cookie)).code).toBe(codes.sessionExpired.code);

  clock.advance(STEP_MS);
  const asked = await logIn(user);
  expect(asked).toMatchObject({ code: codes.secondStepNeeded.code, data: { ticket: expect.any(String) } });
  expect((await call('login_second_step', { ticket: asked.data.ticket, code: codeOf(secret) })).code).toBe(0);
  const bell = await app.call('/api/user_notive/list', {}, user);
  expect(bell.data[0].desc).toContain('动态验证码已于');
});

test('a wrong password is told nothing of a second step', async () => {
  const { user } = await enrol();
  const refused = await call('login', { email: user.email, password: 'b'.repeat(64) });
  expect(refused).toMatchObject({ code: codes.loginFailed.code, data: null });
});

test('the session of a finished log-in has both parts, and no cookie comes before', async () => {
  const { user, secret } = await enrol();
  const post = (path: string, payload: object) => postCall(app.gate, `/api/user/${path}`, { payload });
  expect((await post('login', { email: user.email, password })).cookies).toEqual([]);
  const done = await post('login_second_step', { ticket: await ticketOf(user), code: codeOf(secret) });
  expect(done.cookies.map(({ name, httpOnly }) => [name, httpOnly ?? false])).toEqual([
    ['token', false],
    ['sb', true],
  ]);
});

test.each([-1, 0, 1])('a phone whose clock is off by %i steps logs in', async (off) => {
  const { user, secret } = await enrol();
  clock.advance(2 * STEP_MS);
  const code = codeOf(secret, off * STEP_MS);
  expect((await call('login_second_step', { ticket: await ticketOf(user), code })).code).toBe(0);
});

test.each([-2, 2])('a phone whose clock is off by %i steps does not', async (off) => {
  const { user, secret } = await enrol();
  clock.advance(4 * STEP_MS);
  const code = codeOf(secret, off * STEP_MS);
  expect((await call('login_second_step', { ticket: await ticketOf(user), code })).code).toBe(
    codes.secondStepWrong.code,
  );
});

test('a code opens once, also when it is typed twice at the same moment', async () => {
  const { user, secret } = await enrol();
  const ticket = await ticketOf(user);
  const tries = await Promise.all(
    [1, 2, 3].map(() => call('login_second_step', { ticket, code: codeOf(secret) }).then(({ code }) => code)),
  );
  expect(tries.toSorted((a, b) => a - b)).toEqual([0, codes.secondStepWrong.code, codes.secondStepWrong.code]);
});

test('the code that confirmed the set-up logs nobody in', async () => {
  const user = await app.account({ password, steppedUp: true });
  const { secret } = (await call('second_step_begin', {}, user)).data;
  const code = codeOf(secret);
  await call('second_step_confirm', { code }, user);
  expect((await call('login_second_step', { ticket: await ticketOf(user), code })).code).toBe(
    codes.secondStepWrong.code,
  );
});

test('five wrong codes lock the second step for a quarter of an hour, the right one included, and the owner hears of it', async () => {
  const { user, secret, recovery } = await enrol();
  const ticket = await ticketOf(user);
  for (let wrong = 0; wrong < 5; wrong += 1) {
    const answer = await call('login_second_step', { ticket, code: wrongCode(secret) });
    expect(answer.code).toBe(codes.secondStepWrong.code);
  }
  clock.advance(STEP_MS);
  for (const code of [codeOf(secret), recovery[0]!]) {
    const answer = await call('login_second_step', { ticket, code });
    expect(answer).toMatchObject({ code: codes.throttled.code, msg: '尝试次数过多，请 15 分钟后再试' });
  }
  expect((await call('second_step_off', { code: codeOf(secret) }, user)).code).toBe(codes.throttled.code);
  const bell = await app.call('/api/user_notive/list', {}, user);
  expect(bell.data[0].desc).toContain('多次输错动态验证码');
  clock.advance(15 * MINUTE_MS);
  expect((await call('login_second_step', { ticket: await ticketOf(user), code: codeOf(secret) })).code).toBe(0);
});

test('wrong codes are counted one after the other, however many come at once', async () => {
  const { user, secret } = await enrol();
  const ticket = await ticketOf(user);
  const code = wrongCode(secret);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('login_second_step', { ticket, code }).then((a) => a.code)),
  );
  expect(answers.filter((c) => c === codes.secondStepWrong.code)).toHaveLength(5);
  expect(answers.filter((c) => c === codes.throttled.code)).toHaveLength(7);
});

test('wrong codes are counted in the table of every limit: what was counted there before locks, and an admin who removes the second step ends the lock', async () => {
  const { user, secret } = await enrol();
  await lockStepOf(deps, user.userId, { forMs: 10 * MINUTE_MS });
  const ticket = await ticketOf(user);
  expect((await call('login_second_step', { ticket, code: codeOf(secret) })).code).toBe(codes.throttled.code);
  const admin = await app.account({ type: 'admin', steppedUp: true });
  await app.call('/api/admin/users/remove_second_step', { id: user.userId }, admin);
  const again = (await call('second_step_begin', {}, user)).data.secret;
  expect((await call('second_step_confirm', { code: codeOf(again) }, user)).code).toBe(0);
});

test('a right code forgets the wrong ones before it', async () => {
  const { user, secret } = await enrol();
  for (let round = 0; round < 3; round += 1) {
    const ticket = await ticketOf(user);
    for (let wrong = 0; wrong < 4; wrong += 1) {
      await call('login_second_step', { ticket, code: wrongCode(secret) });
    }
    expect((await call('login_second_step', { ticket, code: codeOf(secret) })).code).toBe(0);
    clock.advance(5 * MINUTE_MS);
  }
});

test.each([
  ['after five minutes', () => clock.advance(5 * MINUTE_MS)],
  [
    'once the password is another one',
    async (user: TestSession) => {
      await deps.db.updateTable('users').set({ password_hash: 'other' }).where('id', '=', user.userId).execute();
    },
  ],
  [
    'of a disabled account',
    async (user: TestSession) => {
      await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', user.userId).execute();
    },
  ],
  [
    'of an account whose second step was removed',
    async (user: TestSession) => {
      const admin = await app.account({ type: 'admin', steppedUp: true });
      await app.call('/api/admin/users/remove_second_step', { id: user.userId }, admin);
    },
  ],
] as const)('a ticket %s is over', async (_when, change) => {
  const { user, secret } = await enrol();
  const ticket = await ticketOf(user);
  await change(user);
  expect((await call('login_second_step', { ticket, code: codeOf(secret) })).code).toBe(codes.ticketExpired.code);
});

test("a ticket that is made up, changed or somebody else's opens nothing", async () => {
  const [mine, other] = [await enrol(), await enrol()];
  const ticket = await ticketOf(mine.user);
  const changed = `${ticket.slice(0, 20)}${ticket[20] === 'A' ? 'B' : 'A'}${ticket.slice(21)}`;
  for (const bad of ['', 'x', changed, mine.user.token]) {
    const answer = await call('login_second_step', { ticket: bad, code: codeOf(mine.secret) });
    expect(answer.code).toBe(codes.ticketExpired.code);
  }
  const theirs = await call('login_second_step', { ticket, code: codeOf(other.secret) });
  expect(theirs.code).toBe(codes.secondStepWrong.code);
});

test('a recovery code opens once, written as it is shown or otherwise, and only for its owner', async () => {
  const { user, recovery } = await enrol();
  const other = await enrol();
  const ticket = await ticketOf(user);
  const [first, second] = recovery as [string, string];
  expect((await call('login_second_step', { ticket, code: other.recovery[0]! })).code).toBe(codes.secondStepWrong.code);
  expect((await call('login_second_step', { ticket, code: first })).code).toBe(0);
  expect((await call('login_second_step', { ticket, code: first })).code).toBe(codes.secondStepWrong.code);
  expect((await call('login_second_step', { ticket, code: second.replace('-', ' ').toUpperCase() })).code).toBe(0);
  expect((await call('second_step', {}, user)).data.recoveryLeft).toBe(8);
});

test('new recovery codes end the old ones and need a code', async () => {
  const { user, secret, recovery } = await enrol();
  expect((await call('second_step_codes', { code: wrongCode(secret) }, user)).code).toBe(codes.secondStepWrong.code);
  const renewed = await call('second_step_codes', { code: codeOf(secret) }, user);
  expect(renewed.data.recoveryCodes).toHaveLength(10);
  expect((await app.call('/api/user_notive/list', {}, user)).data[0].desc).toContain('恢复码已于');
  const ticket = await ticketOf(user);
  expect((await call('login_second_step', { ticket, code: recovery[0]! })).code).toBe(codes.secondStepWrong.code);
  expect((await call('login_second_step', { ticket, code: renewed.data.recoveryCodes[0] })).code).toBe(0);
});

test.each(['a code of the app', 'a recovery code'])(
  'the second step is turned off by %s, and can be set up anew',
  async (by) => {
    const { user, secret, recovery } = await enrol();
    expect((await call('second_step_off', { code: wrongCode(secret) }, user)).code).toBe(codes.secondStepWrong.code);
    const code = by === 'a recovery code' ? recovery[3]! : codeOf(secret);
    expect((await call('second_step_off', { code }, user)).code).toBe(0);
    expect((await logIn(user)).code).toBe(0);
    expect((await call('second_step_off', { code }, user)).code).toBe(codes.notFound.code);
    expect((await call('second_step_codes', { code }, user)).code).toBe(codes.notFound.code);
    const again = (await call('second_step_begin', {}, user)).data.secret;
    expect(again).not.toBe(secret);
    expect((await call('second_step_confirm', { code: codeOf(again) }, user)).code).toBe(0);
  },
);

test('what is in force is not begun anew, what was never begun is not confirmed, and a begun one ends after half an hour', async () => {
  const { user, secret } = await enrol();
  expect((await call('second_step_begin', {}, user)).code).toBe(codes.conflict.code);
  expect((await call('second_step_confirm', { code: codeOf(secret) }, user)).code).toBe(codes.conflict.code);
  const fresh = await app.account({ steppedUp: true });
  expect((await call('second_step_confirm', { code: '000000' }, fresh)).code).toBe(codes.notFound.code);
  const begun = (await call('second_step_begin', {}, fresh)).data.secret;
  clock.advance(31 * MINUTE_MS);
  expect((await call('second_step_confirm', { code: codeOf(begun) }, fresh)).code).toBe(codes.notFound.code);
});

test('a stranger, half a session and a malformed code get nowhere', async () => {
  const { user } = await enrol();
  for (const path of ['second_step_begin', 'second_step_confirm', 'second_step_codes', 'second_step_off']) {
    expect((await call(path, { code: '000000' })).code).toBe(codes.sessionExpired.code);
    expect((await call(path, { code: '000000' }, `token=${user.token}`)).code).toBe(codes.sessionExpired.code);
  }
  expect((await call('second_step')).code).toBe(codes.sessionExpired.code);
  for (const code of ['', '12345', '1234567', 'abc', "' or 1=1"]) {
    expect((await call('second_step_off', { code }, user)).code).toBe(codes.invalidPayload.code);
  }
});

test('neither the secret nor a recovery code stands in the database', async () => {
  const { user, secret, recovery } = await enrol();
  const step = await deps.db.selectFrom('second_steps').selectAll().where('user_id', '=', user.userId).execute();
  const kept = await deps.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.userId).execute();
  const text = [...step.map((row) => row.secret_enc), ...kept.map((row) => row.code_hash)]
    .map((bytes) => bytes.toString('latin1'))
    .join(' ');
  for (const plain of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))]) {
    expect(text).not.toContain(plain);
  }
});

test('an admin removes the second step of somebody who lost it; it is audited and the owner is told', async () => {
  const { user } = await enrol();
  const [admin, staff] = [
    await app.account({ type: 'admin', steppedUp: true }),
    await app.account({ type: 'yunying', steppedUp: true }),
  ];
  const remove = (id: string, by?: TestSession) => app.call('/api/admin/users/remove_second_step', { id }, by);
  const listed = async (): Promise<boolean> =>
    (await app.call('/api/admin/users/userlist', { filterStr: user.email }, admin)).data.users[0].second_step;
  expect(await listed()).toBe(true);
  expect((await remove(user.userId)).code).toBe(codes.sessionExpired.code);
  expect((await remove(user.userId, user)).code).toBe(codes.roleForbidden.code);
  expect((await remove(user.userId, staff)).code).toBe(codes.roleForbidden.code);
  expect((await remove(user.userId, admin)).code).toBe(0);
  expect(await listed()).toBe(false);
  expect((await remove(user.userId, admin)).code).toBe(codes.notFound.code);
  expect((await remove('nobody', admin)).code).toBe(codes.notFound.code);
  expect((await logIn(user)).code).toBe(0);
  const audited = await deps.db.selectFrom('audit_log').selectAll().where('object', '=', user.userId).execute();
  expect(audited).toMatchObject([{ actor: admin.userId, call: 'accounts.removeSecondStep' }]);
  expect((await app.call('/api/user_notive/list', {}, user)).data[0].desc).toContain('管理员已于');
});

test('whoever has the server itself removes the second step of an admin by the address', async () => {
  const { user } = await enrol({ type: 'admin' });
  expect(await dropSecondStep(deps, 'nobody@example.com')).toBe(false);
  expect(await dropSecondStep(deps, user.email)).toBe(true);
  expect(await dropSecondStep(deps, user.email)).toBe(false);
  const audited = await deps.db.selectFrom('audit_log').selectAll().where('object', '=', user.userId).execute();
  expect(audited).toMatchObject([{ actor: null, call: 'command.dropSecondStep', after: { second_step: false } }]);
  expect((await logIn(user)).code).toBe(0);
  expect((await app.call('/api/user_notive/list', {}, user)).data[0].desc).toContain('管理员已于');
});

test('staff of whom a second step is required may only set it up, until they have', async () => {
  const [admin, staff, customer] = [
    await app.account({ type: 'admin', steppedUp: true }),
    await app.account({ type: 'yunying', steppedUp: true }),
    await app.account(),
  ];
  const require = async (staff_second_step: boolean): Promise<void> => {
    await app.changeSettings({ staff_second_step });
  };
  const coupons = (who: TestSession) => app.call('/api/yunying/coupon/coupon_list', {}, who);
  expect((await coupons(staff)).code).toBe(0);
  await require(true);
  expect((await coupons(staff)).code).toBe(codes.secondStepRequired.code);
  expect((await app.call('/api/admin/users/userlist', {}, admin)).code).toBe(codes.secondStepRequired.code);
  expect((await call('reset_userkey', {}, admin)).code).toBe(codes.secondStepRequired.code);
  expect((await app.call('/api/admin/users/userlist', {}, customer)).code).toBe(codes.roleForbidden.code);
  expect((await call('userinfo', {}, customer)).data).not.toHaveProperty('second_step_required');
  expect((await call('reset_userkey', {}, customer)).code).toBe(0);

  expect((await call('userinfo', {}, staff)).data.second_step_required).toBe(true);
  expect((await call('second_step', {}, staff)).data.required).toBe(true);
  const { secret } = (await call('second_step_begin', {}, staff)).data;
  expect((await call('second_step_confirm', { code: codeOf(secret) }, staff)).code).toBe(0);
  expect((await coupons(staff)).code).toBe(0);
  expect((await call('userinfo', {}, staff)).data).not.toHaveProperty('second_step_required');
  clock.advance(STEP_MS);
  expect((await call('second_step_off', { code: codeOf(secret) }, staff)).code).toBe(0);
  expect((await coupons(staff)).code).toBe(codes.secondStepRequired.code);
  expect((await call('logout', {}, staff)).code).toBe(0);
  await require(false);
});

test.each(['second_step_off', 'second_step_codes'])(
  '%s: the fifth wrong code ends the session, and the owner hears of it',
  async (path) => {
    const { user, secret } = await enrol();
    const elsewhere = await makeSession(deps, user.userId);
    for (let n = 1; n < 5; n += 1) {
      expect((await call(path, { code: wrongCode(secret) }, user)).code).toBe(codes.secondStepWrong.code);
    }
    expect((await call(path, { code: wrongCode(secret) }, user)).code).toBe(codes.sessionExpired.code);
    expect((await call('second_step', {}, user)).code).toBe(codes.sessionExpired.code);
    const bell = (await app.call('/api/user_notive/list', {}, elsewhere.cookie)).data as { desc: string }[];
    const texts = bell.map(({ desc }) => desc);
    expect(texts).toContainEqual(expect.stringContaining('多次输错动态验证码'));
    expect(texts).toContainEqual(expect.stringContaining('该设备已退出登录'));
  },
);

test('a right code takes no try of the session away, nor one while the second step is locked', async () => {
  const { user, secret } = await enrol();
  const tries = async () => {
    const row = deps.db.selectFrom('sessions').select('look_tries').where('user_id', '=', user.userId);
    return (await row.executeTakeFirstOrThrow()).look_tries;
  };
  await call('second_step_codes', { code: wrongCode(secret) }, user);
  expect((await call('second_step_codes', { code: codeOf(secret) }, user)).code).toBe(0);
  expect(await tries()).toBe(1);
  await lockStepOf(deps, user.userId, { forMs: MINUTE_MS });
  expect((await call('second_step_off', { code: wrongCode(secret) }, user)).code).toBe(codes.throttled.code);
  expect(await tries()).toBe(1);
});
