import { createPublicKey, X509Certificate } from 'node:crypto';
import { LineSpec } from '@skyport/contract/fleet';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestApp, TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { findSshNode, listFleetNodes, listLineSources } from './index.ts';

let app: TestApp;
let admin: TestSession;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin', steppedUp: true });
});
beforeEach(async () => {
  // So that no test meets the limits that another has used up.
  app.clock.advance(5 * 60_000);
  await app.deps.db.deleteFrom('line_hot').execute();
  for (const table of ['lines', 'entries', 'node_enrolments', 'node_agents', 'fleet_changes', 'nodes'] as const)
    await app.deps.db.deleteFrom(table).execute();
});
afterAll(() => app.close());

const node = (change: object = {}) => ({
  name: '东京',
  country: { name: '日本', flag: '🇯🇵' },
  type: 'v2ray',
  ip: '203.0.114.7',
  host: 'jp.example.com',
  ctrl_port: 888,
  port: 10_000,
  public_port: 20_000,
  zz_port: 30_000,
  serverType: 'ubuntu_x86',
  ...change,
});
const line = (agentID: string, change: object = {}) => ({ name: '线路', agentID, protocol: 'vmesh_tcp', ...change });
const call = (path: string, payload: object = {}) => app.call(`/api/admin/${path}`, payload, admin);
const saved = async (path: string, payload: object): Promise<TestData> => {
  const answer = await call(path, payload);
  expect(answer, answer.msg).toMatchObject({ status: 200, code: 0 });
  return answer.data;
};
const saveNode = (change: object = {}) => saved('agents/update', node(change));
const saveLine = (agentID: string, change: object = {}) => saved('agent_line/update', line(agentID, change));
const saveEntry = (change: object = {}) => saved('entrys/update', { name: '入口', ip: '198.51.101.1', ...change });
const catalogue = async (): Promise<number> =>
  (await app.deps.db.selectFrom('versions').select('value').where('name', '=', 'catalogue').executeTakeFirstOrThrow())
    .value;
const changes = async () =>
  (await app.deps.db.selectFrom('fleet_changes').select('node_id').execute()).map((r) => r.node_id);
const offsets = async () =>
  (
    await app.deps.db
      .selectFrom('lines')
      .select(['name', 'port_offset'])
      .where('deleted_at', 'is', null)
      .orderBy('num')
      .execute()
  ).map((row) => row.port_offset);

/** Fields of a node in the specification; its `country` has a name and a flag. */
const NODE_FIELDS =
  `_id index name country type ip host ctrl_port zz_port port public_port desc warp open_log serverType
  ssh_port ssh_username ssh_password status agent_version updateConfigTimes`.split(/\s+/);

test('a node is saved, listed, changed and deleted, and nodes get every change', async () => {
  const before = await catalogue();
  const made = await saveNode({ ssh_password: 'hunter2' });
  const unseen = { status: false, health: 'unknown', enrolled: false };
  expect(made).toMatchObject({ ...node(), ...unseen, ssh_password: '', has_ssh_password: true });
  expect(NODE_FIELDS.filter((name) => made[name] === undefined)).toEqual([]);
  await saved('agents/update', { ...node({ name: '大阪' }), _id: made._id });
  expect((await call('agents/list')).data).toMatchObject([{ _id: made._id, name: '大阪', has_ssh_password: true }]);
  expect(await catalogue()).toBe(before + 2);
  expect(await changes()).toEqual([made._id, made._id]);
  await saved('agents/delete', { id: made._id });
  expect((await call('agents/list')).data).toEqual([]);
  expect((await call('agents/delete', { id: made._id })).code).toBe(1104);
});

test.each([
  ['another address', { ip: '203.0.114.99' }],
  ['no address but its name', { ip: '' }],
  ['another control port', { ctrl_port: 889 }],
  ['another bandwidth', { link_mbps: 2000 }],
])('with %s a node is saved after a step-up only', async (_what, elsewhere) => {
  const password = 'a'.repeat(64);
  const other = await app.account({ type: 'admin', password });
  const made = await saveNode();
  const save = (payload: object) => app.call('/api/admin/agents/update', { ...payload, _id: made._id }, other);
  expect(await save(node({ name: '改名', host: 'us.example.com' }))).toMatchObject({ code: 0 });
  expect(await save(node(elsewhere))).toMatchObject({ code: 1115 });
  expect((await call('agents/list')).data).toMatchObject([{ name: '改名', ip: made.ip, ctrl_port: made.ctrl_port }]);
  expect(await save({ ...node(elsewhere), confirm: password })).toMatchObject({ code: 0, data: elsewhere });
});

test('an entry is listed with every field, and gone once it is deleted', async () => {
  const fields = { name: '广州', ip: '198.51.101.1', ipList: ['198.51.101.2'], desc: '中转', visible: false, index: 3 };
  const entry = await saveEntry(fields);
  const kept = await saveEntry({ name: '深圳', index: 4 });
  const { data } = await call('entrys/list');
  expect(data[0]).toEqual({ _id: entry._id, ...fields });
  await saved('entrys/delete', { id: entry._id });
  expect((await call('entrys/list')).data.map(({ _id }: TestData) => _id)).toEqual([kept._id]);
  expect((await call('entrys/delete', { id: entry._id })).code).toBe(1104);
});

test('the country file lists every country with its name and flag', async () => {
  const { statusCode, body } = await app.gate.app.inject({ url: '/country/country.json' });
  expect(statusCode).toBe(200);
  const list = JSON.parse(body) as { readonly name: string; readonly flag: string }[];
  expect(list).toContainEqual(expect.objectContaining({ name: '香港', flag: '🇭🇰' }));
  expect(list).toContainEqual(expect.objectContaining({ name: '日本', flag: '🇯🇵' }));
  expect(list.length).toBeGreaterThan(240);
  expect(list.filter(({ name, flag }) => name === '' || flag === '')).toEqual([]);
});

test('the SSH password is stored encrypted and goes along with a copy', async () => {
  const made = await saveNode({ ssh_password: 'hunter2' });
  const copy = await saveNode({ name: '副本', copy_of: made._id });
  expect(copy.has_ssh_password).toBe(true);
  const rows = await app.deps.db.selectFrom('nodes').select(['id', 'ssh_password_enc']).execute();
  for (const { id, ssh_password_enc } of rows) {
    expect(ssh_password_enc?.includes('hunter2')).toBe(false);
    expect(app.deps.secrets.decrypt(ssh_password_enc!, `nodes.ssh:${id}`)).toBe('hunter2');
  }
});

test.each([
  ['another address', { ip: '203.0.114.99' }],
  ['another SSH port', { ssh_port: 2222 }],
])('a stored SSH password is for one place: with %s it is forgotten, and no copy has it', async (_what, elsewhere) => {
  const made = await saveNode({ ssh_password: 'hunter2' });
  expect((await saveNode({ ...elsewhere, name: '副本', copy_of: made._id })).has_ssh_password).toBe(false);
  const kept = await saved('agents/update', { ...node({ name: '改名' }), _id: made._id });
  expect(kept.has_ssh_password).toBe(true);
  const moved = await saved('agents/update', { ...node(elsewhere), _id: made._id });
  expect(moved.has_ssh_password).toBe(false);
  const back = await saved('agents/update', { ...node(), _id: made._id });
  expect(back.has_ssh_password).toBe(false);
  const typed = await saved('agents/update', { ...node(elsewhere), _id: made._id, ssh_password: 'hunter3' });
  expect(typed.has_ssh_password).toBe(true);
});

test('keys of WARP are stored encrypted, kept until others are typed, and are nothing that a copy takes over', async () => {
  const secret = `${'A'.repeat(43)}=`;
  const configuration = `[Interface]\nPrivateKey=${secret}\nAddress=172.16.0.2/32\n[Peer]\nPublicKey=${secret}\nEndpoint=a.test:1\n`;
  expect((await call('agents/update', node({ warp_keys: 'no configuration' }))).code).toBe(1100);
  const made = await saveNode({ warp: true, warp_keys: configuration });
  expect(made).toMatchObject({ warp_keys: '', has_warp_keys: true });
  const again = await saved('agents/update', { ...node({ warp: true }), _id: made._id });
  expect(again.has_warp_keys).toBe(true);
  expect((await saveNode({ name: '副本', copy_of: made._id })).has_warp_keys).toBe(false);
  const row = await app.deps.db
    .selectFrom('nodes')
    .select('warp_keys_enc')
    .where('id', '=', made._id)
    .executeTakeFirst();
  expect(row?.warp_keys_enc?.includes(secret)).toBe(false);
  const found = await findSshNode(app.deps.db, made._id, app.deps);
  expect(JSON.parse(found?.warpFile ?? '')).toMatchObject({ privateKey: secret, peer: { endpoint: 'a.test:1' } });
  expect(JSON.stringify((await call('agents/list')).data)).not.toContain(secret);
});

test('who may reach the control port is a list of addresses and networks, empty unless somebody fills it', async () => {
  expect((await saveNode()).panel_networks).toEqual([]);
  const networks = ['203.0.113.9', '198.51.100.0/24', '2001:db8::/32', '2001:db8::1'];
  const made = await saveNode({ name: '副本', panel_networks: networks });
  expect(made.panel_networks).toEqual(networks);
  const [, found] = await listFleetNodes(app.deps.db, app.deps);
  expect(found?.panelNetworks).toEqual(networks);
  for (const wrong of ['203.0.113.0/33', 'panel.example', '203.0.113.9; drop', '::1%eth0', ''])
    expect((await call('agents/update', node({ panel_networks: [wrong] }))).code).toBe(1100);
  const many = Array.from({ length: 17 }, (_, at) => `203.0.113.${at}`);
  expect((await call('agents/update', node({ panel_networks: many }))).code).toBe(1100);
});

test('customers see names, countries and latency, and no address', async () => {
  await saveNode({ desc: '家宽', index: 3 });
  await saveNode({ name: '停用', enabled: false });
  const { data } = await app.call('/api/agent/agent_list');
  expect(data).toMatchObject([
    { name: '东京', desc: '家宽', country: { name: '日本', flag: '🇯🇵' }, speed: null, orderID: 3 },
  ]);
  expect(JSON.stringify(data)).not.toContain('203.0.114');
});

test.each([
  ['a loopback address', { ip: '127.0.0.1' }],
  ['a private address', { ip: '10.0.0.8' }],
  ['a metadata address', { ip: '169.254.169.254' }],
  ['an inner name', { host: 'db.internal' }],
  ['an unknown country', { country: { name: '无', flag: '🏴' } }],
  ['no port at all', { port: null, public_port: null, zz_port: null }],
  ['no address at all', { ip: '', host: '' }],
])('a node with %s is refused', async (_what, change) => {
  expect((await call('agents/update', node(change))).code).toBe(1100);
  expect((await call('agents/list')).data).toEqual([]);
});

test('entries and lines may not lead to private addresses either', async () => {
  const { _id } = await saveNode();
  expect((await call('entrys/update', { name: '入口', ip: '192.168.0.1' })).code).toBe(1100);
  expect((await call('entrys/update', { name: '入口', ip: '198.51.101.1', ipList: ['::1'] })).code).toBe(1100);
  expect((await call('agent_line/update', line(_id, { ip: '127.0.0.1' }))).code).toBe(1100);
});

test('a refusal that concerns one field names it', async () => {
  const bare = await saveNode({ type: 'reality', host: '', zz_port: null });
  const fieldOf = async (path: string, form: object): Promise<unknown> => (await call(path, form)).data?.field;
  const reality = { protocol: 'reality' };
  expect(await call('agent_line/update', line(bare._id, reality))).toMatchObject({
    code: 1100,
    msg: 'REALITY 线路需要节点或线路的域名，或 REALITY 目标',
    data: { field: 'realityTarget' },
  });
  const entry = await saveEntry();
  const through = { ...reality, host: 'a.example.com', bridge: 'report', entryID: entry._id };
  expect(await fieldOf('agent_line/update', line(bare._id, through))).toBe('bridge');
  expect(await fieldOf('agent_line/update', line(bare._id, { protocol: 'ss' }))).toBe('protocol');
  expect(await fieldOf('agent_line/update', line(bare._id, { ...reality, ip: '127.0.0.1' }))).toBe('ip');
  expect(await fieldOf('entrys/update', { name: '入口', ip: '198.51.101.1', ipList: ['::1'] })).toBe('ipList');
  expect(await fieldOf('agents/update', node({ country: { name: '无', flag: '🏴' } }))).toBe('country');
  expect(await fieldOf('agents/delete', { id: bare._id })).toBeUndefined();
});

test('every line of a node gets the lowest free port offset and keeps it', async () => {
  const { _id } = await saveNode();
  const first = await saveLine(_id, { protocol: 'vmesh_tcp' });
  await saveLine(_id, { protocol: 'ss' });
  await saveLine(_id, { protocol: 'ss' });
  expect(await offsets()).toEqual([0, 1, 2]);
  await saved('agent_line/delete_agent', { id: first._id });
  await saveLine(_id, { protocol: 'compat' });
  expect(await offsets()).toEqual([1, 2, 0]);
  const { data } = await call('agent_line/list');
  await saved('agent_line/update', { ...data[0], name: '新名' });
  expect((await offsets()).toSorted()).toEqual([0, 1, 2]);
});

test('an offset never lands on the control port, and ports end at 65535', async () => {
  const near = await saveNode({ ctrl_port: 10_001 });
  await saveLine(near._id);
  await saveLine(near._id);
  expect(await offsets()).toEqual([0, 2]);
  const high = await saveNode({ public_port: 65_535 });
  await saveLine(high._id);
  expect((await call('agent_line/update', line(high._id))).code).toBe(1109);
});

test('the type of a node decides about its protocols', async () => {
  const { _id } = await saveNode({ type: 'reality' });
  expect((await call('agent_line/update', line(_id, { protocol: 'ss' }))).code).toBe(1100);
  const h2 = await saveNode({ type: 'h2' });
  const entry = await saveEntry();
  expect(
    (await call('agent_line/update', line(h2._id, { protocol: 'h2', bridge: 'report', entryID: entry._id }))).code,
  ).toBe(1100);
  await saveLine(_id, { protocol: 'reality' });
  expect((await call('agents/update', { ...node({ type: 'v2ray' }), _id })).code).toBe(1109);
});

test('a line through an entry needs an entry and a port to dial on it', async () => {
  const bare = await saveNode({ zz_port: null });
  const entry = await saveEntry();
  const through = { bridge: 'report', entryID: entry._id };
  expect((await call('agent_line/update', line(bare._id, through))).code).toBe(1100);
  const { _id } = await saveNode();
  await saveLine(_id, through);
  expect((await call('entrys/delete', { id: entry._id })).code).toBe(1109);
  expect((await call('agents/delete', { id: _id })).code).toBe(1109);
  expect((await call('agents/update', { ...node({ zz_port: null }), _id })).code).toBe(1109);
  await app.deps.db.deleteFrom('fleet_changes').execute();
  await saved('entrys/update', { ...(await call('entrys/list')).data[0], visible: false });
  expect(await changes()).toEqual([_id]);
});

test('unknown nodes, entries and permissions are said to be unknown', async () => {
  const nobody = '01990000-0000-7000-8000-000000000000';
  expect((await call('agent_line/update', line(nobody))).code).toBe(1104);
  const { _id } = await saveNode();
  expect((await call('agent_line/update', line(_id, { bridge: 'report', entryID: nobody }))).code).toBe(1104);
  expect((await call('agent_line/update', line(_id, { permissionRequire: nobody }))).code).toBe(1104);
  expect((await call('agent_line/delete_agent', { id: nobody })).code).toBe(1104);
  expect((await call('agents/enrol_code', { id: nobody })).code).toBe(1104);
  expect((await call('agents/clear_updatetimes', { id: nobody })).code).toBe(1104);
  expect((await call('agent_line/reset_hot', { id: nobody })).code).toBe(1104);
});

test('the panel makes the keys of every protocol, and both sides fit', async () => {
  const [v2ray, reality, h2] = [await saveNode(), await saveNode({ type: 'reality' }), await saveNode({ type: 'h2' })];
  for (const protocol of ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat']) await saveLine(v2ray._id, { protocol });
  await saveLine(reality._id, { protocol: 'reality', host: 'www.borrowed.example' });
  await saveLine(h2._id, { protocol: 'h2' });
  const specs = (await listFleetNodes(app.deps.db, app.deps)).flatMap((each) => each.lines.map(({ spec }) => spec));
  for (const spec of specs) expect(LineSpec.parse(spec)).toEqual(spec);
  const shown = new Map((await listLineSources(app.deps.db)).map(({ line: l }) => [l.protocol, l.publicSecrets]));
  const of = (protocol: string): TestData => specs.find((spec) => spec.protocol === protocol);
  expect(Buffer.from(of('ss').serverKey, 'base64')).toHaveLength(16);
  expect(shown.get('ss')?.serverKey).toBe(of('ss').serverKey);
  expect(shown.get('vmesh_ws')?.path).toBe(of('vmesh_ws').path);
  expect(of('reality')).toMatchObject({ serverNames: ['www.borrowed.example'], target: 'www.borrowed.example:443' });
  const x = shown.get('reality')?.publicKey ?? '';
  const jwk = { kty: 'OKP', crv: 'X25519', x, d: String(of('reality').privateKey) };
  expect(createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' })).toMatchObject({
    x: jwk.x,
  });
  expect(of('reality').shortIds).toEqual([shown.get('reality')?.shortId]);
  const certificate = new X509Certificate(of('h2').certificate);
  expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(shown.get('h2')?.pin);
  const stored = await app.deps.db.selectFrom('lines').select(['secrets_enc', 'public_secrets']).execute();
  expect(JSON.stringify(stored.map((row) => row.public_secrets))).not.toContain(of('reality').privateKey);
  expect(stored.some((row) => row.secrets_enc.includes(of('reality').privateKey))).toBe(false);
});

test('a line without any host has a server name of its own, on which certificate, pin and documents agree', async () => {
  const h2 = await saveNode({ type: 'h2', host: '' });
  const made = [await saveLine(h2._id, { protocol: 'h2' }), await saveLine(h2._id, { protocol: 'h2', name: '二' })];
  const shown = (await listLineSources(app.deps.db)).map(({ line: { publicSecrets } }) => publicSecrets);
  const specs = (await listFleetNodes(app.deps.db, app.deps)).flatMap(({ lines }) => lines.map(({ spec }) => spec));
  expect(new Set(shown.map(({ serverName }) => serverName)).size).toBe(2);
  for (const [i, { serverName = '', pin }] of shown.entries()) {
    expect(serverName).toMatch(/^[a-z]+\.[a-z]+\.(?:com|net|org)$/);
    const spec: TestData = specs[i];
    expect(spec.serverName).toBe(serverName);
    const certificate = new X509Certificate(spec.certificate);
    expect(certificate.checkHost(serverName)).toBe(serverName);
    expect(certificate.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(pin);
  }
  const old = { ...shown[0], serverName: 'line.invalid' };
  await app.deps.db
    .updateTable('lines')
    .set({ public_secrets: JSON.stringify(old) })
    .where('id', '=', made[0]._id)
    .execute();
  await saved('agent_line/update', { ...line(h2._id, { protocol: 'h2', name: '改名' }), _id: made[0]._id });
  const again = (await listLineSources(app.deps.db)).find(({ line: { id } }) => id === made[0]._id);
  expect(again?.line.publicSecrets).toEqual(old);
});

test('keys stay when a line is saved again, and are new for another protocol', async () => {
  const { _id } = await saveNode();
  const made = await saveLine(_id, { protocol: 'ss' });
  const keyNow = async () => (await listLineSources(app.deps.db))[0]?.line.publicSecrets;
  const before = await keyNow();
  await saved('agent_line/update', { ...line(_id, { protocol: 'ss', name: '改名' }), _id: made._id });
  expect(await keyNow()).toEqual(before);
  await saved('agent_line/update', { ...line(_id, { protocol: 'vmesh_ws' }), _id: made._id });
  expect((await keyNow())?.path).toMatch(/^\//);
});

test('an enrolment code lasts half an hour and replaces the one before', async () => {
  const { _id } = await saveNode();
  const first = (await call('agents/enrol_code', { id: _id })).data;
  const second = (await call('agents/enrol_code', { id: _id })).data;
  expect(Date.parse(second.expires) - app.clock.now().getTime()).toBe(30 * 60_000);
  const rows = await app.deps.db.selectFrom('node_enrolments').selectAll().execute();
  expect(rows).toHaveLength(1);
  const stored = app.deps.secrets.decrypt(rows[0]!.code_enc, `node_enrolments.code:${_id}`);
  expect([stored, stored === first.code]).toEqual([second.code, false]);
});

test('with a code comes the line to run on the server, and the list says why nothing has come of it yet', async () => {
  const { _id, join_problem } = await saveNode({ serverType: 'apine' });
  expect(join_problem).toBe(null);
  const { code, command } = (await call('agents/enrol_code', { id: _id })).data;
  expect(command).toContain('curl -fsSL -o "$f" \'http://console.test/install/apine.sh\' || wget -O');
  expect(command).toContain(`--node-id ${_id} --port 888 --code ${code} `);
  const problem = { code: 'portClosed', detail: '', ended: false };
  await app.deps.db
    .updateTable('node_enrolments')
    .set({ problem: JSON.stringify(problem) })
    .execute();
  expect((await call('agents/list')).data).toMatchObject([{ _id, join_problem: problem }]);
  const beside = await saveNode({ ctrl_port: 999 });
  const other = (await call('agents/enrol_code', { id: beside._id })).data.command;
  expect(other).toMatch(/ --prefix '\/opt\/skyport-\d+'$/);
});

test('traffic counters and push counters are set to zero, one or all', async () => {
  const { _id } = await saveNode();
  const [a, b] = [await saveLine(_id), await saveLine(_id, { protocol: 'ss' })];
  await app.deps.db.updateTable('line_hot').set({ hot: 7 }).execute();
  await saved('agent_line/reset_hot', { id: a._id });
  const hot = async () => (await call('agent_line/list')).data.map((l: TestData) => l.hot);
  expect(await hot()).toEqual([0, 7]);
  await saved('agent_line/reset_hot', {});
  expect(await hot()).toEqual([0, 0]);
  expect(b.hot).toBe(0);
  await app.deps.db.updateTable('nodes').set({ config_pushes: 5 }).execute();
  await saved('agents/clear_updatetimes', {});
  expect((await call('agents/list')).data[0].updateConfigTimes).toBe(0);
});

test('two lines saved at once never share a port', async () => {
  const { _id } = await saveNode();
  await Promise.all(Array.from({ length: 8 }, () => saveLine(_id, { protocol: 'ss' })));
  expect((await offsets()).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
