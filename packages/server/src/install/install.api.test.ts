import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstallView } from '@skyport/contract/install';
import { installMessage, MESSAGE_MARK } from '@skyport/contract/install-messages';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { endLostRuns, runBatch } from './batch.ts';
import { kitFolder } from '../platform/node-kit.ts';
import { sha256Of } from './script.ts';
import { endInstall, keepLearned, LOG_KEPT, writeProgress } from './store.ts';
import { claimInstall } from './queue-store.ts';

const FINGERPRINT = `SHA256:${'a'.repeat(43)}`;
const NOW = new AbortController().signal;
let app: TestApp;
let admin: TestSession;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-'));
  app = await createTestApp({ DATA_DIR: dataDir });
  admin = await app.account({ type: 'admin', steppedUp: true });
});
beforeEach(async () => {
  app.clock.advance(5 * 60_000);
  for (const table of ['lines', 'node_installs', 'node_alarms', 'nodes'] as const)
    await app.deps.db.deleteFrom(table).execute();
  rmSync(kitFolder(app.deps.env), { recursive: true, force: true });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

const call = (path: string, payload: object = {}) => app.call(`/api/admin/agents/${path}`, payload, admin);
const saveNode = async (change: object = {}): Promise<string> => {
  const form = { name: '东京', country: { name: '日本', flag: '🇯🇵' }, type: 'v2ray', ip: '203.0.114.7', port: 10_000 };
  const answer = await call('update', { ...form, serverType: 'ubuntu_x86', ssh_password: 'typed', ...change });
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data._id;
};
const PARTS = [
  { part: 'agent', name: 'agent.mjs' },
  ...(['x64', 'arm64'] as const).flatMap((cpu) => [
    { part: 'xray', cpu, name: `xray-linux-${cpu}.gz` },
    { part: 'node', cpu, name: `node-linux-${cpu}.gz` },
  ]),
];
const putKit = (without: (name: string) => boolean = () => false): void => {
  const folder = kitFolder(app.deps.env);
  mkdirSync(folder);
  const files = PARTS.map((part) => ({
    ...part,
    version: '1.0.0',
    bytes: part.name.length,
    sha256: sha256Of(part.name),
  }));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files }));
  for (const { name } of files) if (!without(name)) writeFileSync(join(folder, name), name);
};
const batches = async (): Promise<string[]> => {
  const rows = await app.deps.db.selectFrom('node_installs').select('batch_id').distinct().execute();
  return rows.flatMap(({ batch_id }) => batch_id ?? []);
};
/** A node that a run of ours has just taken. */
const running = async (): Promise<{ id: string; self: { nodeId: string; run: string } }> => {
  putKit();
  const id = await saveNode();
  await call('upgrade_agentserver', { _id: id });
  const [batch = ''] = await batches();
  const self = { nodeId: id, run: app.deps.ids.next() };
  await claimInstall(app.deps.db, { nodeId: id, batch, run: self.run, at: app.deps.clock.now() });
  return { id, self };
};
const shown = async (id: string): Promise<InstallView> => (await call('install_log', { id })).data.install;

test('without a kit nothing begins, and what is missing is named with what to do', async () => {
  const id = await saveNode();
  const none = await call('upgrade_agentserver', { _id: id });
  expect(none).toMatchObject({ code: 1109 });
  expect(none.msg).toContain('节点“东京”无法安装：缺少节点程序');
  expect(none.msg).toContain('npm run node-kit');
  expect((await call('node_kit')).data).toMatchObject({ ready: false, files: [] });
  putKit((name) => name === 'node-linux-x64.gz');
  expect((await call('upgrade_agentserver', { _id: id })).msg).toContain('运行环境 Node（x64）');
  const kit = (await call('node_kit')).data as TestData;
  expect(kit.ready).toBe(true);
  expect(kit.files).toHaveLength(4);
  expect(kit.problems).toEqual([
    '运行环境 Node（x64）的文件 node-linux-x64.gz 缺失或已损坏：请在面板服务器上运行 npm run node-kit',
  ]);
  expect(await call('upgrade_agentserver', { _id: await saveNode({ serverType: 'apine' }) })).toMatchObject({
    code: 0,
  });
});

test('one node or several are queued in their order; a busy one is refused', async () => {
  putKit();
  const ids = [await saveNode(), await saveNode(), await saveNode()];
  const answer = await call('upgrade_agentserver', { ids: [ids[2], ids[0], ids[2]] });
  expect(answer.data.map(({ _id, state }: InstallView) => [_id, state])).toEqual([
    [ids[2], 'queued'],
    [ids[0], 'queued'],
  ]);
  expect(await call('upgrade_agentserver', { ids })).toMatchObject({ code: 1109 });
  expect((await call('install_states')).data.map(({ state }: InstallView) => state).toSorted()).toEqual([
    'idle',
    'queued',
    'queued',
  ]);
  for (const path of ['rollback_agentserver', 'remove_agentserver'])
    expect(await call(path, { id: ids[0] })).toMatchObject({ code: 1109 });
  expect(await call('approve_host_key', { id: ids[0], fingerprint: FINGERPRINT })).toMatchObject({ code: 1109 });
});

test('without anything to log in with nothing begins, and the node is named with what to do', async () => {
  putKit();
  const [open, closed] = [await saveNode(), await saveNode({ name: '大阪', ssh_password: '' })];
  for (const [path, payload] of [
    ['upgrade_agentserver', { _id: closed }],
    ['upgrade_agentserver', { ids: [open, closed] }],
    ['rollback_agentserver', { id: closed }],
    ['remove_agentserver', { id: closed }],
  ] as const) {
    const { code, msg } = await call(path, payload);
    expect({ code, msg }).toEqual({
      code: 1109,
      msg: '节点“大阪”没有 SSH 登录信息：请先编辑节点，填写 SSH 密码或私钥',
    });
  }
  expect((await call('install_states')).data.map(({ state }: InstallView) => state)).toEqual(['idle', 'idle']);
  await call('approve_host_key', { id: closed, fingerprint: FINGERPRINT });
  await keepLearned(app.deps.db, closed, { key_at: 'root@203.0.114.7:22' });
  expect(await call('upgrade_agentserver', { _id: closed })).toMatchObject({ code: 0 });
});

test("the panel's own key counts for the server only at which it was left", async () => {
  putKit();
  const id = await saveNode({ ssh_password: '' });
  await call('approve_host_key', { id, fingerprint: FINGERPRINT });
  await keepLearned(app.deps.db, id, { key_at: 'root@203.0.114.8:22' });
  expect(await call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 1109 });
});

test('calls that make no sense are refused', async () => {
  putKit();
  const id = await saveNode();
  for (const payload of [{}, { _id: id, ids: [id] }, { ids: [] }, { _id: 'x' }])
    expect((await call('upgrade_agentserver', payload)).code, JSON.stringify(payload)).toBeGreaterThanOrEqual(1100);
  const nobody = app.deps.ids.next();
  expect(await call('upgrade_agentserver', { _id: nobody })).toMatchObject({ code: 1104 });
  for (const path of ['rollback_agentserver', 'remove_agentserver', 'install_log'])
    expect(await call(path, { id: nobody }), path).toMatchObject({ code: 1104 });
  expect(await call('approve_host_key', { id: nobody, fingerprint: FINGERPRINT })).toMatchObject({ code: 1104 });
  expect(await call('approve_host_key', { id, fingerprint: 'MD5:00:11' })).toMatchObject({ code: 1100 });
});

test('a rollback needs something to go back to, and a usage journal is thrown away of nodes without lines only', async () => {
  const id = await saveNode();
  await app.call('/api/admin/agent_line/update', { name: '线路', agentID: id, protocol: 'vmesh_tcp' }, admin);
  await call('approve_host_key', { id, fingerprint: FINGERPRINT });
  await keepLearned(app.deps.db, id, { version: '1.0.0-a' });
  expect(await call('rollback_agentserver', { id })).toMatchObject({ code: 1109, msg: '没有可以回滚的版本' });
  expect(await call('remove_agentserver', { id, purge: true })).toMatchObject({ code: 1109 });
  expect((await call('remove_agentserver', { id })).data).toMatchObject({ state: 'queued', action: 'remove' });
});

test('what waits for a host key goes on by itself once the key that was seen is approved', async () => {
  const { id, self } = await running();
  const { db } = app.deps;
  await keepLearned(db, id, { seen_key: FINGERPRINT, seen_key_kind: 'ssh-ed25519' });
  await endInstall(db, self, {
    state: 'waiting-host-key',
    reason: installMessage('firstContact'),
    at: app.deps.clock.now(),
  });
  const other = `SHA256:${'b'.repeat(43)}`;
  expect(await call('approve_host_key', { id, fingerprint: other })).toMatchObject({ code: 1109 });
  const approved = await call('approve_host_key', { id, fingerprint: FINGERPRINT });
  expect(approved.data).toMatchObject({ state: 'queued', action: 'upgrade', host_key: FINGERPRINT, seen_host_key: '' });
});

test('who approved which host key in place of which one stands in the audit log; what is refused does not', async () => {
  putKit();
  const id = await saveNode();
  const other = `SHA256:${'b'.repeat(43)}`;
  const at = '203.0.114.7:22';
  expect(await call('approve_host_key', { id, fingerprint: FINGERPRINT })).toMatchObject({ code: 0 });
  await keepLearned(app.deps.db, id, { seen_key: other, seen_key_kind: 'ssh-ed25519' });
  expect(await call('approve_host_key', { id, fingerprint: FINGERPRINT })).toMatchObject({ code: 1109 });
  app.clock.advance(1000);
  expect(await call('approve_host_key', { id, fingerprint: other })).toMatchObject({ code: 0 });
  const name = 'install.approveHostKey';
  const rows = await app.deps.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object', '=', id)
    .where('call', '=', name)
    .orderBy('at')
    .execute();
  const common = { actor: admin.userId, call: name, object: id, kind: 'install' };
  expect(rows).toMatchObject([
    { ...common, before: { host_key: '', host_key_at: '' }, after: { host_key: FINGERPRINT, host_key_at: at } },
    { ...common, before: { host_key: FINGERPRINT, seen_key: other }, after: { host_key: other, seen_key: '' } },
  ]);
  expect(rows.every(({ address }) => address !== '')).toBe(true);
});

test('a log is read piece by piece, loses its beginning when it grows, and begins anew with the next run', async () => {
  const { id, self } = await running();
  const write = (text: string) =>
    writeProgress(app.deps.db, self, { step: 'upload', percent: 30, text, at: app.deps.clock.now() });
  await write('一二三\n');
  const first = (await call('install_log', { id })).data;
  expect(first).toMatchObject({ offset: 0, text: '一二三\n', next: 4, install: { step: 'upload', percent: 30 } });
  await write('four\n');
  expect((await call('install_log', { id, offset: 4 })).data).toMatchObject({ offset: 4, text: 'four\n', next: 9 });
  await write('x'.repeat(LOG_KEPT));
  expect((await call('install_log', { id, offset: 4 })).data).toMatchObject({ offset: 9, next: 9 + LOG_KEPT });
  await endInstall(app.deps.db, self, { state: 'done', reason: null, at: app.deps.clock.now() });
  expect(await write('too late')).toBe(false);
  await call('upgrade_agentserver', { _id: id });
  expect((await call('install_log', { id, offset: 9 + LOG_KEPT })).data).toMatchObject({
    offset: 0,
    text: '',
    next: 0,
  });
});

test("no cut of a log makes a line of the panel's out of the end of a server's line", async () => {
  const { id, self } = await running();
  const forged = `12:00:01 ${MESSAGE_MARK}{"code":"warpSent","values":[]}\n`;
  const write = (text: string) =>
    writeProgress(app.deps.db, self, { step: 'upload', percent: 30, text, at: app.deps.clock.now() });
  const first = `12:00:00 from the server: ${forged}`;
  await write(first);
  const filler = `${'y'.repeat(LOG_KEPT - forged.length - 1)}\n`;
  await write(filler);
  expect((await call('install_log', { id })).data).toMatchObject({
    offset: first.length,
    text: filler,
    next: first.length + filler.length,
  });
});

test('a run whose panel has died is ended, so that it can be repeated', async () => {
  const { id, self } = await running();
  await endLostRuns(app.deps);
  expect(await shown(id)).toMatchObject({ state: 'running' });
  app.clock.advance(3 * 60_000);
  await endLostRuns(app.deps);
  expect(await shown(id)).toMatchObject({ state: 'failed' });
  expect(await writeProgress(app.deps.db, self, { step: '', percent: 0, text: 'x', at: app.deps.clock.now() })).toBe(
    false,
  );
  expect(await call('upgrade_agentserver', { _id: id })).toMatchObject({ code: 0 });
});

test('a node that waits for a place is left to wait as long as somebody is at work elsewhere', async () => {
  const { self } = await running();
  const id = await saveNode();
  await call('upgrade_agentserver', { _id: id });
  app.clock.advance(20 * 60_000);
  await writeProgress(app.deps.db, self, { step: 'upload', percent: 30, text: '', at: app.clock.now() });
  await endLostRuns(app.deps);
  expect(await shown(id)).toMatchObject({ state: 'queued' });
  app.clock.advance(3 * 60_000);
  await endLostRuns(app.deps);
  await endLostRuns(app.deps);
  expect(await shown(id)).toMatchObject({ state: 'failed' });
});

test('a server that leads into a private network is not dialled, and the rest of its batch is left alone', async () => {
  putKit();
  const ids = [await saveNode({ ssh_password: 'never sent anywhere' }), await saveNode()];
  await app.deps.db.updateTable('nodes').set({ ip: '127.0.0.1' }).execute();
  await call('upgrade_agentserver', { ids });
  const [batch = ''] = await batches();
  await runBatch(app.deps, batch, NOW);
  expect(await shown(ids[0]!)).toMatchObject({
    state: 'failed',
    reason: { code: 'privateAddress', values: ['127.0.0.1'] },
  });
  expect(await shown(ids[1]!)).toMatchObject({ state: 'idle', reason: { code: 'firstFailed', values: [] } });
  await runBatch(app.deps, batch, NOW);
  expect(await shown(ids[0]!)).toMatchObject({ state: 'failed' });
});

test('a sentence of a run from before there were reasons is still shown, until the next run', async () => {
  putKit();
  const id = await saveNode();
  await call('upgrade_agentserver', { _id: id });
  await app.deps.db
    .updateTable('node_installs')
    .set({ state: 'failed', error: '磁盘空间不足' })
    .where('node_id', '=', id)
    .execute();
  expect(await shown(id)).toMatchObject({ state: 'failed', reason: null, error: '磁盘空间不足' });
  await call('upgrade_agentserver', { _id: id });
  expect(await shown(id)).toMatchObject({ state: 'queued', reason: null, error: '' });
});

test('a panel that stops leaves queued nodes to be asked for again', async () => {
  putKit();
  const id = await saveNode();
  await call('upgrade_agentserver', { _id: id });
  const [batch = ''] = await batches();
  await runBatch(app.deps, batch, AbortSignal.abort());
  expect(await shown(id)).toMatchObject({ state: 'idle', reason: { code: 'panelStopped', values: [] } });
});

test('scripts, their checksums and the files of the kit are served to servers, and nothing else of the disk', async () => {
  putKit((name) => name === 'xray-linux-arm64.gz');
  const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.gate.app.inject({ method, url });
  const script = await get('/install/alpine_reality.sh');
  expect(script.statusCode).toBe(200);
  expect(script.body).toContain("BASE_URL='http://console.test'");
  const sum = await get('/install/alpine_reality.sh.sha256');
  expect(sum.body).toBe(`${sha256Of(script.body)}  alpine_reality.sh\n`);
  expect((await get('/install/kit/agent.mjs')).body).toBe('agent.mjs');
  const head = await get('/install/kit/agent.mjs', 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '9', '']);
  for (const path of [
    'nothing.sh',
    'ubuntu_x86',
    'kit/manifest.json',
    'kit/..%2F..%2Fetc%2Fpasswd',
    'kit/xray-linux-arm64.gz',
  ])
    expect((await get(`/install/${path}`)).statusCode, path).toBe(404);
});
