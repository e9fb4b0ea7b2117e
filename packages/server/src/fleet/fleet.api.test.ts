import { codes } from '@skyport/contract/codes';
import { checkWholeLedger } from '@skyport/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import type { Controller } from './desired/controller.ts';
import { addProbe, dropPoints } from './health/history-store.ts';
import { findAgent } from './agent/agent-store.ts';
import { raiseAlarm } from './health/alarm-store.ts';
import type { Scene, SceneNode } from './testing/scene-of.ts';
import { createServedScene } from './testing/scene.ts';

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let admin: TestSession;
let customer: TestSession;
let line: number;

beforeAll(async () => {
  ({ scene, node, line, controller, customer } = await createServedScene({ link_mbps: 1 }));
  admin = await scene.app.account({ type: 'admin' });
});
afterAll(() => scene.close());

const call = async (name: string, input: object = {}, who = admin) => {
  scene.app.clock.advance(1000);
  return scene.app.call(`/api/admin/agents/${name}`, input, who);
};
const pull = () => scene.pull(node, controller);
const spent = () => scene.spent(customer.num);
const live = async () => (await call('live', { id: node.id })).data[0];

test('a node is unknown until it was asked, then shows what its agent says', async () => {
  expect(await live()).toMatchObject({ node_id: node.id, enrolled: true, health: 'unknown', agent: null });
  node.agent.ahead = -40;
  const link = scene.link(node, controller);
  await link.checkHealth();
  await link.checkHealth();
  expect(await live()).toMatchObject({
    health: 'degraded',
    troubles: [{ code: 'clockOff', seconds: -40, detail: '' }],
    missed: 0,
    agent: { agent_version: '0.1.0', engine_running: true, clock_offset_ms: -40_000, unacked_batches: 0, problems: [] },
  });
  node.agent.ahead = 0;
  await link.checkHealth();
  expect(await live()).toMatchObject({ health: 'healthy', troubles: [] });
  link.close();
  expect((await call('live', { id: customer.userId })).code).toBe(codes.notFound.code);
});

test('alarms are listed, degrade the node when nothing is billed, and are closed by hand', async () => {
  const { deps } = scene.app;
  const at = scene.app.clock.now();
  await raiseAlarm(deps.db, { id: deps.ids.next(), nodeId: node.id, kind: 'epoch', message: 'why', at });
  const link = scene.link(node, controller);
  await link.checkHealth();
  expect(await live()).toMatchObject({ health: 'degraded', open_alarms: 1 });
  const [alarm] = (await call('alarms')).data;
  expect(alarm).toMatchObject({ node_id: node.id, node_name: '节点', kind: 'epoch', message: 'why', closed_at: null });
  expect((await call('close_alarm', { id: alarm._id })).code).toBe(0);
  expect((await call('close_alarm', { id: alarm._id })).code).toBe(codes.notFound.code);
  expect((await call('alarms')).data).toEqual([]);
  expect((await call('alarms', { closed: true })).data).toMatchObject([{ _id: alarm._id }]);
  await link.checkHealth();
  expect(await live()).toMatchObject({ health: 'healthy', open_alarms: 0 });
});

test('history shows bandwidth, load and latency in points, and ends after a fortnight', async () => {
  const { deps, clock } = scene.app;
  clock.set(new Date('2026-11-21T06:04:00Z'));
  const to = clock.now().getTime();
  node.agent.closeBatch([[line, customer.num, 60, 600]], { from: to - 2 * MINUTE_MS, to: to - MINUTE_MS });
  await pull();
  for (const ms of [9, 1, 5]) await addProbe(deps.db, { nodeId: node.id, at: clock.now() }, ms);
  await addProbe(deps.db, { nodeId: node.id, at: clock.now() }, undefined);
  clock.set(new Date('2026-11-21T06:06:00Z'));
  const { data } = await call('history', { id: node.id, hours: 1 });
  expect(data).toEqual([
    {
      at: '2026-11-21T06:00:00.000Z',
      up: 60,
      down: 600,
      load: null,
      memory_free: null,
      disk_free: null,
      online: 0,
      latency_ms: 5,
      lost: 1,
    },
  ]);
  expect(await live()).toMatchObject({ up_rate: 0, down_rate: 2 });
  const older = (await call('history', { id: node.id, hours: 24 })).data;
  expect(older[0]).toMatchObject({ load: 0, memory_free: 2 ** 30, up: 0 });
  clock.advance(14 * DAY_MS - HOUR_MS);
  await dropPoints(deps.db, clock.now());
  expect((await call('history', { id: node.id, hours: 336 })).data).toHaveLength(1);
  clock.advance(2 * HOUR_MS);
  await dropPoints(deps.db, clock.now());
  expect((await call('history', { id: node.id, hours: 336 })).data).toEqual([]);
  expect((await call('history', { id: customer.userId })).code).toBe(codes.notFound.code);
});

test('a held report is billed once, whoever decides, with reason and audit', async () => {
  const before = await spent();
  node.agent.closeBatch([[line, customer.num, 0, 1e12]]);
  await pull();
  await scene.grant(customer.num, 2e12);
  const [held] = (await call('held_batches')).data;
  expect(held).toMatchObject({
    kind: 'batch',
    node_id: node.id,
    rows: 1,
    users: 1,
    up: 0,
    down: 1e12,
    state: 'quarantined',
  });
  expect(await live()).toMatchObject({ open_alarms: 1, quarantined_batches: 1 });
  expect(await spent()).toBe(before);
  const settle = (action: string, reason = 'checked with the provider') =>
    call('settle_batch', { id: held._id, action, reason });
  expect((await settle('bill', ' ')).code).toBe(codes.invalidPayload.code);
  const answers = await Promise.all([settle('bill'), settle('bill'), settle('dismiss')]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code, codes.conflict.code]);
  const billed = answers.find(({ code }) => code === 0)?.data.billed;
  expect([0, 1e12]).toContain(billed);
  expect(await spent()).toBe(before + billed);
  expect((await call('held_batches')).data).toEqual([]);
  expect((await call('held_batches', { settled: true })).data).toMatchObject([
    { _id: held._id, billed, settled_by: admin.email, settle_reason: 'checked with the provider' },
  ]);
  expect(await live()).toMatchObject({ open_alarms: 0, quarantined_batches: 0 });
  const audited = await scene.app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('call', '=', 'fleet.settleBatch')
    .execute();
  const after = { state: billed > 0 ? 'billed' : expect.any(String), reason: 'checked with the provider' };
  expect(audited).toMatchObject([
    {
      actor: admin.userId,
      object: held._id,
      before: { state: 'quarantined' },
      after,
      detail: { billed, node: node.id },
    },
  ]);
  expect(await checkWholeLedger(scene.app.deps.db)).toEqual([]);
  // The node goes on with the next number, as if nothing had happened.
  node.agent.closeBatch([[line, customer.num, 0, 7]], { from: scene.app.clock.now().getTime() - MINUTE_MS });
  await pull();
  expect(await spent()).toBe(before + billed + 7);
});

test('dismissing charges nobody, and what cannot be billed says why and goes on waiting', async () => {
  const before = await spent();
  node.agent.closeBatch([[999, customer.num, 0, 5]]);
  node.agent.closeBatch([[line, 777_777, 0, 5]]);
  await pull();
  const held: { _id: string; seq: number }[] = (await call('held_batches')).data;
  expect(held).toHaveLength(2);
  for (const { _id: id } of held) {
    const refused = await call('settle_batch', { id, action: 'bill', reason: 'r', beside: 99 });
    expect(refused).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining('无法计费') });
  }
  expect((await call('held_batches')).data).toHaveLength(2);
  for (const { _id: id } of held)
    expect(await call('settle_batch', { id, action: 'dismiss', reason: 'r' })).toMatchObject({
      code: 0,
      data: { billed: 0 },
    });
  expect(await spent()).toBe(before);
  expect((await call('settle_batch', { id: node.id, action: 'dismiss', reason: 'r' })).code).toBe(codes.notFound.code);
});

test('the reports of a store that nobody installed can be billed by decision, too', async () => {
  const before = await spent();
  node.agent.epoch = crypto.randomUUID();
  node.agent.closedBatches.length = 0;
  await pull();
  node.agent.closeBatch([[line, customer.num, 3, 4]]);
  const ask = node.client.pull.bind(node.client);
  // The scripted agent answers another epoch with nothing; a real one sends what it has.
  Object.assign(node.client, {
    pull: async (wanted: Parameters<typeof ask>[0]) => ({
      ...(await ask(wanted)),
      batches: [...node.agent.closedBatches],
    }),
  });
  await pull();
  Object.assign(node.client, { pull: ask });
  const [held] = (await call('held_batches')).data;
  expect(held).toMatchObject({ kind: 'conflict', up: 3, down: 4, seq: 1 });
  const decision = { id: held._id, action: 'bill', beside: 99 };
  expect((await call('settle_batch', { ...decision, reason: 'disk was replaced' })).data).toEqual({
    billed: 7,
  });
  expect((await call('settle_batch', { ...decision, reason: 'again' })).code).toBe(codes.conflict.code);
  expect(await spent()).toBe(before + 7);
  await pull();
  expect(await spent()).toBe(before + 7);
});

test('a new journal of a node is shown, and accepted once, by an admin, as it was shown', async () => {
  const link = scene.link(node, controller);
  await link.checkHealth();
  const old = (await findAgent(scene.app.deps.db, node.id))?.epoch;
  const [fresh, stranger] = [node.agent.epoch, crypto.randomUUID()];
  expect(fresh).not.toBe(old);
  await pull();
  await link.checkHealth();
  expect(await live()).toMatchObject({
    new_books: fresh,
    health: 'degraded',
    troubles: [{ code: 'epoch', seconds: 0, detail: '' }],
  });
  const accept = (epoch: string | undefined, who = admin, reason = 'disk restored') =>
    call('accept_books', { id: node.id, epoch, reason }, who);
  const yunying = await scene.app.account({ type: 'yunying' });
  for (const who of [yunying, customer]) expect((await accept(fresh, who)).code).toBe(codes.roleForbidden.code);
  const half = { ...admin, cookie: `token=${admin.token}` };
  expect((await accept(fresh, half)).code).toBe(codes.sessionExpired.code);
  expect((await accept(fresh, admin, ' ')).code).toBe(codes.invalidPayload.code);
  expect((await accept(stranger)).code).toBe(codes.conflict.code);
  expect((await call('accept_books', { id: customer.userId, epoch: fresh, reason: 'r' })).code).toBe(
    codes.notFound.code,
  );
  expect((await live()).new_books).toBe(fresh);

  const answers = await Promise.all([accept(fresh), accept(fresh)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect((await accept(old)).code).toBe(codes.conflict.code);
  await link.checkHealth();
  expect(await live()).toMatchObject({ new_books: null, health: 'healthy' });
  link.close();
  const audited = await scene.app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('call', '=', 'fleet.acceptBooks')
    .execute();
  const detail = { reason: 'disk restored', accepted: fresh, closed: old };
  expect(audited).toMatchObject([{ actor: admin.userId, object: node.id, detail }]);
});
