import { codes } from '@skyport/contract/codes';
import { trouble, type NodeHealth, type NodeTrouble } from '@skyport/contract/node-trouble';
import { GIB } from '@skyport/contract/units';
import { servingConditions } from '@skyport/contract/users-page';
import { inTransaction } from '@skyport/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { couponForm } from '../audit/testing/commerce-cases.ts';
import { sceneOf, type Scene, type SceneNode } from '../fleet/testing/scene-of.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { sha256 } from '../platform/secrets.ts';
import { makeSession, type TestData, type TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

let scene: Scene;
let node: SceneNode;
let admin: TestSession;
beforeAll(async () => {
  scene = await sceneOf(await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }));
  admin = await scene.app.account({ type: 'admin', steppedUp: true });
  node = await scene.node(['vmesh_tcp', 'compat']);
});
afterAll(() => scene.close());

type Session = TestSession | string;
const ask = (name: string, uid: string, session: Session | undefined = admin) => {
  scene.app.clock.advance(1000);
  return scene.app.call(`/api/admin/users/${name}`, { uid }, session);
};
const dataOf = async (name: string, { userId }: Pick<TestSession, 'userId'>): Promise<TestData> => {
  const { code, data } = await ask(name, userId);
  expect(code).toBe(0);
  return data;
};
const set = (table: 'users' | 'traffic_account', column: 'id' | 'user_num', value: string | number, columns: object) =>
  scene.app.deps.db
    .updateTable(table)
    .set(columns)
    .where(column as never, '=', value as never)
    .execute();

const paths = ['balances', 'orders', 'records', 'coupon_uses', 'sessions', 'notices', 'line_access'];

test('traffic, trials, the quota of today and money stand beside each other', async () => {
  const user = await scene.customer(10 * GIB);
  const now = scene.app.clock.now().getTime();
  await set('traffic_account', 'user_num', user.num, {
    spent: 4 * GIB,
    trial_left: GIB,
    pending: 5,
    overrun: 7,
    vip_until: new Date(now + HOUR_MS),
    day: '2026-11-21',
    day_used: GIB,
    paused_until: new Date(now + HOUR_MS),
  });
  for (const [n, left] of [2 * GIB, 2 * GIB].entries())
    await scene.app.deps.db
      .insertInto('trial_grants')
      .values({
        id: scene.app.deps.ids.next(),
        user_num: user.num,
        granted: left,
        left_bytes: left,
        expires_at: new Date(now + (n + 1) * HOUR_MS),
      })
      .execute();
  expect(await dataOf('balances', user)).toEqual({
    traffic_left: 6 * GIB,
    trial_left: GIB,
    pending: 5,
    overrun: 7,
    trials: [{ _id: expect.any(String), left: GIB, expireTime: new Date(now + 2 * HOUR_MS).toISOString() }],
    day_limit: 50 * GIB,
    day_used: GIB,
    member: true,
    paused_until: new Date(now + HOUR_MS).toISOString(),
    wallet: 0,
    wallet_rebate: 0,
    wallet_hold: 0,
    withdrawing: 0,
    in_transfer: 0,
  });
  expect(await dataOf('balances', await scene.app.account())).toMatchObject({
    day_limit: 0,
    member: false,
    trials: [],
  });
});

test('records, coupons and notifications are those of the account and of nobody else', async () => {
  const [user, other] = [await scene.app.account(), await scene.app.account()];
  const coupon = couponForm({ code: 'PAGECODE1', traffic: GIB, NumberOfAuthorizations: 5 });
  expect((await scene.app.call('/api/yunying/coupon/update_coupon', coupon, admin)).code).toBe(0);
  expect((await scene.app.call('/api/coupon/redeem_coupon', { code: 'PAGECODE1' }, user)).code).toBe(0);
  expect(await dataOf('records', user)).toMatchObject([{ type: 'coupon', trafficChange: GIB }]);
  expect(await dataOf('coupon_uses', user)).toMatchObject([{ code: 'PAGECODE1', email: user.email, add_traffic: GIB }]);
  await scene.app.call('/api/admin/users/end_sessions', { uid: user.userId }, admin);
  const [notice] = await dataOf('notices', user);
  expect(notice).toMatchObject({ desc: expect.stringContaining('退出所有设备'), clicked: null });
  for (const name of ['records', 'coupon_uses', 'notices']) expect(await dataOf(name, other), name).toEqual([]);
});

test('orders of the account stand there newest first, also those nobody has begun to pay', async () => {
  const [user, other] = [await scene.app.account(), await scene.app.account()];
  const { makeCombo, order, receipt, fund } = shopOf(scene.app, admin);
  const combo = await makeCombo();
  const first = await order(user, combo);
  scene.app.clock.advance(1000);
  const second = await order(user, await makeCombo());
  expect((await receipt(first._id, 30, 'page-of-orders')).data).toEqual({ outcome: 'paid' });
  const listed = await dataOf('orders', user);
  expect(listed.map(({ _id, status }: TestData) => [_id, status])).toEqual([
    [second._id, 'topay'],
    [first._id, 'paied'],
  ]);
  expect(await dataOf('orders', other)).toEqual([]);
  expect(listed.map(({ off_sale }: TestData) => off_sale)).toEqual([false, false]);
  const gone = await scene.app.call('/api/admin/combo/delete_combo', { id: combo._id }, admin);
  expect(gone.code).toBe(0);
  expect((await dataOf('orders', user)).map(({ off_sale }: TestData) => off_sale)).toEqual([false, true]);
  await fund(user, 4, 'wallet_rebate');
  await fund(user, 6);
  expect(await dataOf('balances', user)).toMatchObject({ wallet: 10, wallet_rebate: 4 });
});

test('sessions are shown and ended all at once', async () => {
  const user = await scene.app.account();
  expect(await dataOf('sessions', user)).toMatchObject([{ current: false }]);
  expect((await dataOf('sessions', admin)).filter(({ current }: TestData) => current)).toHaveLength(1);
  expect((await ask('end_sessions', user.userId)).data).toEqual({ ended: 1 });
  expect(await dataOf('sessions', user)).toEqual([]);
  expect((await scene.app.call('/api/user/userinfo', {}, user)).code).toBe(codes.sessionExpired.code);
});

/** Every condition is said, whether it holds or not. */
const failingOf = ({ conditions }: TestData): string[] => {
  expect(Object.keys(conditions).toSorted()).toEqual([...servingConditions].toSorted());
  return servingConditions.filter((name) => !conditions[name]);
};

test('one device is logged out by itself, and its owner hears of it', async () => {
  const user = await scene.app.account();
  const second = await makeSession(scene.app.deps, user.userId);
  const [other] = await dataOf('sessions', await scene.app.account());
  const end = (id: string, uid = user.userId, who = admin) => {
    scene.app.clock.advance(1000);
    return scene.app.call('/api/admin/users/end_session', { uid, id }, who);
  };
  expect((await end(other._id)).code).toBe(codes.notFound.code);
  expect((await end('nonsense')).code).toBe(codes.notFound.code);
  for (const who of [user, await scene.app.account({ type: 'yunying' })])
    expect((await end(other._id, user.userId, who)).code).toBe(codes.roleForbidden.code);
  const listed: TestData[] = await dataOf('sessions', user);
  const { id } = await scene.app.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', sha256(second.token))
    .executeTakeFirstOrThrow();
  expect(listed.map(({ _id }) => _id)).toContain(id);
  expect((await end(id)).code).toBe(0);
  expect((await scene.app.call('/api/user/userinfo', {}, second.cookie)).code).toBe(codes.sessionExpired.code);
  expect((await scene.app.call('/api/user/userinfo', {}, user)).code).toBe(0);
  expect(await dataOf('notices', user)).toMatchObject([{ desc: expect.stringContaining('未知设备') }]);
  expect((await end(id)).code).toBe(codes.notFound.code);
});

/** Stores what a health check found of a node, as of now. */
const checked = (id: string, health: NodeHealth, troubles: readonly NodeTrouble[] = []) =>
  scene.app.deps.db
    .updateTable('node_agents')
    .set({ health, troubles: JSON.stringify(troubles), looked_at: scene.app.clock.now() })
    .where('node_id', '=', id)
    .execute();

const lineOf = async (user: TestSession, id: string): Promise<TestData> =>
  (await dataOf('line_access', user)).find(({ _id }: TestData) => _id === id);

test.each<[NodeHealth, readonly NodeTrouble[], boolean]>([
  ['healthy', [], true],
  ['degraded', [trouble('diskLow')], true],
  ['degraded', [trouble('engineStopped')], false],
  ['offline', [trouble('unreachable')], false],
  ['refused', [trouble('refused')], false],
  ['drifted', [trouble('drifted')], false],
  ['unknown', [], false],
])('no line is called available while its node is %s with %j', async (health, troubles, served) => {
  const user = await scene.customer(GIB);
  const own = await scene.node(['compat']);
  await checked(own.id, health, troubles);
  const line = await lineOf(user, own.lineIds[0]!);
  expect([line.served, failingOf(line)]).toEqual([served, served ? [] : ['online']]);
});

test('no line is called available once nobody has checked its node for long', async () => {
  const user = await scene.customer(GIB);
  const own = await scene.node(['compat']);
  await checked(own.id, 'healthy');
  scene.app.clock.advance(HOUR_MS);
  expect(failingOf(await lineOf(user, own.lineIds[0]!))).toEqual(['online']);
});

test('a line that is in no document of an account is not called available to it', async () => {
  const [home, abroad] = [await scene.customer(GIB), await scene.customer(GIB)];
  await set('users', 'id', abroad.userId, { in_foreign: true });
  const own = await scene.node(['compat', 'ss'], { zz_port: 10_000 });
  await checked(own.id, 'healthy');
  const entry = await scene.save('entrys/update', { name: '坏入口', ip: '203.0.113.8' });
  await scene.app.deps.db.updateTable('entries').set({ ip: 'a:b:c' }).where('id', '=', entry._id).execute();
  const [relayed, damaged] = own.lineIds as [string, string];
  const form = { _id: relayed, name: '中转', agentID: own.id, protocol: 'compat' };
  await scene.save('agent_line/update', { ...form, bridge: 'report', entryID: entry._id });
  const secrets = JSON.stringify({ method: '2022-blake3-aes-128-gcm', serverKey: 'damaged' });
  await scene.app.deps.db.updateTable('lines').set({ public_secrets: secrets }).where('id', '=', damaged).execute();
  const line = await lineOf(home, relayed);
  expect(line).toMatchObject({ served: false, problem: expect.stringContaining('地址无效') });
  expect(failingOf(line)).toEqual(['valid']);
  // Abroad the node itself is dialled.
  expect(await lineOf(abroad, relayed)).toMatchObject({ served: true, problem: '' });
  for (const user of [home, abroad])
    expect(await lineOf(user, damaged)).toMatchObject({
      served: false,
      problem: expect.stringContaining('密钥已损坏'),
    });
});

test('each line says why an account is served on it or is not, and nodes do what it says', async () => {
  const user = await scene.customer(0);
  const permission = await scene.save('permissions/update', { name: '家宽线路' });
  const closed = { agentID: node.id, protocol: 'compat', _id: node.lineIds[1]!, name: '家宽' };
  await scene.save('agent_line/update', { ...closed, permissionRequire: permission._id });
  await checked(node.id, 'healthy');
  const controller = await scene.controller();
  const failing = async (): Promise<string[][]> => {
    await controller.takeChanges();
    const lines: TestData[] = await dataOf('line_access', user);
    const own = node.lineIds.map((id) => lines.find(({ _id }) => _id === id));
    const wanted = (await controller.fullSet(node.id))!.upserts.filter((each) => each.user === user.num);
    expect(own.filter(({ served }) => served)).toHaveLength(wanted.length);
    return own.map(failingOf);
  };
  const change = async (columns: object): Promise<void> => {
    await set('users', 'id', user.userId, columns);
    await inTransaction(scene.app.deps.db, (trx) => usersChanged(trx, scene.app.deps, [user.num]));
  };
  expect(await failing()).toEqual([['balance'], ['balance', 'permission']]);
  await scene.grant(user.num, GIB);
  expect(await failing()).toEqual([[], ['permission']]);
  await change({ normal_permission: true });
  expect(await failing()).toEqual([[], []]);
  await change({ disabled: true });
  expect(await failing()).toEqual([['account'], ['account']]);
  await change({ disabled: false, confirmed: false });
  expect(await failing()).toEqual([['confirmed'], ['confirmed']]);
  await change({ confirmed: true });
  await scene.app.deps.db.deleteFrom('node_agents').where('node_id', '=', node.id).execute();
  const [first] = await dataOf('line_access', user);
  expect(first).toMatchObject({ served: false, node: '节点' });
  expect(failingOf(first)).toEqual(['joined', 'online']);
});

test.each(paths)('%s holds no secret of the account', async (name) => {
  const user = await scene.customer(GIB);
  const stored = await scene.app.deps.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(await dataOf(name, user));
  for (const secret of [
    user.token,
    stored.password_hash,
    stored.userkey_hash.toString('hex'),
    stored.userkey_enc.toString('base64'),
  ])
    expect(text).not.toContain(secret);
});

test.each([...paths, 'end_sessions'])('%s is for admins only, and knows no other id', async (name) => {
  const { userId } = await scene.app.account();
  expect((await scene.app.call(`/api/admin/users/${name}`, { uid: userId })).code).toBe(codes.sessionExpired.code);
  expect((await ask(name, userId, `token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
  for (const type of ['normal', 'channel', 'yunying'] as const)
    expect((await ask(name, userId, await scene.app.account({ type }))).code).toBe(codes.roleForbidden.code);
  for (const uid of [scene.app.deps.ids.next(), 'x']) expect((await ask(name, uid)).code).toBe(codes.notFound.code);
});
