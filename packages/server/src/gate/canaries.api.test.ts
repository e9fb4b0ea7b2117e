import fs from 'node:fs';
import { allRows } from '@skyport/contract';
import type { BuiltCall } from '@skyport/contract/call';
import { exportPath } from '@skyport/contract/list-export';
import { defaultRules } from '@skyport/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestAnswer } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { createApp } from './app.ts';
import { canariesIn, plant, type Canary, type Planted } from './testing/canaries.ts';
import { createStateReader } from './testing/database-state.ts';
import { people, type Person, type SaveScene } from './testing/save-case.ts';
import { callAs, createSaveScene } from './testing/save-scene.ts';

/*
 * A canary in every secret that the product keeps: no list, page or figure that anybody can read holds one, nor does a
 * line of the log, a row of the error log, an entry of the audit, a job, or any other row of the database in clear.
 */

const STDOUT = 1;
let scene: SaveScene;
let planted: Planted;
/** Everything that was written to the standard output by the two ways of the log. */
const log: string[] = [];
const [writeSync, write] = [fs.writeSync, fs.write] as unknown as ((...given: unknown[]) => number)[];
const spies = [vi.spyOn(fs, 'writeSync'), vi.spyOn(fs, 'write')] as const;

beforeAll(async () => {
  spies[0].mockImplementation(((fd: number, text: string | Buffer, ...more: unknown[]) => {
    if (fd !== STDOUT) return writeSync!(fd, text, ...more);
    log.push(text.toString());
    return Buffer.byteLength(text);
  }) as typeof fs.writeSync);
  spies[1].mockImplementation(((fd: number, text: string | Buffer, ...more: unknown[]) => {
    if (fd !== STDOUT) return write!(fd, text, ...more);
    log.push(text.toString());
    (more.at(-1) as (fault: null, bytes: number) => void)(null, Buffer.byteLength(text));
  }) as unknown as typeof fs.write);
  scene = await createSaveScene(
    await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1', LOG_LEVEL: 'trace', TEST_PAYMENTS: '1' }),
  );
  planted = await plant(scene);
});
afterAll(async () => {
  await scene.app.close();
  for (const spy of spies) spy.mockRestore();
});

const reads = allRows().flatMap(({ feature, name, row }) =>
  row.kind === 'call' && row.rate === 'read' ? [{ name: `${feature}.${name}`, row }] : [],
);

/** What each read is asked for: of the person who asks, or of the planted things. */
const inputOf = ({ input }: BuiltCall, name: string): object => {
  const person = scene.sessions.normal.userId;
  const { node, entry, order, trade, ticket } = planted;
  const preview = {
    rules: defaultRules,
    kind: 'clash',
    switches: { inXinjiang: false, inForeign: false, useEnglish: false },
  };
  const known: Readonly<Record<string, object>> = {
    'nodes.entryRelay': { id: entry },
    'tickets.refresh': { id: ticket },
    'tickets.ticket': { id: ticket },
    'rules.preview': { ...preview, userAgent: '' },
  };
  const all = { uid: person, user_id: person, userId: person, id: node, order_id: order, trade_id: trade };
  const wanted = 'shape' in input ? Object.keys(input.shape as object) : [];
  return known[name] ?? Object.fromEntries(Object.entries(all).filter(([key]) => wanted.includes(key)));
};

/** Who must be answered by a read: an admin, but where it is somebody else's alone. */
const answeredOf = (name: string): Person => (name === 'agency.customers' ? 'agency' : 'admin');

const isOwn = ({ owner }: Canary, name: string, who: Person): boolean =>
  owner !== undefined && owner.call === name && who !== 'stranger' && scene.sessions[who].userId === owner.userId;

test('the canaries are there: of settings, nodes, lines, keys of the panel, and accounts', () => {
  expect(planted.canaries.length).toBeGreaterThan(40);
  for (const { text } of planted.canaries) expect(text.length).toBeGreaterThan(6);
});

const failing = () => {
  const { handlers } = scene.app.gate;
  const setConfig = async () => {
    throw new Error('a fault of ours');
  };
  return { ...handlers, settings: { ...handlers.settings, setConfig } };
};

const count = async (table: 'error_log' | 'audit_log'): Promise<number> => {
  const rows = await scene.app.deps.db.selectFrom(table).select('id').execute();
  return rows.length;
};

test('what is refused or fails while it carries secrets leaves none behind', async () => {
  const [password, setting, ssh] = ['e'.repeat(64), 'canary-of-a-refused-setting', 'canary-of-a-refused-node'];
  const sent = [password, setting, ssh].map((text) => ({ name: text, text }));
  const app = await createApp({ ...scene.app.gate, handlers: failing() });
  const { email } = scene.sessions.normal;
  const admin = scene.sessions.admin.cookie;
  const refused = async (path: string, payload: object, cookie = '') => {
    const { code } = await scene.app.call(path, payload, cookie);
    expect(code).not.toBe(0);
  };
  await refused('/api/user/login', { email, password });
  await refused('/api/user/set_password', { current: password, password }, scene.sessions.normal.cookie);
  await refused('/api/admin/config/set_config', { smtp_password: setting, push_min: 0 }, admin);
  await refused('/api/admin/agents/update', { name: '', ssh_password: ssh, warp_keys: ssh }, admin);
  const body = { data: Buffer.from(JSON.stringify({ smtp_password: setting, confirm: password })).toString('base64') };
  const headers = { cookie: admin, host: 'console.test' };
  const failed = await app.app.inject({ method: 'POST', url: '/api/admin/config/set_config', headers, payload: body });
  expect(failed.statusCode).toBe(500);
  await app.app.close();
  planted = { ...planted, canaries: [...planted.canaries, ...sent] };
  expect(await count('error_log')).toBeGreaterThan(0);
});

test.each(reads)('$name tells nobody a secret but its owner', async ({ name, row }) => {
  for (const who of people) {
    const answer: TestAnswer = await callAs(scene, who, { path: row.path, payload: inputOf(row, name) });
    if (who === answeredOf(name)) expect(answer, `${name}: ${answer.msg}`).toMatchObject({ code: 0 });
    const strange = planted.canaries.filter((canary) => !isOwn(canary, name, who));
    expect({ who, found: canariesIn(JSON.stringify(answer), strange) }).toEqual({ who, found: [] });
  }
});

const exports = allRows().flatMap(({ feature, name, row }) =>
  row.kind === 'call' && row.audit === 'export' ? [{ name: `${feature}.${name}`, row }] : [],
);

test.each(exports)('the file of $name has every column, and no secret', async ({ row }) => {
  const { columns } = (row.input as unknown as { shape: { columns: { element: { options: string[] } } } }).shape;
  const payload = { columns: columns.element.options };
  const { data, code } = await callAs(scene, 'admin', { path: row.path, payload });
  expect(code).toBe(0);
  const headers = { cookie: scene.sessions.admin.cookie, host: 'console.test' };
  const file = await scene.app.gate.app.inject({ url: exportPath(data.ticket), headers });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.payload.split('\r\n')[0]!.split(',')).toHaveLength(payload.columns.length);
  expect(canariesIn(file.payload, planted.canaries)).toEqual([]);
});

test('its owner is told a userkey: the search finds what is there', async () => {
  const { data } = await callAs(scene, 'normal', { path: '/api/user/userinfo' });
  expect(canariesIn(JSON.stringify(data), planted.canaries)).toEqual(['a userkey']);
});

test('no row of the database holds a secret in clear, but the columns that are for it', async () => {
  expect(await count('audit_log')).toBeGreaterThan(5);
  const rows = await (await createStateReader(scene.app.deps.db))();
  const found = [...rows].flatMap(([key, row]) =>
    Object.entries(row).flatMap(([column, value]) => {
      if (value === null || typeof value === 'boolean') return [];
      const place = `${key.split(' ')[0]!}.${column}`;
      const others = planted.canaries.filter(({ stored }) => stored !== place);
      return canariesIn(JSON.stringify(value), others).map((name) => `${name} in ${place}`);
    }),
  );
  expect(found).toEqual([]);
  const jobs = await sql`select to_jsonb(j) as job from graphile_worker._private_jobs j`.execute(scene.app.deps.db);
  expect(canariesIn(JSON.stringify(jobs.rows), planted.canaries)).toEqual([]);
});

test('no line of the log holds a secret', async () => {
  // Lines of requests are gathered before they are written.
  await expect.poll(() => log.join('')).toContain('users.sessions');
  expect(log.join('')).toContain('a fault of ours');
  expect(canariesIn(log.join('\n'), planted.canaries)).toEqual([]);
});
