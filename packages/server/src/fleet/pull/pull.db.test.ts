import type { TrafficPull } from '@skyport/contract/fleet';
import { checkWholeLedger } from '@skyport/db';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../platform/clock.ts';
import { usersChanged } from '../../platform/fleet-changes.ts';
import { changeSettings } from '../../settings/index.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import { decompressRows } from '../quarantine/compressed-rows.ts';
import { findAgent } from '../agent/agent-store.ts';
import { watchBilling } from '../health/watch-billing.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createServedScene } from '../testing/scene.ts';
import { pullRepository } from './pull-repository.ts';
import { createReportLimit } from './report-limit.ts';

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let customer: TestSession;
let line: number;

beforeEach(async () => {
  ({ scene, node, line, controller, customer } = await createServedScene({ link_mbps: 1 }));
  scene.app.clock.advance(MINUTE_MS);
});
afterEach(() => scene.close());

const pull = (deps = scene.app.deps) => scene.pull(node, controller, { deps });
const account = (num = customer.num) =>
  scene.app.deps.db
    .selectFrom('traffic_account')
    .select(['spent', 'overrun', 'day_used'])
    .where('user_num', '=', num)
    .executeTakeFirstOrThrow();
const alarms = () => scene.alarms();
const batches = async () =>
  (await scene.app.deps.db.selectFrom('usage_batches').select(['seq', 'state', 'billed']).orderBy('seq').execute()).map(
    ({ seq, state, billed }) => `${seq} ${state} ${billed}`,
  );
/** What is quarantined, oldest first: part, code and rows. */
const heldRows = async () => {
  const { rows } = await sql<{ part: string; code: string; compressed: Buffer }>`
    select part, reason->>'code' as code, rows as compressed from usage_held order by seen_at, seq`.execute(
    scene.app.deps.db,
  );
  return Promise.all(rows.map(async ({ part, code, compressed }) => [part, code, await decompressRows(compressed)]));
};
const changedUsers = async () =>
  (await scene.app.deps.db.selectFrom('fleet_changes').select('user_nums').execute()).flatMap((row) => row.user_nums);

test('every batch is billed exactly once, whoever asks and however often', async () => {
  for (let i = 0; i < 5; i++) node.agent.closeBatch([[line, customer.num, 10, 90]]);
  expect(await pull()).toMatchObject({ applied: 5, quarantined: 0 });
  expect(await pull()).toMatchObject({ applied: 0 });
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 0 }).execute();
  await Promise.allSettled([pull(), pull()]);
  expect(await account()).toMatchObject({ spent: 500 });
  expect((await batches()).length).toBe(5);
  const { rows } = await sql<{ hot: number }>`select hot from line_hot`.execute(scene.app.deps.db);
  expect(rows).toEqual([{ hot: 500 }]);
});

test('a change of another account does not make a billing turn begin again', async () => {
  const { deps } = scene.app;
  const repository = pullRepository(deps);
  let begun = 0;
  await repository.transaction(node.id, async (turn) => {
    begun += 1;
    if (begun === 1) await deps.db.transaction().execute((trx) => usersChanged(trx, deps, [customer.num]));
    await turn.usersChanged([customer.num]);
  });
  await repository.wakeFleet();
  expect(begun).toBe(1);
  expect((await changedUsers()).filter((num) => num === customer.num)).toHaveLength(2);
});

test('reports that piled up come in over several pulls, and none of them is lost', async () => {
  for (let at = 0; at < 70; at++) node.agent.closeBatch([[line, customer.num, 0, 10]]);
  expect(await pull()).toMatchObject({ applied: 64 });
  expect(await pull()).toMatchObject({ applied: 6 });
  expect([(await account()).spent, await alarms()]).toEqual([700, []]);
});

test('a node that makes reports without end gets its share of each interval and an alarm, and is billed for them', async () => {
  const reports = createReportLimit(() => 60, 3);
  const client = {
    pull: async (ask: TrafficPull) => {
      node.agent.closeBatch([[line, customer.num, 0, 10]]);
      return { ...(await node.client.pull(ask)), more: true };
    },
  };
  const taken: number[] = [];
  for (const ms of [0, 0, MINUTE_MS, MINUTE_MS / 2]) {
    scene.app.clock.advance(ms);
    taken.push((await scene.pull(node, controller, { client, reports })).applied);
  }
  expect([taken, (await account()).spent]).toEqual([[3, 0, 3, 2], 80]);
  const raised = await scene.app.deps.db.selectFrom('node_alarms').select(['kind', 'reason']).execute();
  expect(raised).toEqual([{ kind: 'quarantine', reason: { code: 'tooMany' } }]);
});

test('two panels that pull at the same moment bill once', async () => {
  for (let i = 0; i < 4; i++) node.agent.closeBatch([[line, customer.num, 0, 100]]);
  await Promise.allSettled([pull(), pull(), pull()]);
  await pull();
  expect(await account()).toMatchObject({ spent: 400 });
});

test('what is acknowledged is what was committed', async () => {
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  let visits = 0;
  const dying = {
    ...scene.app.deps,
    crash: {
      at: (name: string) => {
        if (name === 'usage.before-commit' && ++visits === 2) throw new Error('killed');
      },
    },
  };
  await expect(pull(dying)).rejects.toThrow('killed');
  expect([(await account()).spent, (await findAgent(scene.app.deps.db, node.id))?.acked_seq]).toEqual([100, 1]);
  await pull();
  expect((await account()).spent).toBe(200);
});

test('another content under a known number is kept aside, and an alarm goes up', async () => {
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  await pull();
  node.agent.closedBatches.length = 0;
  node.agent.closeBatch([[line, customer.num, 0, 999]]);
  await scene.app.deps.db.updateTable('node_agents').set({ acked_seq: 0 }).execute();
  await pull();
  await pull();
  expect([(await account()).spent, await alarms()]).toEqual([100, ['conflict']]);
  expect(await heldRows()).toEqual([['conflict', 'sameNumber', [[line, customer.num, 0, 999]]]]);
});

test('a wrong digest and a gap in the numbers stop the pull', async () => {
  node.agent.closeBatch([[line, customer.num, 0, 100]], { sha256: '0'.repeat(64) });
  await pull();
  node.agent.closedBatches.length = 0;
  node.agent.closeBatch([[line, customer.num, 0, 100]], { seq: 7 });
  await pull();
  expect([(await account()).spent, await alarms(), await batches()]).toEqual([0, ['conflict', 'gap'], []]);
});

test('the store of another machine is not billed unless an install said so', async () => {
  node.agent.epoch = '00000000-0000-4000-8000-000000000001';
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  await pull();
  expect([(await account()).spent, await alarms()]).toEqual([0, ['epoch']]);
  await scene.app.deps.db.updateTable('node_agents').set({ epoch_open: true }).execute();
  await pull();
  expect((await account()).spent).toBe(100);
  expect((await findAgent(scene.app.deps.db, node.id))?.epoch_open).toBe(false);
});

test.each([
  ['a line of another node', 'stranger', () => [[line + 1000, customer.num, 0, 1]]],
  ['a user that does not exist', 'stranger', () => [[line, 987_654, 0, 1]]],
  ['more bytes than the link carries', 'budget', () => [[line, customer.num, 0, 11_000_000]]],
  ['numbers beyond reason', 'userHour', () => [[line, customer.num, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]]],
])('%s is quarantined with its rows, and the next batch goes on', async (_what, code, rows) => {
  node.agent.closeBatch(rows() as [number, number, number, number][]);
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 1 });
  expect([(await account()).spent, await alarms()]).toEqual([100, ['quarantine']]);
  expect(await heldRows()).toEqual([['batch', code, rows()]]);
});

test('neither another report of the same minute nor one of the past carries more bytes', async () => {
  const most = 8_000_000;
  node.agent.closeBatch([[line, customer.num, 0, most]]);
  node.agent.closeBatch([[line, customer.num, 0, most]]);
  node.agent.closeBatch([[line, customer.num, 0, most]], { from: node.agent.closedBatches[0]!.from - MINUTE_MS });
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 2 });
});

test('a batch of a long absence may hold as much as the time allows', async () => {
  scene.app.clock.advance(60 * MINUTE_MS);
  const to = scene.app.clock.now().getTime();
  node.agent.closeBatch([[line, customer.num, 0, 400_000_000]], { from: to - 60 * MINUTE_MS, to });
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 0 });
  expect(await account()).toMatchObject({ spent: 1_000_000, overrun: 399_000_000 });
});

test('a batch from the future is not believed, and a strange day is brought near ours', async () => {
  const now = scene.app.clock.now().getTime();
  node.agent.closeBatch([[line, customer.num, 0, 5]], { from: now, to: now + 20 * MINUTE_MS });
  node.agent.closeBatch([[line, customer.num, 0, 5]], { day: '2020-01-01' });
  node.agent.closeBatch([[line, customer.num, 0, 5]], { day: '2999-01-01' });
  expect(await pull()).toMatchObject({ applied: 2, quarantined: 1 });
  const days = await scene.app.deps.db.selectFrom('usage_detail').select('day').orderBy('day').execute();
  expect(days.map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21']);
});

test('who ran out loses access by the same transaction', async () => {
  await controller.takeChanges();
  const link = scene.link(node, controller);
  link.sync();
  await link.idle();
  expect(node.agent.users.size).toBe(1);
  node.agent.closeBatch([[line, customer.num, 0, 1_500_000]]);
  await pull();
  expect(await changedUsers()).toEqual([customer.num]);
  await controller.takeChanges();
  link.sync();
  await link.idle();
  expect(node.agent.users.size).toBe(0);
});

test('bounds lent to the node are renewed before half of them are used', async () => {
  await controller.takeChanges();
  const use = async (down: number): Promise<number[]> => {
    await scene.app.deps.db.deleteFrom('fleet_changes').execute();
    node.agent.closeBatch([[line, customer.num, 0, down]]);
    await pull();
    return changedUsers();
  };
  expect(await use(10)).toEqual([customer.num]);
  await controller.takeChanges();
  expect(await use(100_000)).toEqual([]);
  expect(await use(390_000)).toEqual([]);
  expect(await use(20_000)).toEqual([customer.num]);
});

test('a dead agent changes nothing', async () => {
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  node.agent.wrong.dead = true;
  await expect(pull()).rejects.toMatchObject({ kind: 'unreachable' });
  node.agent.wrong.dead = false;
  node.agent.wrong.garbage = '{"epoch":1}';
  await expect(pull()).rejects.toMatchObject({ kind: 'broken' });
  node.agent.wrong.garbage = undefined;
  await pull();
  expect((await account()).spent).toBe(100);
  expect(await checkWholeLedger(scene.app.deps.db)).toEqual([]);
});

test('the use of a deleted line is still billed', async () => {
  node.agent.closeBatch([[line, customer.num, 0, 100]]);
  await scene.save('agent_line/delete_agent', { id: node.lineIds[0] });
  await pull();
  expect((await account()).spent).toBe(100);
});

test('a member who uses too much in one hour is paused on the nodes, notified of it, and back when it ends', async () => {
  const { deps, clock } = scene.app;
  clock.set(new Date('2026-11-21T04:20:00Z'));
  const vip_until = new Date(clock.now().getTime() + 30 * 86_400_000);
  await deps.db.updateTable('traffic_account').set({ vip_until }).where('user_num', '=', customer.num).execute();
  await deps.db.updateTable('nodes').set({ link_mbps: 10_000 }).execute();
  await changeSettings(deps.db, { vip_traffic_thred_rate_limit: 1 }, { at: clock.now(), secrets: deps.secrets });
  const link = scene.link(node, controller);
  const step = async (): Promise<number> => {
    await controller.takeChanges();
    await controller.passTime();
    link.sync();
    await link.idle();
    return node.agent.users.size;
  };
  expect(await step()).toBe(1);
  node.agent.closeBatch([[line, customer.num, 0, 2 ** 30]]);
  await pull();
  expect(await step()).toBe(1);
  for (let i = 0; i < 2; i++) node.agent.closeBatch([[line, customer.num, 0, 1]]);
  await pull();
  expect(await step()).toBe(0);
  const notices = await deps.db.selectFrom('notifications').select(['user_id', 'text']).execute();
  expect(notices).toEqual([
    { user_id: customer.userId, text: expect.stringContaining('超过了 1 G，线路已暂停，约 40 分钟') },
  ]);
  clock.advance(40 * MINUTE_MS - 1);
  expect(await step()).toBe(0);
  clock.advance(1);
  expect(await step()).toBe(1);
});

/** Has the agent say that so many bytes wait to be reported. */
const hold = (bytes: number) =>
  sql`update node_agents set state = ${JSON.stringify({ openBytes: bytes, unacked: 0 })}::jsonb`.execute(
    scene.app.deps.db,
  );

test('how long bytes may flow unbilled follows the interval of the settings', async () => {
  const { deps, clock } = scene.app;
  await scene.app.changeSettings({ trafficStasticDuration: 600 });
  node.agent.closeBatch([[line, customer.num, 0, 1]]);
  await pull();
  await hold(5);
  clock.advance(30 * MINUTE_MS - 1);
  await watchBilling(deps, node.id);
  expect(await alarms()).toEqual([]);
  clock.advance(1);
  await watchBilling(deps, node.id);
  expect(await alarms()).toEqual(['unbilled']);
});

test('bytes that flow and are not billed for three intervals are an alarm, which ends with the next report', async () => {
  const { deps, clock } = scene.app;
  node.agent.closeBatch([[line, customer.num, 0, 1]]);
  await pull();
  await hold(5);
  clock.advance(3 * MINUTE_MS - 1);
  await watchBilling(deps, node.id);
  expect(await alarms()).toEqual([]);
  clock.advance(1);
  await hold(0);
  await watchBilling(deps, node.id);
  expect(await alarms()).toEqual([]);
  await hold(5);
  for (let again = 0; again < 2; again++) await watchBilling(deps, node.id);
  expect(await alarms()).toEqual(['unbilled']);
  node.agent.closeBatch([[line, customer.num, 0, 1]]);
  await pull();
  expect(await alarms()).toEqual([]);
});
