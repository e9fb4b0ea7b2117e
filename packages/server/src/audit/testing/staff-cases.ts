import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultRules } from '@skyport/documents';
import { expect } from 'vitest';
import { raiseAlarm } from '../../fleet/health/alarm-store.ts';
import type { Scene, SceneNode } from '../../fleet/testing/scene-of.ts';
import { kitFolder } from '../../platform/node-kit.ts';
import { sha256Of } from '../../install/script.ts';

const FINGERPRINT = `SHA256:${'b'.repeat(43)}`;

/** What must never stand in the audit. */
export const SECRETS = { ssh: 'ssh-password-of-the-node', code: 'SECRETCODE1' };

/** Where the cases are made. */
export interface StaffWorld {
  readonly scene: Scene;
  /** A node with one line and an enrolled agent. */
  readonly node: SceneNode;
  /** Ids of what the cases before made, by name. */
  readonly made: Record<string, string>;
}

/** What a call sends, and what its entries say; `object` is taken from the answer's `_id` where it is not said. */
export interface StaffCase {
  readonly payload: object;
  readonly object?: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly detail?: object;
  /** The name under which what it made is found by later cases. */
  readonly makes?: string;
}

export const couponForm = (change: object = {}) => ({
  name: '新年',
  type: 'freeUse',
  traffic: 1024,
  code: SECRETS.code,
  NumberOfAuthorizations: 1,
  expireTime: '2027-01-01T00:00:00.000Z',
  ...change,
});
const nodeForm = (change: object = {}) => ({
  name: '东京',
  country: { name: '日本', flag: '🇯🇵' },
  type: 'v2ray',
  ip: '127.0.0.1',
  port: 20_000,
  serverType: 'ubuntu_x86',
  ...change,
});
const hold = async ({ scene, node }: StaffWorld): Promise<string> => {
  const id = scene.app.deps.ids.next();
  const at = scene.app.clock.now();
  await scene.app.deps.db
    .insertInto('usage_held')
    .values({
      id,
      node_id: node.id,
      epoch: node.agent.epoch,
      seq: 7,
      sha256: Buffer.alloc(32),
      part: 'batch',
      reason: JSON.stringify({ code: 'future' }),
      seen_at: at,
      day: '2026-11-21',
      from_at: at,
      to_at: at,
      row_count: 0,
      user_count: 0,
      up: 0,
      down: 0,
      rows: Buffer.from('[]'),
    })
    .execute();
  return id;
};
const idle = async ({ scene }: StaffWorld): Promise<void> => {
  await scene.app.deps.db.updateTable('node_installs').set({ state: 'idle', version: '1', previous: '0' }).execute();
};
const secondStep = async ({ scene }: StaffWorld): Promise<string> => {
  const user = await scene.app.account();
  const at = scene.app.clock.now();
  await scene.app.deps.db
    .insertInto('second_steps')
    .values({ user_id: user.userId, secret_enc: Buffer.from('the secret of the app'), begun_at: at, confirmed_at: at })
    .execute();
  await scene.app.deps.db.updateTable('users').set({ second_step: true }).where('id', '=', user.userId).execute();
  return user.userId;
};

/** In the order in which they are made: a case may need what one before it left. */
export const staffCases: Record<string, (world: StaffWorld) => StaffCase | Promise<StaffCase>> = {
  'coupons.update': () => ({
    payload: couponForm(),
    before: null,
    after: { name: '新年', traffic: 1024, code: { secret: 'set' } },
    makes: 'coupon',
  }),
  'coupons.delete': (world) => ({
    payload: { id_list: [world.made['coupon'], crypto.randomUUID()] },
    object: world.made['coupon']!,
    before: { name: '新年' },
    after: null,
  }),
  'permissions.update': () => ({
    payload: { name: '高级', desc: '说明' },
    before: null,
    after: { name: '高级', description: '说明' },
    makes: 'permission',
  }),
  'permissions.delete': (world) => ({
    payload: { id: world.made['permission'] },
    object: world.made['permission']!,
    before: { name: '高级' },
    after: null,
  }),
  'shop.updateCombo': () => ({
    payload: { name: '月付', price: 10, vipDuration: 30 },
    before: null,
    after: { name: '月付', price: 10_000, vip_days: 30 },
    makes: 'combo',
  }),
  'shop.deleteCombo': (world) => ({
    payload: { id: world.made['combo'] },
    object: world.made['combo']!,
    before: { name: '月付' },
    after: null,
  }),
  'rules.save': () => ({
    payload: { base: 0, rules: { ...defaultRules, lists: defaultRules.lists.slice(1) } },
    object: 'rules',
    before: { version: 0, default: true },
    after: { version: 1, default: false },
  }),
  'rules.restore': () => ({
    payload: { base: 1, version: null },
    object: 'rules',
    before: { version: 1, default: false },
    after: { version: 2, default: true },
  }),
  'nodes.update': () => ({
    payload: nodeForm({ ssh_password: SECRETS.ssh }),
    before: null,
    after: { name: '东京', ip: '127.0.0.1', ssh_password: { secret: 'set' }, warp_keys: { secret: 'none' } },
    makes: 'node',
  }),
  'nodes.enrolCode': (world) => ({
    payload: { id: world.made['node'] },
    object: world.made['node']!,
    before: null,
    after: { code: { secret: 'set' } },
  }),
  'nodes.clearUpdatetimes': async (world) => {
    await world.scene.app.deps.db
      .updateTable('nodes')
      .set({ config_pushes: 5 })
      .where('id', '=', world.node.id)
      .execute();
    return { payload: {}, object: world.node.id, before: { config_pushes: 5 }, after: { config_pushes: 0 } };
  },
  'nodes.entryUpdate': () => ({
    payload: { name: '广州', ip: '127.0.0.2', index: 1, ipList: [], desc: '', visible: true },
    before: null,
    after: { name: '广州', ip: '127.0.0.2' },
    makes: 'entry',
  }),
  'nodes.entryDelete': (world) => ({
    payload: { id: world.made['entry'] },
    object: world.made['entry']!,
    before: { name: '广州' },
    after: null,
  }),
  'nodes.lineUpdate': (world) => ({
    payload: { name: '线路一', agentID: world.node.id, protocol: 'ss', scale: 2 },
    before: null,
    after: {
      name: '线路一',
      protocol: 'ss',
      scale_ppm: 2_000_000,
      keys: { secret: 'set' },
      shared_keys: { secret: 'set' },
    },
    makes: 'line',
  }),
  'nodes.lineResetHot': async (world) => {
    await world.scene.app.deps.db
      .updateTable('line_hot')
      .set({ hot: 99 })
      .where('line_num', '=', world.node.lines[0]!)
      .execute();
    return { payload: {}, object: world.node.lineIds[0]!, before: { hot: 99 }, after: { hot: 0 } };
  },
  'nodes.lineTest': (world) => ({
    payload: { id: world.made['line'] },
    object: world.made['line']!,
    before: { msg: '' },
    after: { msg: expect.stringContaining('线路一') },
  }),
  'nodes.lineDelete': (world) => ({
    payload: { id: world.made['line'] },
    object: world.made['line']!,
    before: { name: '线路一', keys: { secret: 'set' } },
    after: null,
  }),
  'install.approveHostKey': (world) => ({
    payload: { id: world.made['node'], fingerprint: FINGERPRINT },
    object: world.made['node']!,
    before: { host_key: '' },
    after: { host_key: FINGERPRINT, host_key_at: '127.0.0.1:22' },
  }),
  'install.upgradeAgentserver': (world) => ({
    payload: { ids: [world.made['node']] },
    object: world.made['node']!,
    before: { state: 'idle' },
    after: { state: 'queued' },
  }),
  'install.rollback': async (world) => {
    await idle(world);
    return {
      payload: { id: world.made['node'] },
      object: world.made['node']!,
      before: { state: 'idle', action: 'upgrade' },
      after: { state: 'queued', action: 'rollback' },
    };
  },
  'install.remove': async (world) => {
    await idle(world);
    return {
      payload: { id: world.made['node'], purge: true },
      object: world.made['node']!,
      before: { state: 'idle', action: 'rollback', purge: false },
      after: { state: 'queued', action: 'remove', purge: true },
    };
  },
  'nodes.delete': (world) => ({
    payload: { id: world.made['node'] },
    object: world.made['node']!,
    before: { name: '东京', ssh_password: { secret: 'set' } },
    after: null,
  }),
  'fleet.closeAlarm': async (world) => {
    const id = world.scene.app.deps.ids.next();
    await raiseAlarm(world.scene.app.deps.db, {
      id,
      nodeId: world.node.id,
      kind: 'epoch',
      message: 'why',
      at: world.scene.app.clock.now(),
    });
    return { payload: { id }, object: id, before: { closed_at: null }, after: { closed_at: expect.any(String) } };
  },
  'fleet.settleBatch': async (world) => {
    const id = await hold(world);
    return {
      payload: { id, action: 'dismiss', reason: 'tried twice' },
      object: id,
      before: { state: 'quarantined' },
      after: { state: 'dismissed', reason: 'tried twice' },
      detail: { action: 'dismiss', reason: 'tried twice', node: world.node.id },
    };
  },
  'fleet.undoReports': async (world) => {
    const { db } = world.scene.app.deps;
    const user = await world.scene.app.account();
    const charge = { day: '2026-11-20', node_id: world.node.id, user_num: user.num, spent: 7 };
    await db.insertInto('node_charges').values(charge).execute();
    await db.insertInto('line_daily').values({ day: charge.day, line_num: world.node.lines[0]!, down: 9 }).execute();
    return {
      payload: { id: world.node.id, days: [charge.day], reason: 'taken over' },
      object: world.node.id,
      before: { undone: {} },
      after: { undone: { [charge.day]: 9 } },
      detail: { reason: 'taken over', days: [charge.day], spent: 7 },
    };
  },
  'fleet.acceptBooks': async (world) => {
    const epoch = crypto.randomUUID();
    await world.scene.app.deps.db
      .updateTable('node_agents')
      .set({ state: JSON.stringify({ epoch }) })
      .where('node_id', '=', world.node.id)
      .execute();
    return {
      payload: { id: world.node.id, epoch, reason: 'disk restored' },
      object: world.node.id,
      before: { closed: [] },
      after: { epoch, closed: [expect.any(String)] },
      detail: { reason: 'disk restored', accepted: epoch },
    };
  },
  'accounts.removeSecondStep': async (world) => {
    const id = await secondStep(world);
    return {
      payload: { id },
      object: id,
      before: { second_step: true, secret: { secret: 'set' } },
      after: { second_step: false, secret: { secret: 'none' } },
    };
  },
};

/** Makes a node kit whose files are whole, so that installations are asked for at all. */
export const putKit = ({ scene }: Pick<StaffWorld, 'scene'>): void => {
  const folder = kitFolder(scene.app.deps.env);
  mkdirSync(folder);
  const names = [
    { part: 'agent', name: 'agent.mjs' },
    ...['x64', 'arm64'].flatMap((cpu) => [
      { part: 'xray', cpu, name: `xray-${cpu}.gz` },
      { part: 'node', cpu, name: `node-${cpu}.gz` },
    ]),
  ];
  const files = names.map((file) => ({
    ...file,
    version: '1.0.0',
    bytes: file.name.length,
    sha256: sha256Of(file.name),
  }));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files }));
  for (const { name } of files) writeFileSync(join(folder, name), name);
};
