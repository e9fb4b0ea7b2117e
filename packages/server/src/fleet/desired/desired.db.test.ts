import { X509Certificate } from 'node:crypto';
import { inTransaction } from '@skyport/db';
import { credentialFor } from '@skyport/documents/credential';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { usersChanged } from '../../platform/fleet-changes.ts';
import { keyDigest } from '../certificates/key-digest.ts';
import { findAgent } from '../agent/agent-store.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';
import type { Controller } from './controller.ts';
import type { NodeLink } from './link.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

const idle = async (link: NodeLink): Promise<void> => {
  link.sync();
  await link.idle();
};
const serve = async (node: SceneNode): Promise<{ controller: Controller; link: NodeLink }> => {
  const controller = await scene.controller();
  const link = scene.link(node, controller);
  await idle(link);
  return { controller, link };
};
const change = async (num: number, columns: object): Promise<void> => {
  const { deps } = scene.app;
  await inTransaction(deps.db, async (trx) => {
    if (Object.keys(columns).length > 0)
      await trx.updateTable('traffic_account').set(columns).where('user_num', '=', num).execute();
    await usersChanged(trx, deps, [num]);
  });
};
const healthOf = async ({ id }: SceneNode) => (await findAgent(scene.app.deps.db, id))?.health;

test('an agent gets its lines and exactly the users who may use them, with the credentials of their documents', async () => {
  const [rich] = [await scene.customer(1000), await scene.customer(0)];
  const node = await scene.node(['vmesh_tcp', 'ss']);
  await serve(node);
  const { id, userkey_enc } = await scene.app.deps.db
    .selectFrom('users')
    .select(['id', 'userkey_enc'])
    .where('num', '=', rich!.num)
    .executeTakeFirstOrThrow();
  const userkey = scene.app.deps.secrets.decrypt(userkey_enc, `users.userkey:${id}`);
  expect([...node.agent.users.values()]).toEqual([
    {
      user: rich!.num,
      line: node.lines[0],
      credential: credentialFor('vmesh_tcp', node.lineIds[0]!, userkey),
      not_after: null,
      quota_left: 1000,
    },
    {
      user: rich!.num,
      line: node.lines[1],
      credential: credentialFor('ss', node.lineIds[1]!, userkey),
      not_after: null,
      quota_left: 1000,
    },
  ]);
  expect(node.agent.messages.map(({ kind }) => kind)).toEqual(['full']);
});

test('a public line is open to everybody usable, without bounds', async () => {
  const poor = await scene.customer(0);
  const node = await scene.node([]);
  await scene.save('agent_line/update', { name: '公共', agentID: node.id, protocol: 'compat', public: true });
  await serve(node);
  expect([...node.agent.users.values()].find(({ user }) => user === poor.num)).toMatchObject({
    not_after: null,
    quota_left: null,
  });
});

test('a change of a user travels as a small delta at once', async () => {
  const customer = await scene.customer(1000);
  await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { controller, link } = await serve(node);
  await scene.app.deps.db.updateTable('users').set({ disabled: true }).where('num', '=', customer.num).execute();
  await change(customer.num, {});
  expect([...(await controller.takeChanges())]).toContain(node.id);
  await idle(link);
  const last = node.agent.messages.at(-1)!;
  expect(last).toMatchObject({ kind: 'delta', upserts: [], removes: [[customer.num, node.lines[0]]] });
  expect(node.agent.users.size).toBe(1);
});

test('a worker that starts again sends nothing to an agent that has the right set', async () => {
  await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp', 'ss']);
  await serve(node);
  await serve(node);
  expect(node.agent.messages).toHaveLength(1);
});

test('what changed while no worker ran is mended when one starts', async () => {
  const customer = await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  await serve(node);
  await scene.app.deps.db.updateTable('users').set({ disabled: true }).where('num', '=', customer.num).execute();
  await serve(node);
  expect(node.agent.users.size).toBe(0);
});

test('an agent that lost its set is found by its digest and gets the whole set again', async () => {
  await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { link } = await serve(node);
  node.agent.forget();
  await link.checkHealth();
  expect(node.agent.users.size).toBe(1);
  expect(node.agent.messages.at(-1)?.kind).toBe('full');
  expect(await healthOf(node)).toBe('healthy');
});

test('a lost answer is neither applied twice nor forgotten', async () => {
  const customer = await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { controller, link } = await serve(node);
  node.agent.wrong.losesAnswer = true;
  await scene.grant(customer.num, 500);
  await controller.takeChanges();
  await idle(link);
  await idle(link);
  expect([...node.agent.users.values()]).toMatchObject([{ quota_left: 1500 }]);
  await link.checkHealth();
  expect(await healthOf(node)).toBe('healthy');
});

test('changes of a dead node wait for it, and the operators hear of it', async () => {
  const { userId: boss } = await scene.app.account({ type: 'admin' });
  const customer = await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { controller, link } = await serve(node);
  node.agent.wrong.dead = true;
  for (let i = 0; i < 3; i++) await link.checkHealth();
  expect(await healthOf(node)).toBe('offline');
  const alarms = await scene.app.deps.db.selectFrom('node_alarms').select(['kind', 'closed_at']).execute();
  expect(alarms).toEqual([{ kind: 'unreachable', closed_at: null }]);
  // Once, however long it is away.
  await link.checkHealth();
  const told = await scene.app.deps.db.selectFrom('notifications').select('text').where('user_id', '=', boss).execute();
  expect(told).toEqual([{ text: expect.stringMatching(/^节点“.+”已离线/) }]);
  await change(customer.num, { granted: 0 });
  await controller.takeChanges();
  await idle(link);
  node.agent.wrong.dead = false;
  await link.checkHealth();
  expect(node.agent.users.size).toBe(0);
  expect(await healthOf(node)).toBe('healthy');
  const closed = await scene.app.deps.db.selectFrom('node_alarms').select('closed_at').execute();
  expect(closed.every(({ closed_at }) => closed_at !== null)).toBe(true);
});

test('somebody else at the address is refused, garbage is called garbage', async () => {
  const node = await scene.node(['vmesh_tcp']);
  const other = await scene.node(['vmesh_tcp']);
  const { link } = await serve(node);
  node.agent.wrong.garbage = '<html>';
  await link.checkHealth();
  expect(await healthOf(node)).toBe('refused');
  const { createAgentClient } = await import('../agent/agent-client.ts');
  const key = keyDigest(new X509Certificate(node.agent.certificate));
  const place = { host: '127.0.0.1', port: other.agent.port, key, allowPrivate: true };
  const mistaken = createAgentClient(place, scene.pki);
  await expect(mistaken.state()).rejects.toMatchObject({ kind: 'refused' });
  mistaken.close();
});

test('membership that ends by itself takes access away, and the agent knows when', async () => {
  const node = await scene.node(['vmesh_tcp']);
  const customer = await scene.customer(0);
  const ends = new Date(scene.app.clock.now().getTime() + HOUR_MS);
  await change(customer.num, { vip_until: ends });
  const { controller, link } = await serve(node);
  expect([...node.agent.users.values()]).toMatchObject([{ user: customer.num, not_after: ends.getTime() / 1000 }]);
  expect((await controller.passTime()).size).toBe(0);
  scene.app.clock.set(ends);
  expect([...(await controller.passTime())]).toEqual([node.id]);
  await idle(link);
  expect(node.agent.users.size).toBe(0);
});

test('a used-up day quota comes back at midnight', async () => {
  const node = await scene.node(['vmesh_tcp']);
  const customer = await scene.customer(0);
  await change(customer.num, {
    vip_until: new Date('2026-12-30T00:00:00Z'),
    daily_quota: 100,
    day: '2026-11-21',
    day_used: 100,
  });
  const { controller, link } = await serve(node);
  expect(node.agent.users.size).toBe(0);
  scene.app.clock.set(new Date('2026-11-21T16:00:00Z'));
  await controller.passTime();
  await idle(link);
  expect(node.agent.users.size).toBe(1);
});

test('a permission opens a line until it ends', async () => {
  const { deps } = scene.app;
  const permission = await scene.save('permissions/update', { name: '游戏', desc: '' });
  const node = await scene.node([]);
  await scene.save('agent_line/update', {
    name: '游戏',
    agentID: node.id,
    protocol: 'ss',
    permissionRequire: permission._id,
  });
  const [holder] = [await scene.customer(1000), await scene.customer(1000)];
  const ends = new Date(deps.clock.now().getTime() + HOUR_MS);
  await deps.db
    .insertInto('user_permissions')
    .values({ user_id: holder!.userId, permission_id: permission._id, expires_at: ends })
    .execute();
  const { controller, link } = await serve(node);
  expect([...node.agent.users.values()]).toMatchObject([{ user: holder!.num, not_after: ends.getTime() / 1000 }]);
  scene.app.clock.set(ends);
  await controller.passTime();
  await idle(link);
  expect(node.agent.users.size).toBe(0);
});

test('a disabled node serves nobody, and a new line reaches everybody', async () => {
  await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { controller, link } = await serve(node);
  await scene.save('agent_line/update', { name: '二', agentID: node.id, protocol: 'ss' });
  await controller.takeChanges();
  await idle(link);
  expect([node.agent.users.size, node.agent.messages.at(-1)?.lines.length]).toEqual([2, 2]);
  const { data } = await scene.app.call('/api/admin/agents/list', {}, await scene.app.account({ type: 'admin' }));
  await scene.save('agents/update', { ...data[0], enabled: false });
  await controller.takeChanges();
  await idle(link);
  expect(node.agent.users.size).toBe(0);
});

test('an agent that takes nothing is not asked for ever', async () => {
  await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  node.agent.wrong.stubborn = true;
  await serve(node);
  expect(node.agent.calls.filter((path) => path === '/v1/desired').length).toBeLessThan(5);
  expect(await healthOf(node)).toBe('refused');
});

test('a database that fails for a moment loses no change', async () => {
  const customer = await scene.customer(1000);
  const node = await scene.node(['vmesh_tcp']);
  const { deps } = scene.app;
  let broken = false;
  const secrets = {
    ...deps.secrets,
    decrypt: (encrypted: Buffer, context: string) => {
      if (broken) throw new Error('no');
      return deps.secrets.decrypt(encrypted, context);
    },
  };
  const { createController } = await import('./controller.ts');
  const controller = createController({ ...deps, secrets });
  await controller.start();
  const link = scene.link(node, controller);
  await idle(link);
  await scene.grant(customer.num, 500);
  broken = true;
  await expect(controller.takeChanges()).rejects.toThrow('no');
  broken = false;
  await controller.takeChanges();
  await idle(link);
  expect([...node.agent.users.values()]).toMatchObject([{ quota_left: 1500 }]);
});
