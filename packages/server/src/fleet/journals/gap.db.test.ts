import { codes } from '@skyport/contract/codes';
import { checkWholeLedger } from '@skyport/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import { findAgent } from '../agent/agent-store.ts';
import { pullFrom as pull, simulateNode, type SimulatedNode } from '../testing/simulated-node.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createServedScene } from '../testing/scene.ts';

/*
 * A panel that was restored from a backup, and a node whose agent was acknowledged further by the panel that is gone.
 * The life that the backup does not know is played on the agent's real journal, past the panel's database.
 */

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let customer: TestSession;
let agent: SimulatedNode;

beforeEach(async () => {
  const served = await createServedScene();
  ({ scene, node, controller, customer } = served);
  agent = simulateNode(served);
  await scene.app.deps.db.updateTable('node_agents').set({ epoch: agent.epoch() }).execute();
  agent.tick(100);
  await restoredPulls();
  await restoredPulls();
});
afterEach(() => scene.close());

const restoredPulls = () => pull({ scene, node, controller }, agent);
/** The panel that is gone took everything above `seq` and acknowledged it; gives the newest number. */
const goneTook = async (seq: number): Promise<number> => {
  const ask = { epoch: agent.epoch(), max_bytes: 1_000_000 };
  const { batches } = await agent.pull({ ...ask, ack_seq: seq });
  const newest = batches.at(-1)!.seq;
  await agent.pull({ ...ask, ack_seq: newest });
  return newest;
};
/** 50 bytes of report 2 are older than a week, 20 of report 3 are not, 30 were not reported yet. */
const lostWeek = async (): Promise<void> => {
  agent.tick(150);
  expect(await goneTook(1)).toBe(2);
  scene.app.clock.advance(8 * DAY_MS);
  agent.tick(170);
  expect(await goneTook(2)).toBe(3);
  agent.tick(200);
};
/** A call of an admin who logs in for it: days go by between calls. */
const asAdmin = async (name: string, input: object) => {
  const admin = await scene.app.account({ type: 'admin' });
  scene.app.clock.advance(2000);
  return scene.app.call(`/api/admin/agents/${name}`, input, admin);
};
const accept = (from?: number) =>
  asAdmin('accept_books', {
    id: node.id,
    epoch: agent.epoch(),
    reason: 'restored',
    ...(from !== undefined && { from }),
  });
const live = async () => (await asAdmin('live', { id: node.id })).data[0];
const spent = () => scene.spent(customer.num);
const acked = async () => (await findAgent(scene.app.deps.db, node.id))?.acked_seq;

test('a panel from a backup younger than a week asks for everything again, and needs nobody', async () => {
  agent.tick(150);
  expect(await goneTook(1)).toBe(2);
  scene.app.clock.advance(6 * DAY_MS);
  agent.tick(170);
  expect(await restoredPulls()).toMatchObject({ applied: 2 });
  expect([await spent(), await scene.alarms()]).toEqual([170, []]);
});

test('reports that are gone for good are named; once an admin agrees the rest is billed, and no byte twice', async () => {
  await lostWeek();
  for (let again = 0; again < 2; again++) expect(await restoredPulls()).toMatchObject({ applied: 0 });
  expect([await spent(), await scene.alarms()]).toEqual([100, ['gap']]);
  const [alarm] = (await asAdmin('alarms', {})).data;
  expect(alarm.reason).toEqual({ code: 'gap', due: 2, seq: 3 });
  const { missing } = await live();
  expect(missing).toMatchObject({ books: agent.epoch(), first: 2, last: 2 });
  // From the end of the first report to the beginning of the third.
  expect(Date.parse(missing.until) - Date.parse(missing.since)).toBe(2 * MINUTE_MS);

  for (const from of [2, 4]) expect(await accept(from)).toMatchObject({ code: codes.conflict.code });
  expect(await accept()).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining('已经接受') });
  const answers = await Promise.all([accept(3), accept(3)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect([await scene.alarms(), (await live()).missing, await acked()]).toEqual([[], null, 2]);
  expect(await restoredPulls()).toMatchObject({ applied: 2, quarantined: 0 });
  expect(await restoredPulls()).toMatchObject({ applied: 0 });
  // Of 200 bytes the 50 of the second report are lost: nobody can say whose they were.
  expect([await spent(), await acked(), agent.totals().unacked]).toEqual([150, 4, 0]);
  expect((await asAdmin('held_batches', {})).data).toEqual([]);
  expect(await accept(3)).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining('没有缺少') });
  agent.tick(207);
  await restoredPulls();
  expect([await spent(), await scene.alarms(), await checkWholeLedger(scene.app.deps.db)]).toEqual([157, [], []]);

  const audited = await scene.app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('call', '=', 'fleet.acceptBooks')
    .execute();
  expect(audited).toMatchObject([
    {
      object: node.id,
      before: { acked_seq: 1 },
      after: { acked_seq: 2 },
      detail: { reason: 'restored', givenUp: [2, 2], acknowledged: 1 },
    },
  ]);
});

test('what a node still has stays on it for as long as the admin thinks', async () => {
  await lostWeek();
  await restoredPulls();
  scene.app.clock.advance(8 * DAY_MS);
  await restoredPulls();
  expect((await live()).missing).toMatchObject({ first: 2, last: 2 });
  expect(await accept(3)).toMatchObject({ code: 0 });
  await restoredPulls();
  expect(await spent()).toBe(150);
});

test('a report that was decided about by hand before is not billed again behind the gap', async () => {
  await lostWeek();
  await restoredPulls();
  const [held] = (await asAdmin('held_batches', {})).data;
  expect(held).toMatchObject({ seq: 3, down: 20 });
  expect(await asAdmin('settle_batch', { id: held._id, action: 'bill', reason: 'r', beside: 9 })).toMatchObject({
    code: 0,
  });
  expect(await spent()).toBe(120);
  expect((await live()).missing).toMatchObject({ first: 2, last: 2 });
  expect(await accept(3)).toMatchObject({ code: 0 });
  await restoredPulls();
  await restoredPulls();
  expect([await spent(), await scene.alarms(), await acked()]).toEqual([150, [], 4]);
});

test('a journal that the backup does not know is accepted first, and what is missing from it is a decision of its own', async () => {
  await lostWeek();
  await scene.app.deps.db.updateTable('node_agents').set({ epoch: crypto.randomUUID(), acked_seq: 9 }).execute();
  await scene.app.deps.db.deleteFrom('usage_batches').execute();
  await restoredPulls();
  expect(await scene.alarms()).toEqual(['epoch']);
  expect(await accept()).toMatchObject({ code: 0 });
  await restoredPulls();
  expect([await scene.alarms(), (await live()).missing]).toEqual([
    ['gap'],
    expect.objectContaining({ first: 1, last: 2, since: null }),
  ]);
  expect(await accept(3)).toMatchObject({ code: 0 });
  await restoredPulls();
  expect([await spent(), await scene.alarms()]).toEqual([150, []]);
});
