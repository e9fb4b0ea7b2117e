import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codes } from '@skyport/contract/codes';
import type { OutsideListId } from '@skyport/contract/outside-lists';
import { defaultRules } from '@skyport/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinNode } from '../../fleet/testing/join-node.ts';
import { nodeForm } from '../../nodes/testing.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts';
import { runJob, type Job } from '../../platform/jobs.ts';
import { linkTools } from '../../subscription/testing.ts';
import type { TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { fetchOutsideLists } from './jobs.ts';

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

/** A server of lists that answers what a test says. */
let answer: RequestListener = () => undefined;
const asked: { url: string; tag: string | undefined }[] = [];
const server = createServer((request, response) => {
  asked.push({ url: request.url ?? '', tag: request.headers['if-none-match'] });
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const many = (count: number, form: (n: number) => string = (n) => `site-${n}.example`): string =>
  Array.from({ length: count }, (_, n) => form(n)).join('\n');
const gives =
  (text: string, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text);

const lists = (session: TestSession | string = admin) => app.call('/api/rules/outside_lists', {}, session);
const fetchNow = (list: OutsideListId, session: TestSession | string = admin) =>
  app.call('/api/rules/fetch_outside_list', { list }, session);
const stateOf = async (list: OutsideListId) =>
  (await lists()).data.lists.find((one: { list: string }) => one.list === list);
const runs = (input: { list?: OutsideListId } = {}) => runJob(fetchOutsideLists as Job<unknown>, deps, input);
const file = async (name: string, headers: Record<string, string> = {}) => {
  clock.advance(SECOND_MS);
  return app.gate.app.inject({ url: `/describe/rules/${name}`, headers: { host: 'console.test', ...headers } });
};

const form = (path: string, fields: object) => app.call(path, fields, admin);
let pathTo: (kind: string) => Promise<string>;
beforeAll(async () => {
  const node = await form('/api/admin/agents/update', nodeForm());
  await joinNode(deps.db, node.data._id);
  const line = { agentID: node.data._id, protocol: 'compat', bridge: 'none', name: '东京', index: 1 };
  expect(await form('/api/admin/agent_line/update', line)).toMatchObject({ code: 0 });
  const { customer, pathOf } = linkTools(app);
  const user = await customer();
  pathTo = (kind) => pathOf(user, kind);
});
const documentOf = async (kind: string, agent: string): Promise<string> => {
  clock.advance(SECOND_MS);
  return (await linkTools(app).fetch(await pathTo(kind), { agent })).body;
};

beforeEach(async () => {
  // Versions only grow: processes hold copies by them.
  await deps.db
    .updateTable('outside_lists')
    .set({
      version: sql`version + 1`,
      names: '',
      name_count: 0,
      source: '',
      etag: '',
      checked_at: null,
      asked_at: null,
    })
    .execute();
  await app.changeSettings({ mainland_list_on: true, mainland_list_url: `${base}/cn.txt`, ad_list_on: false });
  asked.length = 0;
});

test('a list that is switched on is fetched by the job, served as files, and named by documents', async () => {
  await app.changeSettings({ ad_list_on: true, ad_list_url: `${base}/ads.txt` });
  answer = (request, response) =>
    gives(many(500, (n) => `${request.url === '/cn.txt' ? 'home' : 'advert'}-${n}.example`))(request, response);
  await runs();
  expect(asked.map(({ url }) => url)).toEqual(['/cn.txt', '/ads.txt']);
  expect(await stateOf('cn')).toMatchObject({ isOn: true, names: 500, problem: null, source: `${base}/cn.txt` });
  expect((await file('cn.names')).body).toContain('"+.home-7.example"');
  expect((await file('cn.rules')).body).toContain('DOMAIN-SUFFIX,home-7.example\n');
  expect((await file('ads.set')).body).toContain('"advert-7.example"');
  expect((await file('cn.list')).body).not.toContain('home-7');
  const documents = [
    ['mjclash', 'mihomo/1.19.30', '/describe/rules/ads.names'],
    ['stash', 'Stash/3.1', '/describe/rules/cn.names'],
    ['surge', 'Surge iOS/3000', '/describe/rules/cn.rules'],
    ['surfboard', 'Surfboard/2.24', '/describe/rules/cn.rules'],
    ['singbox', 'sing-box 1.14.1', '/describe/rules/cn.set'],
  ] as const;
  for (const [kind, agent, address] of documents) expect(await documentOf(kind, agent), kind).toContain(address);
  await app.changeSettings({ mainland_list_on: false, ad_list_on: false });
  for (const [kind, agent] of documents)
    expect(await documentOf(kind, agent), kind).not.toMatch(/ads\.names|cn\.rules|\.set"/);
  expect((await file('cn.names')).body).not.toContain('home-7');
});

test('an admin has a list fetched at once, by a job, while it is switched on', async () => {
  answer = gives(many(400));
  expect(await fetchNow('cn')).toMatchObject({ code: 0, data: { lists: [{ list: 'cn', isFetching: true }, {}] } });
  const queued = await app.call('/api/admin/jobs/list', {}, admin);
  expect(queued.data.jobs.map(({ name }: { name: string }) => name)).toContain('rules.fetch-outside-lists');
  clock.advance(SECOND_MS);
  await runs({ list: 'cn' });
  expect(await stateOf('cn')).toMatchObject({ isFetching: false, names: 400 });
  expect(await fetchNow('ads')).toMatchObject({ code: codes.conflict.code, msg: '广告域名名单未开启' });
});

test('lists from outside are for admins only, with both session parts', async () => {
  const calls = [(s: TestSession | string) => lists(s), (s: TestSession | string) => fetchNow('cn', s)];
  for (const call of calls) {
    expect((await call(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const)
      expect((await call(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
  }
  expect(await stateOf('cn')).toMatchObject({ isFetching: false });
});

const abroadNames = defaultRules.lists
  .filter(({ target }) => !['direct', 'ads', 'cn'].includes(target))
  .flatMap((list) => list.suffixes);
const huge = 'x'.repeat(7 * 1024 * 1024);
test.each<[string, string, RequestListener]>([
  ['that is huge', 'large', gives(huge)],
  ['that is empty', 'short', gives('')],
  ['that is a page', 'notList', gives('<html>please log in</html>')],
  ['that says to be a page', 'notList', gives(many(500), { 'content-type': 'text/html' })],
  ['of a third of the names', 'halved', gives(many(300))],
  ['of names abroad', 'conflicts', gives(`${many(600)}\n${many(600, (n) => abroadNames[n] ?? `more-${n}.example`)}`)],
  ['with an error', 'status', gives(many(600), {}, 500)],
  ['that leads in a circle', 'address', gives('', { location: '/cn.txt' }, 302)],
  ['that leads to an address without a scheme for us', 'address', gives('', { location: 'ftp://127.0.0.1/' }, 302)],
  [
    'that breaks off',
    'unreachable',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' }).write(many(400));
      setImmediate(() => response.destroy());
    },
  ],
])('an answer %s leaves the list in use', async (_, problem, lie) => {
  answer = gives(many(700));
  await runs();
  const before = await file('cn.names');
  expect(before.body).toContain('site-699.example');
  clock.advance(DAY_MS);
  answer = lie;
  await runs();
  expect(await stateOf('cn')).toMatchObject({ names: 700, problem });
  const after = await file('cn.names');
  expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
  answer = gives(many(710));
  clock.advance(HOUR_MS);
  await runs();
  expect(await stateOf('cn')).toMatchObject({ names: 710, problem: null });
});

test('a redirect is followed, and an unchanged list is not sent again', async () => {
  answer = ({ url, headers }, response) => {
    if (url === '/cn.txt') response.writeHead(302, { location: '/newest.txt' }).end();
    else if (headers['if-none-match'] === '"one"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"one"' }).end(many(400));
  };
  await runs();
  const { fetchedAt } = await stateOf('cn');
  clock.advance(HOUR_MS);
  await runs();
  expect(asked.map(({ url }) => url)).toEqual(['/cn.txt', '/newest.txt']);
  clock.advance(DAY_MS);
  await runs();
  expect(asked.at(-1)).toEqual({ url: '/newest.txt', tag: '"one"' });
  expect(await stateOf('cn')).toMatchObject({ fetchedAt, checkedAt: clock.now().toISOString(), names: 400 });
});

test('names that go through lines are dropped and counted, and so are rows without a name', async () => {
  answer = gives(`${many(400)}\nwww.google.com\nchatgpt.com\nregexp:^a$\n192.0.2.1`);
  await runs();
  expect(await stateOf('cn')).toMatchObject({ names: 400, droppedNames: 2, droppedRows: 2 });
  expect((await file('cn.names')).body).not.toContain('google.com');
});

test('a long file is sent compressed to those who can read that', async () => {
  answer = gives(many(5000));
  await runs();
  const plain = await file('cn.names');
  const compressed = await file('cn.names', { 'accept-encoding': 'gzip' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  const same = await file('cn.names', { 'accept-encoding': 'gzip', 'if-none-match': String(compressed.headers.etag) });
  expect(same.statusCode).toBe(304);
});

test('an address that is never asked cannot be saved, and a list needs one', async () => {
  const strict = await createTestApp();
  try {
    const boss = await strict.account({ type: 'admin', steppedUp: true });
    const save = (values: object) => strict.call('/api/admin/config/set_config', values, boss);
    for (const url of ['http://lists.example/cn.txt', 'https://10.0.0.1/cn.txt'])
      expect(await save({ mainland_list_url: url })).toMatchObject({ code: codes.invalidPayload.code });
    expect(await save({ ad_list_on: true, ad_list_url: '' })).toMatchObject({ code: codes.invalidPayload.code });
    expect(await save({ ad_list_on: true })).toMatchObject({ code: 0 });
  } finally {
    await strict.close();
  }
});
