import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { TestData } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { nodeForm } from './testing.ts';

const app = await createTestApp();
afterAll(() => app.close());
// One admin makes all these changes: their allowance comes back with time.
afterEach(() => app.clock.advance(60_000));
const admin = await app.account({ type: 'admin', steppedUp: true });

const call = (path: string, payload: object = {}) => app.call(`/api/admin/${path}`, payload, admin);
const saved = async (path: string, payload: object): Promise<TestData> => {
  const answer = await call(path, payload);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data;
};

const KEY = `${'A'.repeat(43)}=`;
const warpText = `[Interface]\nPrivateKey=${KEY}\nAddress=172.16.0.2/32\n[Peer]\nPublicKey=${KEY}\nEndpoint=a.test:1\n`;

const entryForm = { name: '入口', ip: '198.51.101.1', ipList: ['198.51.101.1', '198.51.101.2'] };

interface Kind {
  readonly path: string;
  readonly form: object;
  /** What the first one changes, what the second one is told of it, and what the second one wants. */
  readonly theirs: object;
  readonly told: string;
  readonly mine: object;
}

const home = await saved('agents/update', nodeForm({ name: '线路的节点' }));
const kinds: Readonly<Record<string, Kind>> = {
  node: {
    path: 'agents',
    form: nodeForm({ ssh_password: 'hunter2', panel_networks: ['203.0.113.1', '203.0.113.2'] }),
    theirs: { ip: '203.0.113.77', country: { name: '美国', flag: '🇺🇸' } },
    told: '节点已被其他管理员修改：国家、IP',
    mine: { name: '我的名称' },
  },
  entry: {
    path: 'entrys',
    form: entryForm,
    theirs: { ipList: entryForm.ipList.toReversed() },
    told: '入口已被其他管理员修改：IP 列表',
    mine: { desc: '我的描述' },
  },
  line: {
    path: 'agent_line',
    form: { name: '线路', agentID: home._id, protocol: 'vmesh_tcp' },
    theirs: { scale: 2.5, public: true },
    told: '线路已被其他管理员修改：倍率、公共线路',
    mine: { num: 3 },
  },
};

test.each(Object.entries(kinds))(
  'whoever saves a %s that somebody else has changed since is told what, and changes nothing',
  async (_name, { path, form, theirs, told, mine }) => {
    const shown = await saved(`${path}/update`, form);
    const stored = await saved(`${path}/update`, { ...shown, shown, ...theirs });
    expect(stored).toMatchObject(theirs);
    const late = await call(`${path}/update`, { ...shown, shown, ...mine });
    expect(late).toMatchObject({ code: codes.conflict.code, msg: told, data: { now: stored } });
    const listed = (await call(`${path}/list`)).data.find(({ _id }: TestData) => _id === shown._id);
    expect(listed).toEqual(stored);
    expect(await saved(`${path}/update`, { ...stored, ...mine, shown: late.data.now })).toEqual({ ...stored, ...mine });
  },
);

test.each(Object.entries(kinds))(
  'of two who save the same %s at once, one is told of the other',
  async (...[, kind]) => {
    const shown = await saved(`${kind.path}/update`, kind.form);
    const answers = await Promise.all(
      ['甲', '乙'].map((name) => call(`${kind.path}/update`, { ...shown, shown, name })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, codes.conflict.code]);
    const [won, lost] = answers.toSorted((a, b) => a.code - b.code);
    expect(lost!.data).toEqual({ now: won!.data });
  },
);

test('what no admin saves of a node overtakes nobody: health, counters, the erased SSH password', async () => {
  const shown = await saved('agents/update', nodeForm({ ssh_password: 'hunter2' }));
  await app.deps.db
    .updateTable('nodes')
    .set({ ssh_password_enc: null, config_pushes: 7 })
    .where('id', '=', shown._id)
    .execute();
  const answer = await saved('agents/update', { ...shown, shown, name: '改名' });
  expect(answer).toMatchObject({ name: '改名', has_ssh_password: false });
});

test('the networks of a node are a set: another order of them is no change', async () => {
  const panel_networks = ['203.0.113.1', '203.0.113.2'];
  const made = await saved('agents/update', nodeForm({ panel_networks }));
  const shown = { ...made, panel_networks: panel_networks.toReversed() };
  expect(await saved('agents/update', { ...made, shown, name: '改名' })).toMatchObject({ name: '改名' });
});

test('whoever was overtaken is told so before a password is asked for', async () => {
  const other = await app.account({ type: 'admin', password: 'a'.repeat(64) });
  const shown = await saved('agents/update', nodeForm());
  await saved('agents/update', { ...shown, shown, ip: '203.0.113.88' });
  const late = await app.call('/api/admin/agents/update', { ...shown, shown, name: '改名' }, other);
  expect(late).toMatchObject({ code: codes.conflict.code, msg: '节点已被其他管理员修改：IP' });
});

test.each(['ssh_password', 'warp_keys'])(
  'of two who type %s of a node, the second one is told of the first',
  async (name) => {
    const typed = { ssh_password: 'hunter', warp_keys: warpText }[name]!;
    const label = { ssh_password: 'SSH 密码', warp_keys: 'WARP 密钥' }[name];
    const shown = await saved('agents/update', nodeForm({ [name]: typed }));
    const theirs = await saved('agents/update', { ...shown, shown, [name]: typed });
    const late = await call('agents/update', { ...shown, shown, [name]: typed });
    expect(late).toMatchObject({
      code: codes.conflict.code,
      msg: `节点已被其他管理员修改：${label}`,
      data: { now: { [`${name}_mark`]: theirs[`${name}_mark`] } },
    });
    expect((await call('agents/update', { ...shown, shown: late.data.now, [name]: typed })).code).toBe(0);
    // Who types none keeps the one that is stored, whoever has typed it.
    expect(await saved('agents/update', { ...shown, shown, name: '改名' })).toMatchObject({ name: '改名' });
  },
);

test('a save that changes nothing leads to nothing: no entry of the audit, no other catalogue, no news for nodes', async () => {
  for (const { path, form } of Object.values(kinds)) {
    const shown = await saved(`${path}/update`, { ...form, name: `${path} 不变` });
    const seen = async () => {
      const { rows } = await sql<{ catalogue: string; entries: number; changes: number }>`
        select (select value from versions where name = 'catalogue') as catalogue,
               (select count(*)::int from audit_log) as entries,
               (select count(*)::int from fleet_changes) as changes`.execute(app.deps.db);
      return rows[0]!;
    };
    const before = await seen();
    expect(await saved(`${path}/update`, { ...shown, shown })).toEqual(shown);
    expect(await seen()).toEqual(before);
    await saved(`${path}/update`, { ...shown, shown, name: `${path} 变` });
    const after = await seen();
    expect([after.entries - before.entries, after.catalogue !== before.catalogue]).toEqual([1, true]);
  }
});
