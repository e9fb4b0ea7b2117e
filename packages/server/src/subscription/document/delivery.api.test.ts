import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quiet } from '../../../../../testkit/until.ts';
import { createApp } from '../../gate/app.ts';
import type { Gate } from '../../gate/gate.ts';
import { joinNode } from '../../fleet/testing/join-node.ts';
import { nodeForm } from '../../nodes/testing.ts';
import { readEnv } from '../../platform/env.ts';
import { changeSettings } from '../../settings/index.ts';
import { TEST_SECRET_KEY, type TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { wire } from '../../wiring.ts';
import { linkTools } from '../testing.ts';

/** Makes changes; its clock stands still, so it never answers documents here. */
const app = await createTestApp();
const { deps } = app;
const admin = await app.account({ type: 'admin' });

/** A panel of its own on the same database, by the real clock, behind a socket. */
const startPanel = async (): Promise<{ port: number; gate: Gate; close: () => Promise<void> }> => {
  const wired = await wire({
    env: readEnv({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://console.test', TRUST_PROXY: 'loopback' }),
    databaseUrl: app.databaseUrl,
    secretKey: TEST_SECRET_KEY,
    consoleDir: undefined,
    checkAnswers: true,
  });
  const gate = await createApp(wired.gateParts);
  const url = await gate.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: Number(new URL(url).port),
    gate,
    close: async () => {
      await gate.app.close();
      await wired.close();
    },
  };
};

const panels = await Promise.all([startPanel(), startPanel()]);
afterAll(async () => {
  await Promise.all(panels.map((panel) => panel.close()));
  await app.close();
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A second, in which every process learns of a change, and answers that a slow machine may be late by. */
const QUIET_SECOND_MS = 1000;
const MOST_STALE = 4;

let askers = 0;
/** Everyone asks from an address of their own, so that no limit is met. */
const ask = (path: string, headers: Record<string, string> = {}, panel = panels[0]!, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const from = { 'x-forwarded-for': `10.7.${(askers += 1) >> 8}.${askers & 255}` };
    const options = { port: panel.port, host: '127.0.0.1', path, method, headers: { ...from, ...headers } };
    const sent = httpRequest(options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on('error', reject).end();
  });

const { pathOf, customer } = linkTools(app);
const linkOf = (user: TestSession, kind = 'flclash'): Promise<string> => pathOf(user, kind);

let line: Record<string, unknown>;
beforeAll(async () => {
  const node = await app.call('/api/admin/agents/update', nodeForm(), admin);
  await joinNode(app.deps.db, node.data._id);
  const form = { agentID: node.data._id, protocol: 'compat', bridge: 'none', name: '东京', index: 1 };
  const made = await app.call('/api/admin/agent_line/update', form, admin);
  const { data } = await app.call('/api/admin/agent_line/list', {}, admin);
  line = data.find((one: { _id: string }) => one._id === made.data._id);
});

/** Headers that differ from answer to answer. */
const stable = ({ date: _date, 'x-request-id': _id, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders => headers;

test('a plain link and one with a query are answered by two ways with the same bytes', async () => {
  const path = await linkOf(await customer(), 'clash');
  const wrong = `${path.slice(0, -32)}${'z'.repeat(32)}`;
  for (const [link, method] of [
    [path, 'GET'],
    [path, 'HEAD'],
    [wrong, 'GET'],
    [wrong, 'HEAD'],
  ] as const) {
    const [plain, asked] = [await ask(link, {}, panels[0], method), await ask(`${link}?x=1`, {}, panels[0], method)];
    expect([asked.status, asked.body.toString()]).toEqual([plain.status, plain.body.toString()]);
    expect(stable(asked.headers)).toEqual(stable(plain.headers));
    expect(plain.headers['x-request-id']).not.toBe(asked.headers['x-request-id']);
  }
});

test('on the fast path too a right link is answered beside a flood of wrong ones from its address', async () => {
  const path = await linkOf(await customer());
  const from = { 'x-forwarded-for': '10.8.0.1' };
  const wrong = (n: number): string => `${path.slice(0, -32)}${String(n).padStart(32, 'z')}`;
  const flood = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(wrong(n), from)));
  expect(flood.filter(({ status }) => status === 404)).toHaveLength(20);
  expect((await ask(path, from)).status).toBe(200);
});

test('whoever has the document already is told so, with the newest use of traffic', async () => {
  const user = await customer();
  const path = await linkOf(user);
  const first = await ask(path);
  expect(first.headers.etag).toMatch(/^"[\w.-]+"$/);
  for (const tag of [first.headers.etag!, `W/${first.headers.etag}`, `"x", ${first.headers.etag}`, '*']) {
    const again = await ask(path, { 'if-none-match': tag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({
      etag: first.headers.etag,
      'subscription-userinfo': first.headers['subscription-userinfo'],
      'cache-control': 'no-store',
      vary: 'accept-encoding, user-agent',
    });
    expect(again.headers['content-type']).toBeUndefined();
  }
  expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await ask(`${path.slice(0, -32)}${'z'.repeat(32)}`, { 'if-none-match': '*' })).status).toBe(404);
  await deps.db.updateTable('traffic_account').set({ spent: 5 }).where('user_num', '=', user.num).execute();
  await expect
    .poll(async () => (await ask(path, { 'if-none-match': first.headers.etag! })).headers['subscription-userinfo'], {
      interval: 50,
    })
    .toContain('download=5;');
});

test('the same document has the same ETag in every process, another person another one', async () => {
  const path = await linkOf(await customer());
  const [one, two] = [await ask(path, {}, panels[0]), await ask(path, {}, panels[1])];
  expect(two.headers.etag).toBe(one.headers.etag);
  const kinds = await Promise.all(['surge', 'singbox'].map(async (kind) => ask(path.replace('flclash', kind))));
  const other = await ask(await linkOf(await customer()));
  const tags = [one, other, ...kinds].map(({ headers }) => headers.etag);
  expect(new Set(tags).size).toBe(4);
});

const accepts = { 'accept-encoding': 'br, gzip' };

/** The compressed document of whoever has this link, once there is one. */
const compressed = async (path: string): Promise<Reply> => {
  await expect.poll(async () => (await ask(path, accepts)).headers['content-encoding']).toBe('gzip');
  return ask(path, accepts);
};

test.each([
  ['put together from pieces that all users share', 'flclash', 2],
  ['a list that is a text of each user, compressed as a whole for who asks again', 'ss', 1],
])('a document that is compressed is a representation of its own: %s', async (_, kind, times) => {
  const path = await linkOf(await customer(), kind);
  const first = await ask(path, accepts);
  expect(first.headers['content-encoding']).toBeUndefined();
  expect(first.headers.vary).toContain('accept-encoding');
  const small = await compressed(path);
  expect(gunzipSync(small.body).equals(first.body)).toBe(true);
  expect(small.body.length).toBeLessThan(first.body.length / times);
  expect(small.headers.etag).not.toBe(first.headers.etag);
  expect((await ask(path, { ...accepts, 'if-none-match': small.headers.etag! })).status).toBe(304);
  expect((await ask(path)).body.equals(first.body)).toBe(true);
  const head = await ask(path, accepts, panels[0], 'HEAD');
  expect([head.headers['content-length'], head.body.length]).toEqual([String(small.body.length), 0]);
});

test('who asks once gets it compressed too, the same bytes from every process and for every later question', async () => {
  const user = await customer();
  await compressed(await linkOf(user));
  await expect
    .poll(async () => (await ask(await linkOf(user), accepts, panels[1])).headers['content-encoding'])
    .toBe('gzip');
  const path = await linkOf(await customer());
  const [once, elsewhere] = [await ask(path, accepts), await ask(path, accepts, panels[1])];
  const again = [await ask(path, accepts), await ask(path, accepts)];
  expect(once.headers['content-encoding']).toBe('gzip');
  for (const other of [elsewhere, ...again]) {
    expect(other.headers.etag).toBe(once.headers.etag);
    expect(other.body.equals(once.body)).toBe(true);
  }
  expect(gunzipSync(once.body).equals((await ask(path)).body)).toBe(true);
});

test('of a hundred questions at once each is answered with its own document, whatever room that was made in', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, customer));
  const paths = await Promise.all(users.map((user) => linkOf(user, 'clash')));
  const expected = await Promise.all(paths.map(async (path) => (await ask(`${path}?x=1`)).body.toString()));
  expect(new Set(expected).size).toBe(paths.length);
  const rounds = Array.from({ length: 5 }, () => paths).flat();
  const bodies = await Promise.all(rounds.map(async (path) => (await ask(path)).body.toString()));
  const right = bodies.map((body, index) => body === expected[index % expected.length]);
  expect(right).toEqual(rounds.map(() => true));
});

/** What clients see after each change, in every process within a second; documents are kept and compressed before. */
test.each([
  [
    'a line with another name',
    () => app.call('/api/admin/agent_line/update', { ...line, name: '大阪' }, admin),
    '大阪',
  ],
  [
    'the name of the site',
    () => changeSettings(deps.db, { site_name: '海港' }, { at: new Date(), secrets: deps.secrets }),
    `base64:${Buffer.from('海港').toString('base64')}`,
  ],
  [
    'traffic that was used up',
    (user: TestSession) =>
      sql`update traffic_account set spent = granted where user_num = ${user.num}`.execute(deps.db),
    '流量已用完',
  ],
  [
    'a switch of the user',
    (user: TestSession) => sql`update users set use_english_node = true where num = ${user.num}`.execute(deps.db),
    'Japan',
  ],
  ['a new key', (user: TestSession) => app.call('/api/user/reset_userkey', {}, user), '404 not found'],
  [
    'an account that is disabled',
    (user: TestSession) => sql`update users set disabled = true where num = ${user.num}`.execute(deps.db),
    '404 not found',
  ],
] as const)('%s is in the next answer of every process within a second', async (_what, change, sign) => {
  const user = await customer();
  const path = await linkOf(user);
  const shown = async (panel: (typeof panels)[number]): Promise<string> => {
    const { status, headers, body } = await ask(path, {}, panel);
    return `${String(headers['profile-title'])} ${status} ${body.toString()}`;
  };
  for (const panel of panels) for (let n = 0; n < 3; n++) expect(await shown(panel)).not.toContain(sign);
  await change(user);
  await quiet(QUIET_SECOND_MS);
  for (const panel of panels) {
    let answer = '';
    for (let asked = 0; asked < MOST_STALE && !answer.includes(sign); asked += 1) answer = await shown(panel);
    expect(answer).toContain(sign);
  }
});

test('a process that drains answers links like everything else: not any more', async () => {
  const [panel] = panels;
  const path = await linkOf(await customer());
  panel!.gate.state.accepting = false;
  expect((await ask(path)).status).toBe(503);
  panel!.gate.state.accepting = true;
  expect((await ask(path)).status).toBe(200);
});
