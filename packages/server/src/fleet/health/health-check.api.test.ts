import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import type { Controller } from '../desired/controller.ts';
import { storeAgent } from '../enrolment/enrolment-store.ts';
import { writeSpeed } from './sighting-store.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';

let scene: Scene;
let node: SceneNode;
let controller: Controller;
let admin: TestSession;

beforeAll(async () => {
  scene = await createScene();
  admin = await scene.app.account({ type: 'admin' });
  node = await scene.node(['vmesh_tcp']);
  controller = await scene.controller();
});
afterAll(() => scene.close());

const ask = async (name: string, input: object) => {
  scene.app.clock.advance(1000);
  return (await scene.app.call(`/api/admin/agents/${name}`, input, admin)).data;
};
const live = async () => (await ask('live', { id: node.id }))[0];
const listed = async () => (await ask('list', {}))[0];

test('a node that nobody checks any more is not called healthy, until somebody checks again', async () => {
  const { deps, clock } = scene.app;
  const link = scene.link(node, controller);
  await link.checkHealth();
  clock.advance(3 * MINUTE_MS - 10_000);
  for (const seen of [await live(), await listed()]) expect(seen).toMatchObject({ health: 'healthy', troubles: [] });
  clock.advance(9 * MINUTE_MS);
  const stale = { health: 'unknown', troubles: [{ code: 'looksStopped' }] };
  expect(await live()).toMatchObject(stale);
  expect(await listed()).toMatchObject({ ...stale, status: false });
  await link.checkHealth();
  expect(await live()).toMatchObject({ health: 'healthy', troubles: [] });
  expect(await listed()).toMatchObject({ health: 'healthy', status: true });

  // Health checks that get no answer count; and who joins anew was not checked yet, which is no standstill.
  clock.advance(HOUR_MS);
  node.agent.wrong.dead = true;
  await link.checkHealth();
  node.agent.wrong.dead = false;
  expect(await live()).toMatchObject({ health: 'offline' });
  clock.advance(HOUR_MS);
  const { certificate, epoch } = node.agent;
  await storeAgent(deps.db, { nodeId: node.id, certificate, epoch, at: clock.now() });
  expect(await live()).toMatchObject({ health: 'unknown', troubles: [] });
  await link.checkHealth();
  link.close();
});

test('a node that is away or serves nobody has no latency, for staff, customers and the bot', async () => {
  const link = scene.link(node, controller);
  const speeds = async () => {
    const { data } = await scene.app.call('/api/agent/agent_list');
    return [await live(), await listed(), data[0]].map(({ speed }) => speed);
  };
  await link.checkHealth();
  await writeSpeed(scene.app.deps.db, node.id, 46);
  expect(await speeds()).toEqual([46, 46, 46]);
  node.agent.wrong.dead = true;
  await link.checkHealth();
  expect(await speeds()).toEqual([null, null, null]);
  node.agent.wrong.dead = false;
  await link.checkHealth();
  expect(await speeds()).toEqual([46, 46, 46]);
  scene.app.clock.advance(HOUR_MS);
  expect(await speeds()).toEqual([null, null, null]);
  link.close();
});
