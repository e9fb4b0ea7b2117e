import type { UsageBatch } from '@skyport/contract/fleet';
import { codes } from '@skyport/contract/codes';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createServedScene } from '../testing/scene.ts';

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let admin: TestSession;
let customer: TestSession;
let line: number;

beforeEach(async () => {
  ({ scene, node, line, controller, customer } = await createServedScene());
  admin = await scene.app.account({ type: 'admin' });
});
afterEach(() => scene.close());

const call = async (name: string, input: object = {}) => {
  scene.app.clock.advance(1000);
  return scene.app.call(`/api/admin/agents/${name}`, input, admin);
};
const pull = () => scene.pull(node, controller);
const held = async (settled = false): Promise<QuarantinedReport[]> => (await call('held_batches', { settled })).data;
const bill = (id: string, beside?: number) =>
  call('settle_batch', { id, action: 'bill', reason: 'checked', ...(beside !== undefined && { beside }) });
const spent = () => scene.spent(customer.num);
/** A report of some minutes, counted from the beginning of the test. */
const addReport = (down: number, [from, to]: readonly [number, number], change: Partial<UsageBatch> = {}) =>
  node.agent.closeBatch([[line, customer.num, 0, down]], {
    from: began + from * MINUTE_MS,
    to: began + to * MINUTE_MS,
    ...change,
  });
let began = 0;
beforeEach(() => {
  began = scene.app.clock.now().getTime();
  scene.app.clock.advance(60 * MINUTE_MS);
});

/** Three reports are billed; then the disk is put back and the third number comes again with another content. */
const putBack = async (): Promise<QuarantinedReport> => {
  addReport(100, [0, 10]);
  addReport(200, [10, 20]);
  addReport(300, [20, 30]);
  await pull();
  node.agent.closedBatches.pop();
  addReport(350, [20, 35]);
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 2 }).execute();
  await pull();
  const [report] = await held();
  return report!;
};

test('a report kept aside after a disk was put back shows what was billed for its time, and is billed only in spite of it', async () => {
  const report = await putBack();
  const at = (minutes: number) => new Date(began + minutes * MINUTE_MS).toISOString();
  expect(report).toMatchObject({
    kind: 'conflict',
    seq: 3,
    down: 350,
    from: at(20),
    to: at(35),
    // The report of the ten minutes before only touches this one.
    beside: { reports: 1, up: 0, down: 300, from: at(20), to: at(30), same_number: true },
  });
  const refused = await bill(report._id);
  expect(refused).toMatchObject({
    code: codes.conflict.code,
    msg: expect.stringContaining('1 份报告计过费（共 300 字节）'),
  });
  expect([await spent(), (await held()).length]).toEqual([600, 1]);
  expect(await bill(report._id, 1)).toMatchObject({ code: 0, data: { billed: 350 } });
  expect(await spent()).toBe(950);
  expect(await held(true)).toMatchObject([{ _id: report._id, state: 'billed', beside: null }]);
  const audited = await scene.app.deps.db
    .selectFrom('audit_log')
    .select('detail')
    .where('call', '=', 'fleet.settleBatch')
    .execute();
  expect(audited).toMatchObject([{ detail: { action: 'bill', billed: 350, beside: 1 } }]);
});

test('what was billed since the admin looked is not billed over, and one that was billed by hand counts as well', async () => {
  const report = await putBack();
  addReport(7, [30, 34], { seq: 4 });
  node.agent.closedBatches.splice(2, 1);
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 3 }).execute();
  await pull();
  expect(await spent()).toBe(607);
  expect((await bill(report._id, 1)).code).toBe(codes.conflict.code);
  expect((await held())[0]?.beside).toMatchObject({ reports: 2, down: 307 });
  expect(await bill(report._id, 2)).toMatchObject({ code: 0 });

  node.agent.closedBatches.length = 0;
  addReport(360, [20, 36], { seq: 3 });
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 2 }).execute();
  await pull();
  expect((await held())[0]?.beside).toMatchObject({ reports: 3, down: 657, same_number: true });
});

test('a report that nothing was billed beside needs no second confirmation, and dismissing never does', async () => {
  addReport(100, [0, 10]);
  addReport(40, [10, 20], { sha256: '0'.repeat(64) });
  await pull();
  const [broken] = await held();
  expect(broken).toMatchObject({ seq: 2, beside: null });
  expect(await bill(broken!._id)).toMatchObject({ code: 0, data: { billed: 40 } });
  const again = await putBack2();
  expect(await call('settle_batch', { id: again._id, action: 'dismiss', reason: 'r' })).toMatchObject({ code: 0 });
  expect(await spent()).toBe(140);
});

/** The first number comes once more with another content. */
const putBack2 = async (): Promise<QuarantinedReport> => {
  node.agent.closedBatches.length = 0;
  addReport(5, [0, 9], { seq: 1 });
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 0 }).execute();
  await pull();
  return (await held())[0]!;
};

test('a report that was billed by hand is not billed again when it comes in by itself, and one that came in waits no more', async () => {
  const stranger = { epoch: crypto.randomUUID() };
  const own = node.agent.epoch;
  addReport(100, [0, 10]);
  addReport(200, [10, 20]);
  // An agent that shows its reports under another epoch, as older ones did.
  Object.assign(node.agent, stranger);
  const ask = node.client.pull.bind(node.client);
  const showing = (from: number) => ({
    pull: async (wanted: Parameters<typeof ask>[0]) => ({
      ...(await ask(wanted)),
      batches: node.agent.closedBatches.slice(from),
    }),
  });
  // Only the first of an answer is looked at.
  for (const from of [0, 0, 1]) await scene.pull(node, controller, { client: showing(from) });
  const waiting = await held();
  expect(waiting).toHaveLength(2);
  const first = waiting.find(({ seq }) => seq === 1)!;
  expect(await bill(first._id)).toMatchObject({ code: 0, data: { billed: 100 } });

  const link = scene.link(node, controller);
  await link.checkHealth();
  link.close();
  expect(await call('accept_books', { id: node.id, ...stranger, reason: 'r' })).toMatchObject({ code: 0 });
  await pull();
  await pull();
  expect(node.agent.epoch).not.toBe(own);
  expect(await spent()).toBe(300);
  expect(await held()).toEqual([]);
  expect((await held(true)).map(({ seq, state }) => `${seq} ${state}`).toSorted()).toEqual(['1 billed', '2 dismissed']);
});
