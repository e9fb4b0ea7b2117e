import { codes, type CodeName } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { balanceOf } from '@skyport/db/ledger';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { postCall, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const staff = await app.account({ type: 'yunying' });

/** A form as the page sends it, with what the page may send too much. */
const form = (more: object = {}) => ({
  name: '新人礼',
  type: 'freeUse',
  code: `C${deps.ids.code(8)}`,
  traffic: 8 * GIB,
  NumberOfAuthorizations: 1000,
  expireTime: new Date(clock.now().getTime() + 7 * DAY_MS).toISOString(),
  ...more,
});

const makeCoupon = async (more: object = {}): Promise<{ _id: string; code: string }> => {
  const saved = await app.call('/api/yunying/coupon/update_coupon', form(more), staff);
  expect(saved).toMatchObject({ code: 0 });
  return saved.data;
};

let lastAddress = 0;
/** Redeems from an address of its own: limits on addresses are another test's matter. */
const redeem = async (code: string, user: TestSession, address?: string) => {
  lastAddress += 1;
  const { answer } = await postCall(app.gate, '/api/coupon/redeem_coupon', {
    payload: { code },
    address: address ?? `10.9.${lastAddress >> 8}.${lastAddress & 255}`,
    headers: { cookie: user.cookie },
  });
  return answer;
};

const refused = (name: CodeName) => ({ code: codes[name].code });
const info = async (user: TestSession) => (await app.call('/api/user/userinfo', {}, user)).data;
const healthy = async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);

test('a traffic coupon adds permanent traffic, a record and a ledger posting', async () => {
  const user = await app.account();
  const { code } = await makeCoupon();
  expect(await redeem(` ${code} `, user)).toMatchObject({
    code: 0,
    data: { name: '新人礼', traffic: 8 * GIB, day: 0, type: 'freeUse' },
  });
  expect(await info(user)).toMatchObject({ traffic: 8 * GIB, spendTraffic: 0, vipExpireTime: null });
  expect(await balanceOf(deps.db, { owner: user.num, kind: 'traffic', unit: 'BYTE' })).toBe(8 * GIB);
  const records = await app.call('/api/traffic/my_traffic_records', {}, user);
  expect(records.data).toEqual([
    expect.objectContaining({
      type: 'coupon',
      desc: '新人礼',
      trafficChange: 8 * GIB,
      allTraffic: 8 * GIB,
      allSpend: 0,
    }),
  ]);
  await healthy();
});

test('a time coupon adds days from now, and a second one from the end of the first', async () => {
  const user = await app.account();
  const first = await makeCoupon({ type: 'freeTime', traffic: 0, vipDay: 3 });
  const second = await makeCoupon({ type: 'freeTime', traffic: 0, vipDay: 2 });
  expect(await redeem(first.code, user)).toMatchObject({ code: 0, data: { traffic: 0, day: 3, type: 'freeTime' } });
  expect(await redeem(second.code, user)).toMatchObject({ code: 0 });
  expect((await info(user)).vipExpireTime).toBe(new Date(clock.now().getTime() + 5 * DAY_MS).toISOString());
  await healthy();
});

test('nodes hear of a redemption in the same transaction', async () => {
  const user = await app.account();
  await redeem((await makeCoupon()).code, user);
  const { rows } = await sql<{ user_nums: number[] }>`
    select user_nums from fleet_changes where ${user.num} = any(user_nums)`.execute(deps.db);
  expect(rows).toHaveLength(1);
});

test('every refusal has its code', async () => {
  const user = await app.account();
  expect(await redeem('NOSUCHCODE', user)).toMatchObject({ ...refused('couponMissing'), msg: '体验券不存在' });
  const old = await makeCoupon({ expireTime: clock.now().toISOString() });
  expect(await redeem(old.code, user)).toMatchObject({ ...refused('couponExpired'), msg: '体验券过期' });
  const cash = await makeCoupon({ type: 'cash', traffic: 0, forMoney: 5 });
  expect(await redeem(cash.code, user)).toMatchObject({ ...refused('couponWrongType'), msg: '券类型错误' });
  const discount = await makeCoupon({ type: 'discount', traffic: 0, discount: 0.8, NumberOfAuthorizations: 500 });
  expect(await redeem(discount.code, user)).toMatchObject(refused('couponWrongType'));
  const mine = await makeCoupon({ NumberOfAuthorizations: 1 });
  expect(await redeem(mine.code, user)).toMatchObject({ code: 0 });
  expect(await redeem(mine.code, user)).toMatchObject({ ...refused('couponUsedUp'), msg: '该体验券已经兑换过' });
  const other = await app.account();
  expect(await redeem(mine.code, other)).toMatchObject(refused('couponExhausted'));
  await app.call('/api/yunying/coupon/delete_coupon', { id_list: [mine._id] }, staff);
  expect(await redeem(mine.code, other)).toMatchObject(refused('couponMissing'));
});

test('five wrong codes a day are all an account has, and a right one is refused then too', async () => {
  const user = await app.account();
  const { code } = await makeCoupon();
  for (let n = 0; n < 5; n++) expect(await redeem(`WRONG${n}`, user)).toMatchObject(refused('couponMissing'));
  expect(await redeem('WRONG5', user)).toMatchObject(refused('couponTooManyTries'));
  expect(await redeem(code, user)).toMatchObject(refused('couponTooManyTries'));
  clock.advance(DAY_MS);
  expect(await redeem(code, user)).toMatchObject({ code: 0 });
});

test('forty guesses at once are no way round the limit', async () => {
  const user = await app.account();
  const { redeem: handler } = await import('./redeem.ts');
  const account = await deps.db.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow();
  const context = { caller: { id: account.id, num: account.num }, address: '10.200.0.1' } as Parameters<
    typeof handler
  >[1];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => handler({ code: `GUESS${n}` }, context, deps)),
  );
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reason : 'none'));
  expect(reasons.filter((reason) => reason === 'couponMissing')).toHaveLength(5);
  expect(reasons.filter((reason) => reason === 'couponTooManyTries')).toHaveLength(35);
});

test('after twenty wrong codes an hour an address is asked for a captcha, whatever the number of accounts', async () => {
  const address = '10.77.0.1';
  for (let n = 0; n < 5; n++) {
    const user = await app.account();
    for (let tries = 0; tries < 4; tries++) {
      expect(await redeem(`NONE${tries}`, user, address)).toMatchObject(refused('couponMissing'));
    }
  }
  const user = await app.account();
  expect(await redeem('NONE', user, address)).toMatchObject(refused('captchaNeeded'));
  clock.advance(HOUR_MS);
  expect(await redeem('NONE', user, address)).toMatchObject(refused('couponMissing'));
});

test('a limited trial is taken back when its hours are over', async () => {
  const { endDueTrials } = await import('../traffic/trials.ts');
  const user = await app.account();
  const trial = await makeCoupon({ traffic: 2 * GIB, traffixHaveLimitTime: true, traffixLimitTime: 24 });
  await redeem(trial.code, user);
  await redeem((await makeCoupon({ traffic: GIB })).code, user);
  const used = { spent: 500, trial_left: 2 * GIB - 500 };
  await deps.db.updateTable('traffic_account').set(used).where('user_num', '=', user.num).execute();
  const changed: number[] = [];
  const note = async (_trx: unknown, num: number): Promise<void> => {
    changed.push(num);
  };
  clock.advance(24 * HOUR_MS - 1000);
  expect(await endDueTrials(deps, note)).toBe(0);
  clock.advance(1000);
  await Promise.all([endDueTrials(deps, note), endDueTrials(deps, note)]);
  expect(changed).toEqual([user.num]);
  expect(await info(user)).toMatchObject({ traffic: GIB + 500, spendTraffic: 500 });
  const records = (await app.call('/api/traffic/my_traffic_records', {}, user)).data;
  expect(records[0]).toMatchObject({ type: 'tiyan_expire', trafficChange: 500 - 2 * GIB, allTraffic: GIB + 500 });
  await healthy();
});

test('staff make, change and delete coupons; counted fields are never written', async () => {
  const made = await makeCoupon({ authTimes: 99, createTime: '2000-01-01T00:00:00Z', used: 99, discount: 1 });
  expect(made).toMatchObject({ authTimes: 0, createTime: clock.now().toISOString(), traffic: 8 * GIB });
  const user = await app.account();
  await redeem(made.code, user);
  const saved = await app.call('/api/yunying/coupon/update_coupon', { ...made, name: '改名', authTimes: 0 }, staff);
  expect(saved.data).toMatchObject({ _id: made._id, name: '改名', authTimes: 1 });
  const list = await app.call('/api/yunying/coupon/coupon_list', {}, staff);
  expect(list.data.find((one: { _id: string }) => one._id === made._id)).toEqual(saved.data);
  await app.call('/api/yunying/coupon/delete_coupon', { id_list: [made._id, deps.ids.next()] }, staff);
  const left = await app.call('/api/yunying/coupon/coupon_list', {}, staff);
  expect(left.data.map((one: { _id: string }) => one._id)).not.toContain(made._id);
  const records = await app.call('/api/yunying/coupon/coupon_record_list', { limit: 1 }, staff);
  expect(records.data).toEqual([
    expect.objectContaining({ email: user.email, code: made.code, add_traffic: 8 * GIB, is_delete: false }),
  ]);
});

const save = (body: object, by: TestSession) => app.call('/api/yunying/coupon/update_coupon', body, by);

test('a coupon keeps its maker, whoever changes it later', async () => {
  const admin = await app.account({ type: 'admin' });
  const made = await makeCoupon();
  expect(made).toMatchObject({ maker: staff.email });
  expect((await save({ ...made, name: '改名' }, admin)).data).toMatchObject({ name: '改名', maker: staff.email });
  const list = (await app.call('/api/yunying/coupon/coupon_list', {}, staff)).data;
  expect(list.find((one: { _id: string }) => one._id === made._id)).toMatchObject({ maker: staff.email });
});

const ABOVE: readonly (readonly [string, object, object])[] = [
  ['流量超过 1 T', { traffic: 1024 * GIB, NumberOfAuthorizations: 1 }, { traffic: 1024 * GIB + 1 }],
  [
    '会员天数超过 3650 天',
    { type: 'freeTime', vipDay: 3650, NumberOfAuthorizations: 1 },
    { type: 'freeTime', vipDay: 3651 },
  ],
  [
    '抵扣现金超过 500 元',
    { type: 'cash', forMoney: 500, NumberOfAuthorizations: 1 },
    { type: 'cash', forMoney: 500.01 },
  ],
  ['总次数不限', {}, { NumberOfAuthorizations: 0 }],
  ['每人可用次数不限', {}, { useNumPerUser: 0 }],
  [
    '流量总额超过 100 T',
    { traffic: 1024 * GIB, NumberOfAuthorizations: 100 },
    { traffic: 1024 * GIB, NumberOfAuthorizations: 101 },
  ],
  [
    '会员总天数超过 365000 天',
    { type: 'freeTime', vipDay: 365, NumberOfAuthorizations: 1000 },
    { type: 'freeTime', vipDay: 365, NumberOfAuthorizations: 1001 },
  ],
  [
    '抵扣现金总额超过 50000 元',
    { type: 'cash', forMoney: 0.07, NumberOfAuthorizations: 714_285 },
    { type: 'cash', forMoney: 0.07, NumberOfAuthorizations: 714_286 },
  ],
  [
    '折扣总额超过 100 单全价',
    { type: 'discount', discount: 0.8, NumberOfAuthorizations: 500 },
    { type: 'discount', discount: 0.8, NumberOfAuthorizations: 501 },
  ],
];
test.each(ABOVE)('%s: only an admin saves it, new or as a change, and after a step-up', async (why, most, more) => {
  clock.advance(HOUR_MS);
  const password = 'a'.repeat(64);
  const admin = await app.account({ type: 'admin', password });
  const made = await makeCoupon(most);
  for (const body of [form(more), { ...made, ...more }]) {
    expect(await save(body, staff)).toMatchObject({ ...refused('roleForbidden'), msg: `${why}，只有管理员可以保存` });
    expect(await save({ ...body, confirm: password }, staff)).toMatchObject(refused('roleForbidden'));
  }
  expect(await save({ ...made, ...more }, admin)).toMatchObject(refused('stepUpNeeded'));
  expect(await save({ ...made, ...more, confirm: password }, admin)).toMatchObject({ code: 0 });
  expect(await save({ ...made, ...more, name: '仍然超限' }, staff)).toMatchObject(refused('roleForbidden'));
  // Below the caps again, but the admin has decided what it is worth.
  expect(await save({ ...made, ...most }, staff)).toMatchObject({ ...refused('roleForbidden'), msg: DECIDED });
  expect(await save({ ...made, ...most }, admin)).toMatchObject({ code: 0 });
});

const DECIDED = '面值由管理员设定，只有管理员可以修改';
const worthBy = async (id: string): Promise<string | null> => {
  const coupon = deps.db.selectFrom('coupons').select('worth_by').where('id', '=', id);
  return (await coupon.executeTakeFirstOrThrow()).worth_by;
};

test('what a coupon is worth is the matter of whoever changed that last, not of who made or renamed it', async () => {
  const [admin, other] = [await app.account({ type: 'admin' }), await app.account({ type: 'yunying' })];
  const made = await makeCoupon({ traffic: 8 * GIB });
  expect(await worthBy(made._id)).toBe(staff.userId);
  // An admin who only renames it decides nothing.
  expect(await save({ ...made, name: '改名' }, admin)).toMatchObject({ code: 0 });
  expect(await save({ ...made, traffic: 9 * GIB }, other)).toMatchObject({ code: 0 });
  expect(await worthBy(made._id)).toBe(other.userId);
  const lowered = { ...made, traffic: GIB };
  expect(await save(lowered, admin)).toMatchObject({ code: 0, data: { maker: staff.email } });
  expect(await worthBy(made._id)).toBe(admin.userId);
  for (const caller of [staff, other])
    expect(await save(made, caller)).toMatchObject({ ...refused('roleForbidden'), msg: DECIDED });
  expect(await save({ ...lowered, name: '再改名' }, staff)).toMatchObject({ code: 0 });
  expect(await worthBy(made._id)).toBe(admin.userId);
  const entries = deps.db.selectFrom('audit_log').select(['actor', 'before', 'after']).where('object', '=', made._id);
  expect(await entries.where('actor', '=', other.userId).execute()).toMatchObject([
    { before: { traffic: 8 * GIB, worth_by: staff.userId }, after: { traffic: 9 * GIB, worth_by: other.userId } },
  ]);
});

test('operations staff rename what an admin has made, and make it worth nothing else', async () => {
  const admin = await app.account({ type: 'admin' });
  const made = (await save(form(), admin)).data;
  const changes = [
    { traffic: made.traffic + 1 },
    { NumberOfAuthorizations: made.NumberOfAuthorizations + 1 },
    { useNumPerUser: made.useNumPerUser + 1 },
    { expireTime: new Date(Date.parse(made.expireTime) + HOUR_MS).toISOString() },
    { traffixHaveLimitTime: true, traffixLimitTime: 1 },
    { type: 'freeTime', vipDay: 1 },
  ];
  for (const change of changes)
    expect(await save({ ...made, ...change }, staff)).toMatchObject({
      ...refused('roleForbidden'),
      msg: DECIDED,
    });
  expect(await save({ ...made, name: '改名' }, staff)).toMatchObject({ code: 0 });
  expect(await save({ ...made, ...changes[0] }, admin)).toMatchObject({ code: 0 });
});

test('whoever saves a coupon that somebody else has changed since is told what, and changes nothing', async () => {
  const shown = (await save(form(), staff)).data;
  await redeem(shown.code, await app.account());
  const theirs = (await save({ ...shown, shown, useNumPerUser: 2 }, staff)).data;
  const late = await save({ ...shown, shown, name: '我的' }, staff);
  expect(late).toMatchObject({
    ...refused('conflict'),
    msg: '优惠券已被他人修改：每人可用次数',
    data: { now: theirs },
  });
  const merged = await save({ ...theirs, name: '我的', shown: late.data.now }, staff);
  expect(merged.data).toEqual({ ...theirs, name: '我的' });
});

test('what a change adds to the face value stands in its entry of the audit', async () => {
  const made = await makeCoupon({ traffic: 1, NumberOfAuthorizations: 100 });
  await save({ ...made, traffic: 1024 * GIB }, staff);
  const entries = deps.db.selectFrom('audit_log').select(['before', 'after']).where('object', '=', made._id);
  const raised = (await entries.execute()).find(({ before }) => before !== null);
  expect([raised?.before, raised?.after]).toEqual([
    { traffic: 1, face_value: { type: 'freeUse', sum: '100', endless: false } },
    { traffic: 1024 * GIB, face_value: { type: 'freeUse', sum: String(102_400 * GIB), endless: false } },
  ]);
});

test('what stays below the caps is saved without a step-up', async () => {
  expect(await save(form(), await app.account({ type: 'admin' }))).toMatchObject({ code: 0 });
});

test('saving refuses an unknown coupon, a code in use, fewer uses than were made, and another type after use', async () => {
  const update = (body: object) => app.call('/api/yunying/coupon/update_coupon', body, staff);
  const one = await makeCoupon({ useNumPerUser: 2 });
  const two = await makeCoupon();
  expect(await update(form({ _id: deps.ids.next() }))).toMatchObject(refused('notFound'));
  expect(await update(form({ code: one.code }))).toMatchObject({ ...refused('conflict'), msg: '优惠码已存在' });
  expect(await update({ ...two, code: one.code })).toMatchObject(refused('conflict'));
  const user = await app.account();
  await redeem(one.code, user);
  await redeem(one.code, user);
  expect(await update({ ...one, NumberOfAuthorizations: 1 })).toMatchObject(refused('conflict'));
  expect(await update({ ...one, type: 'freeTime', vipDay: 1 })).toMatchObject(refused('conflict'));
});

test.each([
  [{ traffic: 0 }],
  [{ traffic: -1 }],
  [{ traffic: 1.5 }],
  [{ type: 'other' }],
  [{ code: 'a b' }],
  [{ code: "x' or 1=1 --" }],
  [{ expireTime: 'tomorrow' }],
  [{ name: '' }],
  [{ name: 'a\nb' }],
  [{ type: 'discount', discount: 0 }],
  [{ type: 'cash', forMoney: 1.001 }],
])('a hostile form is an invalid payload: %j', async (more) => {
  const answer = await app.call('/api/yunying/coupon/update_coupon', form(more), staff);
  expect(answer).toMatchObject(refused('invalidPayload'));
});

test.each([
  '/api/yunying/coupon/coupon_list',
  '/api/yunying/coupon/update_coupon',
  '/api/yunying/coupon/delete_coupon',
  '/api/yunying/coupon/coupon_record_list',
])('%s is for staff only, with both parts of their session', async (path) => {
  expect(await app.call(path)).toMatchObject(refused('sessionExpired'));
  expect(await app.call(path, {}, await app.account())).toMatchObject(refused('roleForbidden'));
  expect(await app.call(path, {}, await app.account({ type: 'channel' }))).toMatchObject(refused('roleForbidden'));
  expect(await app.call(path, {}, `token=${staff.token}`)).toMatchObject(refused('sessionExpired'));
});

test.each([[{ code: '' }], [{ code: ['A'] }], [{}], [{ code: 'x'.repeat(65) }]])(
  'redeeming %j is an invalid payload',
  async (body) => {
    const user = await app.account();
    expect(await app.call('/api/coupon/redeem_coupon', body, user)).toMatchObject(refused('invalidPayload'));
    expect(await app.call('/api/coupon/redeem_coupon', body)).toMatchObject(refused('sessionExpired'));
  },
);
