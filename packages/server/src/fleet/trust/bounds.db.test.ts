import type { TrafficPull, UsageRow } from '@skyport/contract/fleet';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import { decompressRows } from '../quarantine/compressed-rows.ts';
import { QUARANTINE_MOST_BYTES } from '../quarantine/quarantine-store.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';

/*
 * What a node is believed: each sentence of it, through the panel's real database.
 */

/** Megabits a second of a test's node, and bytes that it is believed in a second. */
const LINK_MBPS = 8;
const A_SECOND = 1_250_000;
const SLACK = 5 * A_SECOND;

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let customer: TestSession;
let line: number;

let begin: Date;
beforeAll(async () => {
  scene = await createScene();
  begin = scene.app.clock.now();
});
afterAll(() => scene.close());
beforeEach(async () => {
  // Certificates are good from now on, by the real clock too.
  scene.app.clock.set(begin);
  await db().deleteFrom('node_agents').execute();
  customer = await scene.customer(1e12);
  node = await scene.node(['vmesh_tcp'], { link_mbps: LINK_MBPS });
  line = node.lines[0]!;
  controller = await scene.controller();
});
afterEach(async () => {
  await sql`update node_alarms set closed_at = at`.execute(scene.app.deps.db);
});

const db = () => scene.app.deps.db;
const pull = () => scene.pull(node, controller);
const spent = (who = customer) => scene.spent(who.num);
const report = (down: number, change = {}, who = customer.num) => node.agent.closeBatch([[line, who, 0, down]], change);
const fast = (mbps: number) => db().updateTable('nodes').set({ link_mbps: mbps }).where('id', '=', node.id).execute();
const later = (ms: number): void => scene.app.clock.advance(ms);
/** Codes of what is quarantined of the node, oldest first, with the rows. */
const quarantined = async (): Promise<[string, UsageRow[]][]> => {
  const { rows } = await sql<{ code: string; compressed: Buffer }>`
    select reason->>'code' as code, rows as compressed from usage_held where node_id = ${node.id} and state = 'quarantined'
     order by seq, part`.execute(db());
  return Promise.all(
    rows.map(async ({ code, compressed }) => [code, await decompressRows(compressed)] as [string, UsageRow[]]),
  );
};
const codes = async (): Promise<string[]> => (await quarantined()).map(([code]) => code);

test('the link carries what it can since the last accepted report, over batches, pulls and journals', async () => {
  later(10 * SECOND_MS);
  report(8 * A_SECOND);
  report(8 * A_SECOND);
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 1 });
  later(SECOND_MS);
  await db().updateTable('node_agents').set({ epoch_open: true }).where('node_id', '=', node.id).execute();
  Object.assign(node.agent, { epoch: crypto.randomUUID() });
  node.agent.closedBatches.length = 0;
  report(A_SECOND + SLACK + 1);
  report(A_SECOND + SLACK);
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 1 });
  expect([await spent(), await codes()]).toEqual([9 * A_SECOND + SLACK, ['budget', 'budget']]);
});

test('the slack is there once, however often the node is asked, and fills up at the pace of the link', async () => {
  for (let second = 0; second < 6; second++) {
    later(SECOND_MS);
    report(SLACK + A_SECOND);
    await pull();
  }
  expect([await spent(), await codes()]).toEqual([SLACK + A_SECOND, Array.from({ length: 5 }, () => 'budget')]);
  later(SECOND_MS);
  report(SLACK + A_SECOND);
  expect(await pull()).toMatchObject({ applied: 1 });
});

test('neither an empty report nor one that begins in the past lets more bytes in', async () => {
  later(HOUR_MS);
  report(1);
  await pull();
  const now = scene.app.clock.now().getTime();
  for (const from of [now - DAY_MS, 0]) {
    node.agent.closeBatch([]);
    report(SLACK + A_SECOND, { from, to: now });
  }
  expect(await pull()).toMatchObject({ applied: 2, quarantined: 2 });
  expect([await spent(), await codes()]).toEqual([1, ['budget', 'budget']]);
});

test('a quiet month saves nothing up: the panel asked all the time, and there was nothing to show', async () => {
  await fast(1_000_000);
  for (let day = 0; day < 30; day++) {
    later(DAY_MS);
    await pull();
  }
  later(MINUTE_MS);
  const now = scene.app.clock.now().getTime();
  report(600e9, { from: now - 30 * DAY_MS, to: now });
  expect(await pull()).toMatchObject({ applied: 0, quarantined: 1 });
  expect([await spent(), await codes()]).toEqual([0, ['userHour']]);
});

test('an agent that was away for days is billed exactly, day by day', async () => {
  later(3 * DAY_MS);
  const now = scene.app.clock.now().getTime();
  for (const ago of [3, 2, 1]) report(20e9, { from: now - ago * DAY_MS, to: now - (ago - 1) * DAY_MS });
  expect(await pull()).toMatchObject({ applied: 3, quarantined: 0 });
  expect(await spent()).toBe(60e9);
});

test('more in 24 hours than a new node is believed is quarantined whole; spread over days it is not', async () => {
  await fast(1_000_000);
  later(3 * DAY_MS);
  const now = scene.app.clock.now().getTime();
  report(501e9, { from: now - 12 * HOUR_MS, to: now });
  report(900e9, { from: now - 3 * DAY_MS, to: now });
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 1 });
  expect([await spent(), await codes()]).toEqual([900e9, ['day']]);
  expect(await scene.alarms()).toEqual(['quarantine']);
});

test('a node with a history is believed three times its median day, and 50 GB at least', async () => {
  await fast(1_000_000);
  const today = scene.app.clock.now();
  const days = [100e9, 0, 30e9, 40e9, 35e9, 20e9, 36e9];
  for (const [ago, bytes] of days.entries())
    await sql`insert into line_daily (day, line_num, down)
              values ((${today}::timestamptz at time zone 'Asia/Shanghai')::date - ${ago + 1}::integer, ${line}, ${bytes})`.execute(
      db(),
    );
  later(4 * HOUR_MS);
  const most = 3 * 35e9;
  report(most - 1, { from: scene.app.clock.now().getTime() - 4 * HOUR_MS });
  report(2);
  report(1);
  expect(await pull()).toMatchObject({ applied: 2, quarantined: 1 });
  expect([await spent(), await codes()]).toEqual([most, ['day']]);
  later(DAY_MS + HOUR_MS);
  report(1e9);
  expect(await pull()).toMatchObject({ applied: 1 });
});

test('a user’s hour beyond belief is quarantined as that user’s rows alone, however it is parted', async () => {
  const other = await scene.customer(1e12);
  controller = await scene.controller();
  await fast(1_000_000);
  later(DAY_MS);
  const rows = (mine: number, others: number): UsageRow[] => [
    [line, customer.num, 0, mine],
    [line, other.num, 0, others],
  ];
  for (const [mine, others] of [
    [30e9, 30e9],
    [21e9, 19e9],
    [51e9, 1e9],
    [19e9, 0],
  ] as const) {
    const to = scene.app.clock.now().getTime();
    node.agent.closeBatch(rows(mine, others), { from: to - 10 * MINUTE_MS, to });
    await pull();
    later(10 * MINUTE_MS);
  }
  expect([await spent(), await spent(other)]).toEqual([49e9, 50e9]);
  expect(await quarantined()).toEqual([
    ['userHour', [[line, customer.num, 0, 21e9]]],
    ['userHour', [[line, customer.num, 0, 51e9]]],
  ]);
  // Over hours it is what many a household uses.
  later(5 * 60 * MINUTE_MS);
  report(200e9);
  expect(await pull()).toMatchObject({ quarantined: 1 });
  later(5 * 60 * MINUTE_MS);
  report(200e9, { from: scene.app.clock.now().getTime() - 5 * 60 * MINUTE_MS });
  expect(await pull()).toMatchObject({ applied: 1 });
});

test('a user’s hour is the same whatever the order in which its parts are reported', async () => {
  await fast(1_000_000);
  later(DAY_MS);
  const now = scene.app.clock.now().getTime();
  for (let part = 1; part <= 4; part++)
    report(30e9, { from: now - (part + 1) * MINUTE_MS, to: now - part * MINUTE_MS });
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 3 });
  expect([await spent(), await codes()]).toEqual([30e9, ['userHour', 'userHour', 'userHour']]);
});

test('an agent that always says that there is more keeps no window open', async () => {
  await fast(1_000_000);
  const liar = {
    pull: async (ask: TrafficPull) => ({ ...(await node.client.pull(ask)), more: true }),
  };
  for (let hour = 0; hour < 3 * 24; hour++) {
    later(HOUR_MS);
    report(1);
    await scene.pull(node, controller, { client: liar });
  }
  later(MINUTE_MS);
  const now = scene.app.clock.now().getTime();
  report(600e9, { from: now - 3 * DAY_MS, to: now });
  expect(await scene.pull(node, controller, { client: liar })).toMatchObject({ applied: 0, quarantined: 1 });
  expect(await spent()).toBe(72);
});

test('a stranger’s row is quarantined by itself, and the honest rows are billed', async () => {
  const other = await scene.node(['vmesh_tcp']);
  const late = await scene.customer(1_000_000);
  later(MINUTE_MS);
  node.agent.closeBatch([
    [line, customer.num, 0, 100],
    [line, late.num, 0, 100],
    [other.lines[0]!, customer.num, 0, 100],
  ]);
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 0 });
  expect([await spent(), await spent(late)]).toEqual([100, 0]);
  expect(await quarantined()).toEqual([
    [
      'stranger',
      [
        [line, late.num, 0, 100],
        [other.lines[0], customer.num, 0, 100],
      ],
    ],
  ]);
});

const ban = async (who: TestSession): Promise<void> => {
  await db().updateTable('users').set({ disabled: true }).where('num', '=', who.num).execute();
  await sql`insert into fleet_changes (user_nums) values (array[${who.num}]::bigint[])`.execute(db());
};
/** The agent gets whatever is new. */
const syncNow = async (): Promise<void> => {
  await controller.takeChanges();
  const link = scene.link(node, controller);
  await link.checkHealth();
  link.close();
};

test('a removed user is billed for what was used since the last report, and two minutes longer', async () => {
  await syncNow();
  later(MINUTE_MS);
  report(10);
  await pull();
  await ban(customer);
  await syncNow();
  for (const ms of [MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS]) {
    later(ms);
    report(10);
    await pull();
  }
  // The reports of the third and the fourth minute began two minutes and more after the removal.
  expect([await spent(), (await codes()).length]).toEqual([40, 1]);
});

test('who was removed while the agent could not be synced was served until it was, even when the panel began anew', async () => {
  await syncNow();
  later(MINUTE_MS);
  node.agent.wrong.dead = true;
  const link = scene.link(node, controller);
  await link.checkHealth();
  link.close();
  await ban(customer);
  await controller.takeChanges();
  later(10 * MINUTE_MS);
  controller = await scene.controller();
  node.agent.wrong.dead = false;
  report(10);
  await pull();
  await syncNow();
  later(MINUTE_MS);
  report(10);
  await pull();
  expect([await spent(), await codes()]).toEqual([20, []]);
  for (const ms of [5 * MINUTE_MS, MINUTE_MS]) {
    later(ms);
    report(10);
    await pull();
  }
  expect([await spent(), await codes()]).toEqual([30, ['stranger']]);
});

test('who lost a line by time or by a change while no panel ran is no stranger', async () => {
  const ends = new Date(scene.app.clock.now().getTime() + 5 * MINUTE_MS);
  const member = await scene.customer(0);
  await db().updateTable('traffic_account').set({ vip_until: ends }).where('user_num', '=', member.num).execute();
  controller = await scene.controller();
  await syncNow();
  later(10 * MINUTE_MS);
  await ban(customer);
  controller = await scene.controller();
  node.agent.closeBatch([
    [line, customer.num, 0, 10],
    [line, member.num, 0, 10],
  ]);
  await pull();
  expect([await spent(), await codes()]).toEqual([10, []]);
});

test('an account that is gone stops nobody else, and neither does one that cannot be read', async () => {
  const [gone, broken] = [await scene.customer(1_000_000), await scene.customer(1_000_000)];
  controller = await scene.controller();
  later(MINUTE_MS);
  await sql`delete from traffic_account where user_num = ${gone.num}`.execute(db());
  await sql`update traffic_account set overrun = ${String(2n ** 60n)} where user_num = ${broken.num}`.execute(db());
  node.agent.closeBatch([customer, gone, broken].map(({ num }): UsageRow => [line, num, 0, 10]));
  expect(await pull()).toMatchObject({ applied: 1 });
  expect([await spent(), (await quarantined())[0]]).toEqual([
    10,
    [
      'noUser',
      [
        [line, gone.num, 0, 10],
        [line, broken.num, 0, 10],
      ],
    ],
  ]);
});

test('a report that the database cannot take is quarantined and not tried for ever', async () => {
  later(MINUTE_MS);
  const day = new Date(scene.app.clock.now().getTime() + 8 * HOUR_MS);
  const poison = (up: bigint) => sql`
    insert into line_daily (day, line_num, up) values (${day.toISOString().slice(0, 10)}, ${line}, ${up.toString()}::bigint)
    on conflict (day, line_num) do update set up = excluded.up`;
  await poison(2n ** 63n - 1n).execute(db());
  for (let again = 0; again < 2; again++) node.agent.closeBatch([[line, customer.num, 1, 9]]);
  expect(await pull()).toMatchObject({ applied: 0, quarantined: 2 });
  await poison(0n).execute(db());
  report(20);
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 0 });
  expect([await spent(), await codes()]).toEqual([20, ['fault', 'fault']]);
});

test('so much is quarantined and no more: then nothing is taken from the node until somebody decides', async () => {
  later(MINUTE_MS);
  await sql`
    insert into usage_held (node_id, epoch, seq, sha256, part, reason, seen_at, row_count, user_count, up, down, rows)
    values (${node.id}, ${node.agent.epoch}, 999, '', 'batch', '{"code": "future"}', now(), 0, 0, 0, 0, ${Buffer.alloc(QUARANTINE_MOST_BYTES - 600)})`.execute(
    db(),
  );
  report(10, {}, 987_654);
  report(10);
  expect(await pull()).toMatchObject({ applied: 0, quarantined: 0 });
  expect(await scene.alarms()).toEqual(['held-full']);
  const asked = node.agent.calls.length;
  await pull();
  expect(node.agent.calls.length).toBe(asked);
  await sql`delete from usage_held where node_id = ${node.id} and seq = 999`.execute(db());
  await sql`update node_alarms set closed_at = at`.execute(db());
  expect(await pull()).toMatchObject({ applied: 1, quarantined: 1 });
  expect(await spent()).toBe(10);
});

test('a report that was shown too early is billed when its turn comes, and of the copy no row stays', async () => {
  const rows: UsageRow[] = Array.from({ length: 1000 }, (_, at) => [line, customer.num, at, 7]);
  later(MINUTE_MS);
  node.agent.closeBatch(rows, { seq: 2 });
  expect(await pull()).toMatchObject({ applied: 0 });
  expect(await quarantined()).toEqual([['gap', rows]]);
  const [early] = node.agent.closedBatches.splice(0);
  node.agent.closeBatch([], { seq: 1 });
  node.agent.closedBatches.push(early!);
  expect(await pull()).toMatchObject({ applied: 2 });
  const of = db().selectFrom('usage_held').where('node_id', '=', node.id);
  const kept = await of.select(['state', 'row_count', 'down', 'rows']).execute();
  expect(kept).toEqual([{ state: 'dismissed', row_count: 1000, down: 7000, rows: Buffer.from('[]') }]);
  expect(await spent()).toBe(7000 + (999 * 1000) / 2);
});

test('of an answer the first batch alone is taken, and an answer beyond measure not at all', async () => {
  later(MINUTE_MS);
  for (let at = 0; at < 4; at++) report(10);
  const asked = node.agent.calls.length;
  expect(await pull()).toMatchObject({ applied: 4 });
  expect(node.agent.calls.length - asked).toBe(4);
  node.agent.wrong.garbage = JSON.stringify({ batches: [], filling: 'x'.repeat(9 * 1024 * 1024) });
  await expect(pull()).rejects.toMatchObject({ kind: 'broken' });
  node.agent.wrong.garbage = undefined;
});
