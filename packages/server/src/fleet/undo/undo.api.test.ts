import { codes } from '@skyport/contract/codes';
import { GIB, MIB } from '@skyport/contract/units';
import { checkWholeLedger, inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { runJob } from '../../platform/jobs.ts';
import type { TestSession } from '../../testing-app.ts';
import { changeSettings } from '../../settings/index.ts';
import { rollUpUsage } from '../../traffic/index.ts';
import type { Controller } from '../desired/controller.ts';
import { forgetAgent } from '../agent/agent-store.ts';
import { closeTrial, insertTrial } from '../../traffic/trial-store.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';
import { closedDays } from '../trust/trust-store.ts';
import { continueUndos } from './undo.ts';

let scene: Scene;
let admin: TestSession;
let node: SceneNode;
let other: SceneNode;
let controller: Controller;
let customer: TestSession;
let member: TestSession;

beforeAll(async () => {
  scene = await createScene();
  admin = await scene.app.account({ type: 'admin', steppedUp: true });
});
afterAll(() => scene.close());
beforeEach(async () => {
  customer = await scene.customer(100 * MIB);
  member = await scene.customer(100 * MIB);
  await scene.app.deps.db
    .updateTable('traffic_account')
    .set({ vip_until: new Date(scene.app.clock.now().getTime() + 9 * DAY_MS), daily_quota: 5 * MIB })
    .where('user_num', '=', member.num)
    .execute();
  node = await scene.node(['vmesh_tcp']);
  other = await scene.node(['vmesh_tcp']);
  controller = await scene.controller();
  scene.app.clock.advance(MINUTE_MS);
});

const db = () => scene.app.deps.db;
const use = async (of: SceneNode, bytes: number): Promise<void> => {
  of.agent.closeBatch(
    [customer, member].map(({ num }) => [of.lines[0]!, num, 0, bytes] as [number, number, number, number]),
  );
  expect(await scene.pull(of, controller)).toMatchObject({ applied: 1 });
};
const call = (name: string, input: object, who = admin) => {
  scene.app.clock.advance(1000);
  return scene.app.call(`/api/admin/agents/${name}`, input, who);
};
const preview = async () => (await call('undo_preview', { id: node.id })).data.days;
const undo = (days: readonly string[], reason = 'taken over') => call('undo_reports', { id: node.id, days, reason });
const account = async (who: TestSession) =>
  db()
    .selectFrom('traffic_account')
    .select(['granted', 'spent', 'day_used', 'pending'])
    .where('user_num', '=', who.num)
    .executeTakeFirstOrThrow();
const today = async (): Promise<string> => (await preview())[0].day;

test('undoing a day returns exactly what that node took: permanent traffic, and today’s quota', async () => {
  await use(other, 2 * MIB);
  await use(node, 2 * MIB);
  await rollUpUsage(db());
  await use(node, 4 * MIB);
  // The member's quota of 5 MB paid for 2 of the other node and 3 of this one.
  expect(await preview()).toEqual([{ day: await today(), users: 2, spent: 9 * MIB, quota: 3 * MIB, undone: 0 }]);
  const notices = () => db().selectFrom('notifications').select(['user_id', 'text']).execute();
  expect(await undo([await today()])).toMatchObject({
    code: 0,
    data: { users: 2, returned: 9 * MIB, under_way: false },
  });
  expect(await account(customer)).toMatchObject({ granted: 106 * MIB, spent: 8 * MIB });
  expect(await account(member)).toMatchObject({ granted: 103 * MIB, spent: 3 * MIB, day_used: 2 * MIB });
  expect((await notices()).map(({ user_id }) => user_id).toSorted()).toEqual(
    [customer.userId, member.userId].toSorted(),
  );
  const records = await db()
    .selectFrom('traffic_records')
    .select(['change', 'description', 'granted'])
    .where('user_num', '=', customer.num)
    .where('type', '=', 'coupon')
    .execute();
  // The record of the day has the grant of the beginning in it too.
  expect(records).toEqual([{ change: 106 * MIB, description: '节点用量更正', granted: 106 * MIB }]);
  expect(await checkWholeLedger(db())).toEqual([]);
});

test('it is undone once; what is used after it can be undone again', async () => {
  await use(node, MIB);
  const day = await today();
  const answers = await Promise.all([undo([day]), undo([day])]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect(await account(customer)).toMatchObject({ granted: 101 * MIB });
  await rollUpUsage(db());
  expect((await undo([day])).code).toBe(codes.conflict.code);
  await use(node, 2 * MIB);
  expect(await undo([day])).toMatchObject({ code: 0, data: { returned: 2 * MIB } });
  expect(await account(customer)).toMatchObject({ granted: 103 * MIB });
  expect(await checkWholeLedger(db())).toEqual([]);
});

test('quota of a day that is over does not return, and the day no longer counts for the node', async () => {
  await use(node, 6 * MIB);
  const day = await today();
  scene.app.clock.advance(DAY_MS);
  const now = new Date(scene.app.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await closedDays(db(), node.id, now)).toEqual([12 * MIB]);
  expect(await undo([day])).toMatchObject({ data: { users: 2, returned: 7 * MIB } });
  expect(await account(member)).toMatchObject({ granted: 101 * MIB, day_used: 5 * MIB });
  expect(await closedDays(db(), node.id, now)).toEqual([0]);
});

test('what was undone of a day stays used up of what the node is believed that day', async () => {
  await db().updateTable('nodes').set({ link_mbps: 1_000_000 }).where('id', '=', node.id).execute();
  const rich = await scene.customer(2e12);
  controller = await scene.controller();
  const report = () => {
    const to = scene.app.clock.now().getTime();
    node.agent.closeBatch([[node.lines[0]!, rich.num, 0, 300e9]], { from: to - 10 * HOUR_MS, to });
    return scene.pull(node, controller);
  };
  scene.app.clock.advance(11 * HOUR_MS);
  expect(await report()).toMatchObject({ applied: 1 });
  expect(await undo([...new Set((await preview()).map(({ day }: { day: string }) => day))] as string[])).toMatchObject({
    code: 0,
  });
  scene.app.clock.advance(11 * HOUR_MS);
  // A new node is believed 500 GB in 24 hours.
  expect(await report()).toMatchObject({ applied: 0, quarantined: 1 });
});

test('what an undo returns makes nobody pay the global factor', async () => {
  const { secrets, clock } = scene.app.deps;
  const set = (changes: Parameters<typeof changeSettings>[1]) =>
    changeSettings(db(), changes, { at: clock.now(), secrets });
  await set({ traffic_spend_scale: 2, noGlobalTrafficScaleLimit: 1 });
  const spared = await scene.customer(GIB - MIB);
  controller = await scene.controller();
  const spent: number[] = [];
  for (let again = 0; again < 2; again++) {
    scene.app.clock.advance(MINUTE_MS);
    node.agent.closeBatch([[node.lines[0]!, spared.num, 0, 2 * MIB]]);
    await scene.pull(node, controller);
    spent.push((await account(spared)).spent);
    expect(await undo([await today()])).toMatchObject({ code: 0 });
  }
  await set({ traffic_spend_scale: 1, noGlobalTrafficScaleLimit: 0 });
  expect(spent).toEqual([2 * MIB, 4 * MIB]);
});

test('a node whose agent was removed can be undone too, once', async () => {
  await use(node, 2 * MIB);
  const day = await today();
  await inTransaction(db(), (trx) => forgetAgent(trx, node.id, scene.app.clock.now()));
  expect(await preview()).toMatchObject([{ day, users: 2 }]);
  const answers = await Promise.all([undo([day]), undo([day])]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect(await account(customer)).toMatchObject({ granted: 102 * MIB });
});

test('a coupon that was redeemed on the same day keeps its name in the record', async () => {
  await use(node, MIB);
  const day = await today();
  const row = { user_num: customer.num, day, type: 'coupon', description: '新年礼券', granted: 0, spent: 0 } as const;
  await db().deleteFrom('traffic_records').where('user_num', '=', customer.num).where('type', '=', 'coupon').execute();
  await db()
    .insertInto('traffic_records')
    .values({ ...row, change: 5, updated_at: scene.app.clock.now() })
    .execute();
  const records = () =>
    db()
      .selectFrom('traffic_records')
      .select(['change', 'description'])
      .where('user_num', '=', customer.num)
      .where('type', '=', 'coupon')
      .execute();
  for (const change of [MIB + 5, 2 * MIB + 5]) {
    expect(await undo([day])).toMatchObject({ code: 0 });
    expect(await records()).toEqual([{ change, description: '新年礼券、节点用量更正' }]);
    await use(node, MIB);
  }
});

test('what came from trials returns to those that are open, the last used first, and what came from others to nobody', async () => {
  const trials = [4 * MIB, 3 * MIB].map((bytes) => ({ id: crypto.randomUUID(), bytes }));
  for (const [index, { id, bytes }] of trials.entries()) {
    const expiresAt = new Date(scene.app.clock.now().getTime() + (index + 1) * DAY_MS);
    await inTransaction(db(), (trx) => insertTrial(trx, { id, userNum: customer.num, granted: bytes, expiresAt }));
  }
  const left = async () => {
    const rows = db().selectFrom('trial_grants').select('left_bytes').where('user_num', '=', customer.num);
    const { trial_left } = await db()
      .selectFrom('traffic_account')
      .select('trial_left')
      .where('user_num', '=', customer.num)
      .executeTakeFirstOrThrow();
    return [
      ...(await rows.orderBy('expires_at').execute()).map(({ left_bytes }) => left_bytes / MIB),
      trial_left / MIB,
    ];
  };
  await use(node, MIB);
  await rollUpUsage(db());
  await use(other, 4 * MIB);
  await use(node, 3 * MIB);
  // Of 8 MB the first 7 came from the trials, 3 of them for this node.
  const day = await today();
  expect(await undo([day])).toMatchObject({ code: 0 });
  expect([await left(), await account(customer)]).toMatchObject([[0, 3, 3], { granted: 104 * MIB, spent: 8 * MIB }]);
  await use(node, 2 * MIB);
  await inTransaction(db(), (trx) =>
    closeTrial(trx, { id: trials[1]!.id, userNum: customer.num }, scene.app.clock.now()),
  );
  await inTransaction(db(), (trx) =>
    closeTrial(trx, { id: trials[0]!.id, userNum: customer.num }, scene.app.clock.now()),
  );
  await undo([day]);
  expect([await left(), await account(customer)]).toMatchObject([[0, 1, 0], { granted: 104 * MIB }]);
  expect(await checkWholeLedger(db())).toEqual([]);
});

test('only admins undo, with a reason, what a node that exists has reported', async () => {
  await use(node, MIB);
  const day = await today();
  expect((await call('undo_reports', { id: node.id, days: [day], reason: 'r' }, customer)).code).toBe(
    codes.roleForbidden.code,
  );
  expect((await call('undo_preview', { id: node.id }, customer)).code).toBe(codes.roleForbidden.code);
  expect((await undo([day], ' ')).code).toBe(codes.invalidPayload.code);
  expect((await undo([])).code).toBe(codes.invalidPayload.code);
  for (const name of ['undo_preview', 'undo_reports'])
    expect((await call(name, { id: customer.userId, days: [day], reason: 'r' })).code).toBe(codes.notFound.code);
  expect((await undo(['2020-01-01'])).code).toBe(codes.conflict.code);
});

/** Ordinary accounts that a report of the node took a megabyte from; gives their numbers. */
const chargeMany = async (count: number, day: string): Promise<number[]> => {
  const { rows } = await sql<{ num: number }>`
    with made as (
      insert into users (id, email, password_hash, type, userkey_enc, userkey_hash, created_at, last_active_at)
      select id, id || '@example.com', 'none', 'normal', id::text::bytea, sha256(id::text::bytea), now(), now()
        from (select gen_random_uuid() as id from generate_series(1, ${count}::integer)) u returning num),
    accounts as (
      insert into traffic_account (user_num, granted, spent) select num, ${MIB}::bigint, ${MIB}::bigint from made)
    insert into node_charges (day, node_id, user_num, spent)
    select ${day}::date, ${node.id}::uuid, num, ${MIB}::bigint from made returning user_num as num`.execute(db());
  return rows.map(({ num }) => num);
};

test('an undo of many users is parted; interrupted between two parts it goes on where it was, and reaches everybody once', async () => {
  await use(node, MIB);
  const day = await today();
  const many = await chargeMany(1200, day);
  const granted = async () => {
    const { rows } = await sql<{ sum: number }>`
      select sum(granted)::bigint as sum from traffic_account where user_num = any(${many}::bigint[])`.execute(db());
    return rows[0]!.sum / MIB;
  };
  let left = 700;
  const { ids } = scene.app.deps;
  const { next } = ids;
  const broken = vi.spyOn(ids, 'next').mockImplementation(() => {
    left -= 1;
    if (left === 0) throw new Error('the process dies');
    return next.call(ids);
  });
  expect((await undo([day])).code).toBe(codes.fault.code);
  broken.mockRestore();
  const { under_way: progress } = (await call('undo_preview', { id: node.id })).data;
  expect(progress).toMatchObject({ days: [day], users: 500 });
  expect(await granted()).toBeGreaterThan(1200);
  expect(await granted()).toBeLessThan(1200 + 501);
  expect((await undo([day])).code).toBe(codes.conflict.code);
  await runJob(continueUndos, scene.app.deps, {});
  await runJob(continueUndos, scene.app.deps, {});
  expect(await granted()).toBe(2400);
  expect(await account(customer)).toMatchObject({ granted: 101 * MIB });
  expect((await call('undo_preview', { id: node.id })).data.under_way).toBeNull();
  const { rows } = await sql`select users, returned from node_undos where node_id = ${node.id}`.execute(db());
  expect(rows).toEqual([{ users: 1202, returned: 1201 * MIB }]);
});
