import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { EditableUser, MOST_TRAFFIC } from '@skyport/contract/users-form';
import { inTransaction } from '@skyport/db';
import { balanceOf, post } from '@skyport/db/ledger';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { otherAdminExists } from '../accounts/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { takeChanges } from '../platform/fleet-changes-store.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { editTexts } from './texts.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', email: 'boss@example.com', steppedUp: true });
let user: TestSession;
beforeEach(async () => {
  user = await app.account();
  await takeChanges(deps.db);
});

type Session = TestSession | string;
const update = (form: object, session: Session = admin) => {
  clock.advance(2000);
  return app.call('/api/admin/users/update_user', { _id: user.userId, ...form }, session);
};
const detail = async (): Promise<TestData> =>
  (await app.call('/api/admin/users/user', { uid: user.userId }, admin)).data;
const give = (form: object, shown: object) => update({ ...form, shown, reason: '补偿' });
const ledger = (kind: 'wallet' | 'traffic') =>
  balanceOf(deps.db, { owner: user.num, kind, unit: kind === 'wallet' ? 'CNY_MILLI' : 'BYTE' });
const sessionsOf = async (id: string): Promise<number> =>
  (await deps.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;

test('of the whole object only what an admin may change is saved', async () => {
  const whole = await detail();
  const saved = await update({
    ...whole,
    scale: 1.5,
    paidUser: true,
    canChangePassword: false,
    describe_host: 'https://sub.example:8443',
    type: 'admin',
    email: 'other@example.com',
    channel_code: 'OTHER1',
    spendTraffic: 5,
    createTime: '2020-01-01T00:00:00.000Z',
    userkey: 'k'.repeat(32),
    password: 'p'.repeat(64),
    second_step: true,
  });
  expect(saved).toMatchObject({ code: 0, data: { scale: 1.5, paidUser: true, canChangePassword: false } });
  const { scale, paidUser, canChangePassword, describe_host, ...others } = saved.data;
  expect([scale, paidUser, canChangePassword, describe_host]).toEqual([1.5, true, false, 'https://sub.example:8443']);
  expect(others).toEqual(Object.fromEntries(Object.entries(whole).filter(([name]) => name in others)));
  expect(await detail()).toEqual(saved.data);
});

test('nodes hear of what changes the use of an account, and of nothing else', async () => {
  const heard = async (form: object): Promise<boolean> => {
    expect((await update(form)).code).toBe(0);
    return (await takeChanges(deps.db)).users.includes(user.num);
  };
  const { data } = await app.call('/api/admin/permissions/update', { name: `线路 ${user.num}` }, admin);
  const permissions = [{ id: data._id, expireTime: '2027-01-01T00:00:00.000Z' }];
  for (const form of [
    { scale: 2 },
    { specialDailyUnlimitTraffic: true },
    { dailyUnlimitTraffic: 3 },
    { normalPermission: true },
    { permissions },
    { permissions: [] },
    { is_agency_user: true },
    { disable: true },
    { disable: false },
    { traffic: GIB, shown: { traffic: 0 }, reason: '补偿' },
    { vipExpireTime: '2027-01-01T00:00:00.000Z', shown: { vipExpireTime: null }, reason: '补偿' },
  ])
    expect(await heard(form), JSON.stringify(form)).toBe(true);
  for (const form of [{ paidUser: true }, { canChangePassword: false }, { scale: 2 }, { forceReward: true }, {}])
    expect(await heard(form), JSON.stringify(form)).toBe(false);
});

test('money, traffic and membership change by the difference to what was shown, through the ledger', async () => {
  expect((await give({ wallet_money: 20.5, traffic: 3 * GIB }, { wallet_money: 0, traffic: 0 })).code).toBe(0);
  const until = '2026-12-31T15:59:59.999Z';
  const again = await give(
    { wallet_money: 20, traffic: 2 * GIB, vipExpireTime: until },
    { wallet_money: 20.5, traffic: 3 * GIB, vipExpireTime: null },
  );
  expect(again.data).toMatchObject({ wallet_money: 20, traffic: 2 * GIB, vipExpireTime: until });
  expect([await ledger('wallet'), await ledger('traffic')]).toEqual([20_000, 2 * GIB]);
  const { rows } = await sql<{ reason: string; actor: string }>`
    select reason, actor from ledger_tx where kind = 'adjust' and ref = ${user.userId}`.execute(deps.db);
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ reason: '补偿', actor: admin.userId })));
  const records = await app.call('/api/traffic/my_traffic_records', {}, user);
  expect(records.data).toMatchObject([
    { type: 'coupon', desc: editTexts.adjusted, trafficChange: 2 * GIB, allTraffic: 2 * GIB },
  ]);
  expect((await sql`select from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

test('staff lower other money first, and rebates last', async () => {
  await inTransaction(deps.db, (trx) =>
    post(trx, {
      key: `rebate:${user.userId}`,
      kind: 'adjust',
      ref: 'test',
      actor: 'test',
      at: clock.now(),
      entries: [
        { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -10_000 },
        { account: { owner: user.num, kind: 'wallet_rebate' }, unit: 'CNY_MILLI', amount: 10_000 },
      ],
    }),
  );
  const rebates = () => balanceOf(deps.db, { owner: user.num, kind: 'wallet_rebate', unit: 'CNY_MILLI' });
  expect((await give({ wallet_money: 15 }, { wallet_money: 10 })).code).toBe(0);
  expect((await give({ wallet_money: 11 }, { wallet_money: 15 })).code).toBe(0);
  expect([await ledger('wallet'), await rebates()]).toEqual([1000, 10_000]);
  expect((await give({ wallet_money: 8 }, { wallet_money: 11 })).code).toBe(0);
  expect([await ledger('wallet'), await rebates()]).toEqual([0, 8000]);
});

test('two that add at the same time both count, and the same change sent again does not', async () => {
  const change = 'c'.repeat(22);
  const shown = { wallet_money: 0 };
  await Promise.all([give({ wallet_money: 10 }, shown), give({ wallet_money: 5 }, shown)]);
  expect(await ledger('wallet')).toBe(15_000);
  for (let n = 0; n < 3; n += 1) expect((await give({ wallet_money: 11, change }, { wallet_money: 10 })).code).toBe(0);
  expect(await ledger('wallet')).toBe(16_000);
});

test.each([
  ['an amount without what was shown', { traffic: 5, reason: 'x' }, editTexts.unshown],
  ['an amount without a reason', { traffic: 5, shown: { traffic: 0 } }, editTexts.reasonMissing],
  ['membership without what was shown', { vipExpireTime: '2027-01-01T00:00:00.000Z', reason: 'x' }, editTexts.unshown],
])('%s is refused and nothing changes', async (_what, form, msg) => {
  const before = await detail();
  expect(await update(form)).toMatchObject({ code: codes.invalidPayload.code, msg });
  expect(await detail()).toEqual(before);
});

test('less than nothing is never left: not of money, not of traffic, not of what a trial or waiting use needs', async () => {
  await give({ wallet_money: 3, traffic: 10 * GIB }, { wallet_money: 0, traffic: 0 });
  await deps.db
    .updateTable('traffic_account')
    .set({ spent: 4 * GIB, trial_left: 2 * GIB, pending: GIB })
    .where('user_num', '=', user.num)
    .execute();
  const shown = { wallet_money: 10, traffic: 10 * GIB };
  const money = await give({ wallet_money: 6.999 }, shown);
  expect(money).toMatchObject({
    code: codes.conflict.code,
    msg: editTexts.walletTooLow,
    data: { field: 'wallet_money' },
  });
  const traffic = await give({ traffic: 7 * GIB - 1 }, shown);
  expect(traffic).toMatchObject({ code: codes.conflict.code, data: { field: 'traffic' } });
  expect(traffic.msg).toBe(editTexts.trafficTooLow(3 * GIB));
  expect((await give({ traffic: 7 * GIB, wallet_money: 7 }, shown)).data).toMatchObject({
    traffic: 7 * GIB,
    wallet_money: 0,
    spendTraffic: 4 * GIB,
  });
  expect(await ledger('traffic')).toBe(3 * GIB);
  expect((await sql`select from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

test.each([
  { wallet_money: -1 },
  { wallet_money: 0.0001 },
  { wallet_money: 1e10 },
  { wallet_money: '5' },
  { traffic: -1 },
  { traffic: 0.5 },
  { traffic: MOST_TRAFFIC + 1 },
  { traffic: '5' },
  { traffic: null },
  { scale: -1 },
  { scale: 1001 },
  { scale: 0.0000001 },
  { scale: '1' },
  { dailyUnlimitTraffic: -1 },
  { dailyUnlimitTraffic: 1.5 },
  { dailyUnlimitTraffic: 1_000_001 },
  { disable: 'yes' },
  { vipExpireTime: 'tomorrow' },
  { permissions: 'all' },
  { permissions: [{ id: '01970000-0000-7000-8000-000000000001' }] },
  { preferDomain: 'not a host' },
  { preferDomain: 'best.example/path' },
  { preferDomain: 'https://https://best.example' },
  { describe_host: 'javascript:alert(1)' },
  { change: 'short' },
])('%j is an invalid payload', async (form) => {
  const before = await detail();
  expect((await update({ ...form, shown: {}, reason: 'x' })).code).toBe(codes.invalidPayload.code);
  expect(await detail()).toEqual(before);
});

test('of a pasted address the domain is kept; one that is stored from before is read as such', async () => {
  const saved = await update({ preferDomain: ' https://best.example:8443/ ' });
  expect(saved.data.preferDomain).toBe('best.example:8443');
  const own = async () => (await app.call('/api/user/userinfo', {}, user)).data.preferDomain;
  const store = (prefer_domain: string) =>
    deps.db.updateTable('users').set({ prefer_domain }).where('id', '=', user.userId).execute();
  await store('https://old.example/');
  expect([(await detail()).preferDomain, await own()]).toEqual(['old.example', 'old.example']);
  await store('no..domain:99999');
  const { preferDomain } = await detail();
  expect([preferDomain, await own()]).toEqual(['', deps.settings.current().preferDomain]);
  expect((await update({ paidUser: true, preferDomain, shown: { preferDomain } })).code).toBe(0);
});

test('sums beyond what a form can show are refused, however the differences add up', async () => {
  expect((await give({ traffic: MOST_TRAFFIC }, { traffic: 0 })).code).toBe(0);
  expect(await give({ traffic: 1 }, { traffic: 0 })).toMatchObject({ msg: editTexts.tooMuch });
  expect((await give({ wallet_money: 1e9 }, { wallet_money: 0 })).code).toBe(0);
  expect(await give({ wallet_money: 0.001 }, { wallet_money: 0 })).toMatchObject({ msg: editTexts.tooMuch });
});

test('who saves what somebody else changed meanwhile is told what that was, and changes nothing', async () => {
  const { userId: _own, ...shown } = await detail();
  expect((await update({ scale: 2, forceReward: true })).code).toBe(0);
  const late = await update({ ...shown, paidUser: true, shown });
  expect(late.code).toBe(codes.conflict.code);
  expect(late.msg).toContain('倍率 1 → 2');
  expect(late.msg).toContain('强制返利 否 → 是');
  expect(EditableUser.strict().parse(late.data.now)).toMatchObject({ scale: 2, paidUser: false, forceReward: true });
  expect(await detail()).toMatchObject({ scale: 2, paidUser: false, forceReward: true });
  const vipExpireTime = '2026-12-24T00:00:00.000Z';
  await give({ vipExpireTime }, { vipExpireTime: null });
  const other = await give({ vipExpireTime: '2026-12-25T00:00:00.000Z' }, { vipExpireTime: null });
  expect(other).toMatchObject({ code: codes.conflict.code });
  expect((await detail()).vipExpireTime).toBe(vipExpireTime);
  // An amount that moved by itself hides nothing, and stays.
  expect((await update({ vipExpireTime: null, shown: { vipExpireTime: null }, forceReward: false })).code).toBe(0);
  expect((await detail()).vipExpireTime).toBe(vipExpireTime);
});

test('of two that edit the same thing at the same time one is told', async () => {
  const shown = { scale: 1 };
  const answers = await Promise.all([update({ scale: 2, shown }), update({ scale: 3, shown })]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
});

const disableInStore = (id: string, disabled: boolean) =>
  deps.db.updateTable('users').set({ disabled }).where('id', '=', id).execute();

test('nobody disables the own account', async () => {
  const own = { code: codes.invalidPayload.code, msg: editTexts.ownDisabled, data: { field: 'disable' } };
  expect(await update({ _id: admin.userId, disable: true })).toMatchObject(own);
});

test('of two admins who disable each other one stays, and the last one cannot be disabled', async () => {
  const pair = [
    await app.account({ type: 'admin', steppedUp: true }),
    await app.account({ type: 'admin', steppedUp: true }),
  ];
  const [one, two] = pair as [TestSession, TestSession];
  const hasOther = (id: string) => inTransaction(deps.db, (trx) => otherAdminExists(trx, id));
  await disableInStore(admin.userId, true);
  expect(await hasOther(one.userId)).toBe(true);
  await disableInStore(two.userId, true);
  expect(await hasOther(one.userId)).toBe(false);
  await disableInStore(two.userId, false);
  const answers = await Promise.all([
    update({ _id: two.userId, disable: true }, one),
    update({ _id: one.userId, disable: true }, two),
  ]);
  await disableInStore(admin.userId, false);
  const refused = answers.filter(({ code }) => code !== 0);
  // Whoever is slower is either told, or has no session any more.
  const told: readonly string[] = [editTexts.lastAdmin, codes.sessionExpired.msg];
  expect(refused.map(({ msg }) => told.includes(msg))).toEqual([true]);
  const rows = await deps.db
    .selectFrom('users')
    .select('disabled')
    .where('id', 'in', [one.userId, two.userId])
    .execute();
  expect(rows.map(({ disabled }) => disabled).toSorted()).toEqual([false, true]);
  for (const { userId } of pair) expect((await update({ _id: userId, disable: true })).code).toBe(0);
});

test('disabling ends every session at once', async () => {
  expect(await sessionsOf(user.userId)).toBe(1);
  expect((await update({ paidUser: true })).code).toBe(0);
  expect(await sessionsOf(user.userId)).toBe(1);
  expect((await update({ disable: true })).code).toBe(0);
  expect(await sessionsOf(user.userId)).toBe(0);
  expect((await app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
});

test('an agency customer has nothing open, an agency that is one, and no other role', async () => {
  const agency = await app.account();
  const join = (form: object = {}) => update({ is_agency_user: true, agent_id: agency.userId, ...form });
  expect(await join()).toMatchObject({ msg: editTexts.noAgency });
  expect((await update({ _id: agency.userId, is_agency: true })).code).toBe(0);
  expect(await update({ is_agency: true, is_agency_user: true })).toMatchObject({ msg: editTexts.agencyOfAgency });
  expect(await join({ _id: admin.userId })).toMatchObject({ msg: editTexts.staffOfAgency });
  expect(await join({ agent_id: user.userId })).toMatchObject({ msg: editTexts.ownAgency });
  await inTransaction(deps.db, (trx) =>
    post(trx, {
      key: `test:${user.userId}`,
      kind: 'adjust',
      ref: 'test',
      actor: 'test',
      at: clock.now(),
      entries: [
        { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -1000 },
        { account: { owner: user.num, kind: 'wallet_hold' }, unit: 'CNY_MILLI', amount: 1000 },
      ],
    }),
  );
  expect(await join()).toMatchObject({ code: codes.conflict.code, msg: editTexts.openBalance });
  user = await app.account();
  expect((await join()).data).toMatchObject({
    is_agency_user: true,
    agent_id: agency.userId,
    agent_email: agency.email,
  });
  expect(await sessionsOf(user.userId)).toBe(0);
  const resigned = await update({ _id: agency.userId, is_agency: false });
  expect(resigned).toMatchObject({ code: codes.conflict.code, data: { field: 'is_agency' } });
  expect(resigned.msg).toContain('1 个下级客户');
  expect((await update({ is_agency_user: false })).data).toMatchObject({ is_agency_user: false, agent_id: null });
  expect((await update({ _id: agency.userId, is_agency: false })).data).toMatchObject({ is_agency: false });
});

test('permissions are given until their end, and only those that exist', async () => {
  const { data } = await app.call('/api/admin/permissions/update', { name: `家宽 ${user.num}` }, admin);
  const expireTime = new Date(clock.now().getTime() + 30 * DAY_MS).toISOString();
  const saved = await update({ permissions: [{ id: data._id, expireTime }] });
  expect(saved.data.permissions).toEqual([{ id: data._id, name: data.name, expireTime }]);
  const unknown = { id: deps.ids.next(), expireTime };
  expect(await update({ permissions: [unknown] })).toMatchObject({ code: codes.notFound.code });
  expect((await detail()).permissions).toHaveLength(1);
});

test('asks for a step-up for money, power, service, hosts and the log-in of staff, not for marks', async () => {
  const plain = await app.account({ type: 'admin' });
  const asked = async (form: object) => (await update(form, plain)).code;
  const shown = { traffic: 0 };
  const permissions = [{ id: deps.ids.next(), expireTime: clock.now().toISOString() }];
  const hosts = { describe_host: 'https://evil.example', preferDomain: 'evil.example' };
  const service = { scale: 0, dailyUnlimitTraffic: 4096, specialDailyUnlimitTraffic: true, normalPermission: true };
  for (const [name, value] of Object.entries({ ...hosts, ...service, is_agency: true, forceReward: true, permissions }))
    expect(await asked({ [name]: value }), name).toBe(codes.stepUpNeeded.code);
  for (const form of [
    { traffic: 1, shown, reason: 'x' },
    { _id: admin.userId, disable: true },
  ])
    expect(await asked(form), JSON.stringify(form)).toBe(codes.stepUpNeeded.code);
  for (const form of [{ paidUser: true }, { disable: true }, { disable: false }, { canChangePassword: false }])
    expect(await asked(form), JSON.stringify(form)).toBe(0);
  await app.call('/api/admin/users/update_user', { _id: plain.userId, disable: true }, admin);
});

test('another password ends all sessions, tells the owner and needs a step-up', async () => {
  const password = 'a'.repeat(64);
  const change = (body: object, session: Session = admin) =>
    app.call('/api/admin/users/change_password', body, session);
  clock.advance(60_000);
  expect((await change({ email: user.email.toUpperCase(), password })).code).toBe(0);
  expect(await sessionsOf(user.userId)).toBe(0);
  const told = await deps.db.selectFrom('notifications').select('text').where('user_id', '=', user.userId).execute();
  expect(told.map(({ text }) => text).join()).toContain('密码');
  expect((await app.call('/api/user/login', { email: user.email, password })).code).toBe(0);
  expect((await change({ email: 'nobody@example.com', password })).code).toBe(codes.notFound.code);
  expect((await change({ email: user.email, password: 'plain text' })).code).toBe(codes.invalidPayload.code);
  const plain = await app.account({ type: 'admin' });
  expect((await change({ email: user.email, password }, plain)).code).toBe(codes.stepUpNeeded.code);
  await update({ _id: plain.userId, disable: true });
});

test('one account is shown without its keys, and an unknown one is not', async () => {
  const stored = await deps.db.selectFrom('users').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow();
  const text = JSON.stringify(await detail());
  for (const secret of [stored.password_hash, stored.userkey_hash.toString('hex'), stored.userkey_enc.toString('hex')])
    expect(text).not.toContain(secret);
  expect(await detail()).toMatchObject({ _id: user.userId, email: user.email, agent_id: null, permissions: [] });
  for (const uid of [deps.ids.next(), 'x'])
    expect((await app.call('/api/admin/users/user', { uid }, admin)).code).toBe(codes.notFound.code);
  expect((await update({ _id: deps.ids.next() })).code).toBe(codes.notFound.code);
});

test.each(['user', 'update_user', 'change_password'])(
  '%s is for admins only, with both session parts',
  async (name) => {
    const call = (session?: Session) => app.call(`/api/admin/users/${name}`, {}, session);
    expect((await call()).code).toBe(codes.sessionExpired.code);
    expect((await call(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const)
      expect((await call(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
  },
);
