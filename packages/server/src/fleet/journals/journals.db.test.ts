import type { TrafficPulled } from '@skyport/contract/fleet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import { expectJournal } from './journal-store.ts';
import { findAgent } from '../agent/agent-store.ts';
import { storeAgent } from '../enrolment/enrolment-store.ts';
import { pullFrom as pull, simulateNode, type SimulatedNode } from '../testing/simulated-node.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createServedScene } from '../testing/scene.ts';

/*
 * The panel's pull with the agent's real journals on real disks, which are copied and restored.
 */

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let customer: TestSession;
let admin: TestSession;
let line: number;

beforeEach(async () => {
  ({ scene, node, line, controller, customer } = await createServedScene());
  admin = await scene.app.account({ type: 'admin' });
});
afterEach(() => scene.close());

/** A node with a journal of its own, or with a copy of another node's disk. */
const machine = (copyOf?: string): SimulatedNode => simulateNode({ scene, customer, line }, copyOf);
const pullFrom = (answering: Pick<SimulatedNode, 'pull' | 'epoch'>) => pull({ scene, node, controller }, answering);
const enrolled = async (): Promise<SimulatedNode> => {
  const first = machine();
  await scene.app.deps.db.updateTable('node_agents').set({ epoch: first.epoch() }).execute();
  return first;
};
const accept = async (epoch: string) => {
  scene.app.clock.advance(2000);
  return scene.app.call('/api/admin/agents/accept_books', { id: node.id, epoch, reason: 'disk restored' }, admin);
};
const spent = () => scene.spent(customer.num);
const alarms = () => scene.alarms();

test('a disk that was restored is billed again once its new journal is accepted, and no byte twice', async () => {
  const before = await enrolled();
  before.tick(100);
  await pullFrom(before);
  const snapshot = before.copy();
  before.tick(150);
  await pullFrom(before);
  await pullFrom(before);
  expect(await spent()).toBe(150);

  const restored = machine(snapshot);
  restored.tick(170);
  await pullFrom(restored);
  await pullFrom(restored);
  expect([await spent(), await alarms()]).toEqual([150, ['epoch']]);
  // 150 of these 170 were billed before; the journal cannot say which, so nobody pays for them.
  expect(restored.totals()).toMatchObject({ openBytes: 0, unattributed: 170 });
  restored.tick(200);
  await pullFrom(restored);
  expect([await spent(), restored.totals().openBytes]).toEqual([150, 30]);

  expect(await accept(restored.epoch())).toMatchObject({ code: 0 });
  expect(await alarms()).toEqual([]);
  expect(await pullFrom(restored)).toMatchObject({ applied: 1 });
  expect(await pullFrom(restored)).toMatchObject({ applied: 0 });
  expect([await spent(), restored.totals().unacked]).toEqual([180, 0]);
});

test('of a node and its copy only the accepted journal is billed, and the closed one ends for good', async () => {
  const original = await enrolled();
  original.tick(100);
  await pullFrom(original);
  const copy = machine(original.copy());
  original.tick(130);
  await pullFrom(original);
  await pullFrom(original);
  copy.tick(40, 'engine:2');
  await pullFrom(copy);
  copy.tick(55, 'engine:2');
  await pullFrom(copy);
  expect(await accept(copy.epoch())).toMatchObject({ code: 0 });
  await pullFrom(copy);
  expect(await spent()).toBe(145);

  // The original comes back under the old name: it is made to begin again, and is billed by nobody's mistake.
  const closed = original.epoch();
  original.tick(500);
  await pullFrom(original);
  expect(original.epoch()).not.toBe(closed);
  expect([await spent(), await alarms()]).toEqual([145, ['epoch']]);
  expect(await accept(closed)).toMatchObject({ code: 1109, msg: expect.stringContaining('已经关闭') });
  original.tick(520);
  await pullFrom(original);
  expect(await spent()).toBe(145);
  expect(original.totals()).toMatchObject({ openBytes: 20, unattributed: 370 });
});

test('reports of a closed journal are billed no more, and those of an accepted one only once however often they come', async () => {
  const before = await enrolled();
  before.tick(100);
  const sent: TrafficPulled[] = [];
  const recorded = {
    epoch: before.epoch,
    pull: async (ask: Parameters<typeof before.pull>[0]) => {
      const answer = await before.pull(ask);
      sent.push(answer);
      return answer;
    },
  };
  await pullFrom(recorded);
  const after = machine();
  after.tick(7);
  await pullFrom(after);
  expect(await accept(after.epoch())).toMatchObject({ code: 0 });
  await pullFrom(after);
  expect(await spent()).toBe(107);
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 0 }).execute();
  await pullFrom(after);
  expect([await spent(), (await findAgent(scene.app.deps.db, node.id))?.acked_seq]).toEqual([107, 1]);
  await pullFrom({ epoch: before.epoch, pull: () => Promise.resolve(sent[0]!) });
  expect([await spent(), await alarms()]).toEqual([107, ['epoch']]);
});

test('who enrols a node with its closed journal again goes on where it was', async () => {
  const before = await enrolled();
  before.tick(100);
  await pullFrom(before);
  const after = machine();
  await pullFrom(after);
  expect(await accept(after.epoch())).toMatchObject({ code: 0 });
  const { certificate } = node.agent;
  await storeAgent(scene.app.deps.db, {
    nodeId: node.id,
    certificate,
    epoch: before.epoch(),
    at: scene.app.clock.now(),
  });
  before.tick(130);
  expect(await pullFrom(before)).toMatchObject({ applied: 1 });
  expect(await spent()).toBe(130);
});

test('an installation vouches for a new journal, once, and closes the older one for good', async () => {
  const { db } = scene.app.deps;
  const before = await enrolled();
  before.tick(100);
  await pullFrom(before);
  expect(await expectJournal(db, { nodeId: node.id, epoch: before.epoch() })).toBe(false);
  const fresh = machine();
  fresh.tick(7);
  expect(await expectJournal(db, { nodeId: node.id, epoch: fresh.epoch() })).toBe(true);
  expect(await pullFrom(fresh)).toMatchObject({ applied: 1 });
  expect([await spent(), await alarms()]).toEqual([107, []]);
  // An older disk that is restored holds the bytes once more that the newer journal was billed for.
  before.tick(130);
  expect(await expectJournal(db, { nodeId: node.id, epoch: before.epoch() })).toBe(false);
  await db.updateTable('node_agents').set({ epoch_open: true }).execute();
  const old = before.epoch();
  expect(await pullFrom(before)).toMatchObject({ applied: 0 });
  expect([await spent(), await alarms(), before.epoch() === old]).toEqual([107, ['epoch'], false]);
  await db.updateTable('node_agents').set({ epoch_open: false }).execute();
  const third = machine();
  third.tick(5);
  await pullFrom(third);
  expect([await spent(), await alarms()]).toEqual([107, ['epoch']]);
  expect(await accept(third.epoch())).toMatchObject({ code: 0 });
  expect(await expectJournal(db, { nodeId: node.id, epoch: fresh.epoch() })).toBe(false);
  expect((await findAgent(db, node.id))?.epoch_open).toBe(false);
});
