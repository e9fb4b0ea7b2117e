import { PROBE_USER } from '@skyport/contract/fleet';
import { credentialFor } from '@skyport/documents/credential';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProbeUser } from '../../nodes/line-test/probe-user-store.ts';
import type { Controller } from './controller.ts';
import type { NodeLink } from './link.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';

let scene: Scene;
let node: SceneNode;
beforeEach(async () => {
  scene = await createScene();
  node = await scene.node(['vmesh_tcp', 'ss']);
});
afterEach(() => scene.close());

const idle = async (link: NodeLink): Promise<void> => {
  link.sync();
  await link.idle();
};
const admitted = () => [...node.agent.users.values()].filter(({ user }) => user === PROBE_USER);
const serve = async (): Promise<{ controller: Controller; link: NodeLink }> => {
  const controller = await scene.controller();
  const link = scene.link(node, controller);
  await idle(link);
  return { controller, link };
};

test('nodes admit the user of a test for a minute, with bounds of its own, and know nothing of it otherwise', async () => {
  const { controller, link } = await serve();
  expect(admitted()).toEqual([]);
  const { userkey, endsAt } = await openProbeUser(scene.app.deps);
  expect([...(await controller.takeChanges())]).toContain(node.id);
  await idle(link);
  expect(admitted()).toEqual([
    {
      user: PROBE_USER,
      line: node.lines[0],
      credential: credentialFor('vmesh_tcp', node.lineIds[0]!, userkey),
      not_after: Math.ceil(endsAt.getTime() / 1000),
      quota_left: 16 * 1024 * 1024,
    },
    expect.objectContaining({ user: PROBE_USER, line: node.lines[1] }),
  ]);
  scene.app.clock.advance(61_000);
  await controller.passTime();
  await idle(link);
  expect(admitted()).toEqual([]);
  expect((await serve()).controller.models().get(node.id)?.changes.size).toBe(0);
});

test('tests at the same moment share a key; the next minute has another one', async () => {
  const both = await Promise.all([openProbeUser(scene.app.deps), openProbeUser(scene.app.deps)]);
  expect(both[0].userkey).toBe(both[1].userkey);
  scene.app.clock.advance(31_000);
  expect((await openProbeUser(scene.app.deps)).userkey).not.toBe(both[0].userkey);
});

test('a worker that starts during a test admits its user', async () => {
  await openProbeUser(scene.app.deps);
  await serve();
  expect(admitted()).toHaveLength(2);
});

test('what a test uses is booked as its own, and is in nobody else’s figures', async () => {
  const customer = await scene.customer(1_000_000);
  await openProbeUser(scene.app.deps);
  const { controller } = await serve();
  const [first = 0, second = 0] = node.lines;
  const { db } = scene.app.deps;
  node.agent.closeBatch([
    [first, PROBE_USER, 10, 90],
    [first, customer.num, 1, 2],
  ]);
  node.agent.closeBatch([[second, PROBE_USER, 5, 6]]);
  node.agent.closeBatch([[first, PROBE_USER, 1, 1]]);
  const report = await scene.pull(node, controller);
  expect(report).toMatchObject({ applied: 3, quarantined: 0 });
  expect(
    await db.selectFrom('line_probe_usage').select(['line_num', 'up', 'down']).orderBy('line_num').execute(),
  ).toEqual([
    { line_num: first, up: 11, down: 91 },
    { line_num: second, up: 5, down: 6 },
  ]);
  const sums = await sql<{ billed: number; hot: number; users: number[] }>`
    select (select sum(billed)::bigint from usage_batches) as billed, (select sum(hot)::bigint from line_hot) as hot,
           (select array_agg(distinct user_num) from usage_detail) as users`.execute(db);
  expect(sums.rows).toEqual([{ billed: 3, hot: 3, users: [customer.num] }]);
});
