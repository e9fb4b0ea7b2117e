import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RuleSet } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import { codes } from '@skyport/contract/codes';
import { defaultRules } from '@skyport/documents';
import { afterAll, afterEach, expect, test } from 'vitest';
import { SECOND_MS } from '../platform/clock.ts';
import { linkTools } from '../subscription/testing.ts';
import { joinNode } from '../fleet/testing/join-node.ts';
import { nodeForm } from '../nodes/testing.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });
const colleague = await app.account({ type: 'admin' });

const get = (session: TestSession | string | undefined = admin) => app.call('/api/rules/get', {}, session);
const save = (payload: unknown, session: TestSession | string | undefined = admin) =>
  app.call('/api/rules/save', payload, session);
const restore = (payload: unknown, session: TestSession | string | undefined = admin) =>
  app.call('/api/rules/restore', payload, session);
const preview = (payload: unknown, session: TestSession | string | undefined = admin) =>
  app.call('/api/rules/preview', payload, session);

/** The default with a list of its own, by whose host it is known. */
const edited = (host = 'intranet.example', more: Partial<RuleSet> = {}): RuleSet => ({
  ...defaultRules,
  lists: [
    { id: 'own', zh: '自定义', target: 'direct', suffixes: [host], domains: [], keywords: [], networks: [] },
    ...defaultRules.lists,
  ],
  ...more,
});
const version = async (): Promise<number> => (await get()).data.version;
const saveNow = async (rules: RuleSet, session = admin) => save({ base: await version(), rules }, session);
const catalogueVersion = async (): Promise<number> =>
  (await deps.db.selectFrom('versions').select('value').where('name', '=', 'catalogue').executeTakeFirstOrThrow())
    .value;

afterEach(async () => {
  await deps.db.deleteFrom('rule_sets').execute();
  clock.advance(SECOND_MS);
});

test('an installation begins with the default, without a version', async () => {
  expect(await get()).toMatchObject({
    code: 0,
    data: { version: 0, isDefault: true, rules: defaultRules, ownHosts: ['console.test'], history: [] },
  });
});

test('rules are saved as a new version, with who and when', async () => {
  const answer = await save({ base: 0, rules: edited() });
  expect(answer).toMatchObject({ code: 0, data: { version: 1, isDefault: false, rules: edited() } });
  clock.advance(SECOND_MS);
  const second = await save({ base: 1, rules: edited('other.example') }, colleague);
  expect(second.data.history).toMatchObject([
    {
      version: 2,
      by: colleague.email,
      at: clock.now().toISOString(),
      isDefault: false,
      lists: 16,
      groups: 26,
      entries: countEntries(edited()),
    },
    { version: 1, by: admin.email },
  ]);
  expect((await get()).data).toEqual(second.data);
});

test('entries are stored tidy, as people write them', async () => {
  await saveNow(edited('.Intranet.Example'));
  expect((await get()).data.rules.lists[0].suffixes).toEqual(['intranet.example']);
});

test('a change that was made from an older version is refused, and changes nothing', async () => {
  await saveNow(edited());
  const before = await catalogueVersion();
  for (const base of [0, 2]) {
    expect(await save({ base, rules: edited('late.example') }, colleague)).toMatchObject({ code: codes.conflict.code });
    expect((await restore({ base, version: null }, colleague)).code).toBe(codes.conflict.code);
  }
  expect((await get()).data).toMatchObject({ version: 1, rules: edited() });
  expect(await catalogueVersion()).toBe(before);
});

test('of two who save at once one is told of the other', async () => {
  const answers = await Promise.all([
    save({ base: 0, rules: edited('one.example') }),
    save({ base: 0, rules: edited('two.example') }, colleague),
  ]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect(await version()).toBe(1);
});

test('rules that a client would refuse are refused with the reason, and change nothing', async () => {
  await saveNow(edited());
  const before = await catalogueVersion();
  const wrong: readonly [RuleSet, string][] = [
    [edited('*.example'), '规则“自定义”的域名后缀第 1 行“*.example”：不要写 *，域名后缀已包含所有子域名'],
    [edited('x.example', { final: 'nobody' }), '兜底分组 nobody 不存在'],
    [{ ...edited(), groups: defaultRules.groups.filter(({ id }) => id !== 'auto') }, '成员 auto 不存在'],
  ];
  for (const [rules, reason] of wrong) {
    const answer = await saveNow(rules);
    expect(answer.code).toBe(codes.invalidPayload.code);
    expect(answer.msg).toContain(reason);
    expect((await preview({ rules, kind: 'flclash', switches: off })).msg).toContain(reason);
  }
  expect((await save({ base: 1, rules: { ...edited(), groups: [] } })).code).toBe(codes.invalidPayload.code);
  expect((await get()).data).toMatchObject({ version: 1, rules: edited() });
  expect(await catalogueVersion()).toBe(before);
});

test('no list may refuse the host of the links', async () => {
  const ads = edited().lists.map((list) => (list.id === 'ads' ? { ...list, domains: ['console.test'] } : list));
  expect((await saveNow(edited('a.example', { lists: ads }))).msg).toBe('规则“广告”：会拦截订阅域名 console.test');
});

test('a past version and the default can be had back, each as the newest version', async () => {
  await saveNow(edited('one.example'));
  await saveNow(edited('two.example'));
  expect((await restore({ base: 2, version: 1 })).data).toMatchObject({ version: 3, rules: edited('one.example') });
  const reset = await restore({ base: 3, version: null });
  expect(reset.data).toMatchObject({ version: 4, isDefault: true, rules: defaultRules });
  expect(reset.data.history.map((one: { isDefault: boolean }) => one.isDefault)).toEqual([true, false, false, false]);
  expect((await restore({ base: 4, version: 9 })).code).toBe(codes.notFound.code);
  expect((await restore({ base: 4, version: 3 })).data).toMatchObject({ version: 5, isDefault: false });
  expect((await restore({ base: 5, version: 4 })).data).toMatchObject({ version: 6, isDefault: true });
});

test('rules that are in force already are no other version, and nobody who edits them was overtaken', async () => {
  await saveNow(edited());
  const entries = async () => (await deps.db.selectFrom('audit_log').select('id').execute()).length;
  const before = await entries();
  expect((await save({ base: 1, rules: edited() }, colleague)).data).toMatchObject({ version: 1, rules: edited() });
  expect(await entries()).toBe(before);
  expect((await save({ base: 1, rules: edited('other.example') })).data).toMatchObject({ version: 2 });
  expect(await entries()).toBe(before + 1);
});

test('twenty versions are shown and fifty kept', async () => {
  const rules = JSON.stringify(edited());
  const rows = Array.from({ length: 60 }, (_, i) => ({ version: i + 1, rules, saved_at: clock.now(), saved_by: null }));
  await deps.db.insertInto('rule_sets').values(rows).execute();
  const { data } = await saveNow(edited('last.example'));
  expect([data.version, data.history.length, data.history[1].by]).toEqual([61, 20, '']);
  const kept = await deps.db.selectFrom('rule_sets').select('version').orderBy('version').execute();
  expect([kept.length, kept[0]?.version]).toEqual([50, 12]);
});

test('titles are saved in NFC without hidden characters, and older ones stay in use', async () => {
  const named = (zh: string): RuleSet => {
    const { lists } = edited();
    return edited('intranet.example', { lists: [{ ...lists[0]!, zh }, ...lists.slice(1)] });
  };
  expect(await save({ base: 0, rules: named('a\u200Bb') })).toMatchObject({
    code: codes.invalidPayload.code,
    msg: '规则“a\u200Bb”：名称不能包含不可见字符',
  });
  expect((await save({ base: 0, rules: named('a\u0301') })).data.rules.lists[0].zh).toBe('\u00E1');
  const older = named('a\u200Bb');
  await deps.db.insertInto('rule_sets').values({ version: 2, rules: older, saved_at: clock.now() }).execute();
  expect((await get()).data.rules.lists[0].zh).toBe('a\u200Bb');
  expect((await preview({ rules: older, kind: 'flclash', switches: off })).code).toBe(0);
  expect((await restore({ base: 2, version: 1 })).data.version).toBe(3);
  expect((await restore({ base: 3, version: 2 })).data).toMatchObject({ version: 4, rules: older });
});

test('stored rules that cannot be used any more give the default', async () => {
  const broken = JSON.stringify({ ...edited(), final: 'nobody' });
  await deps.db.insertInto('rule_sets').values({ version: 1, rules: broken, saved_at: clock.now() }).execute();
  expect((await get()).data).toMatchObject({ version: 1, rules: defaultRules });
  expect((await restore({ base: 1, version: 1 })).msg).toBe('兜底分组 nobody 不存在');
  const older = JSON.stringify({ ...edited(), main: 7 });
  await deps.db.insertInto('rule_sets').values({ version: 2, rules: older, saved_at: clock.now() }).execute();
  expect((await get()).data).toMatchObject({ version: 2, isDefault: false, rules: defaultRules });
  expect((await restore({ base: 2, version: 2 })).msg).toBe('该版本已无法使用');
});

const off = { inXinjiang: false, inForeign: false, useEnglish: false };

test('a preview is a whole document of sample lines, and saves nothing', async () => {
  const rules = edited('intranet.example', {
    groups: [
      ...defaultRules.groups,
      { id: 'moon', zh: '月球', en: 'Moon', type: 'url-test', members: [{ countries: ['ZZ'] }] },
    ],
  });
  rules.lists.push({ id: 'a', zh: '空', target: 'moon', suffixes: [], domains: [], keywords: [], networks: [] });
  const answer = await preview({ rules, kind: 'flclash', switches: off });
  expect(answer).toMatchObject({
    code: 0,
    data: { emptyGroups: ['回国线路', '月球'], emptyLists: ['空'], strayLists: ['空'] },
  });
  const { text, bytes } = answer.data;
  expect(text).toContain('DOMAIN-SUFFIX,intranet.example,DIRECT');
  expect(text).toContain('🇭🇰 香港 01');
  expect(text).toContain('DOMAIN,console.test,官网');
  expect(bytes).toBe(Buffer.byteLength(text));
  expect((await get()).data).toMatchObject({ version: 0, rules: defaultRules });
});

test('a preview follows the kind, the switches and the client, and never shows anybody', async () => {
  const abroad = { ...off, inForeign: true, useEnglish: true };
  const { data } = await preview({
    rules: defaultRules,
    kind: 'singbox',
    switches: abroad,
    userAgent: 'sing-box 1.9.7',
  });
  expect(data.text).toContain('"dns-out"');
  expect(data.text).toContain('Return to China');
  expect(data.emptyGroups).toEqual([]);
  const { data: key } = await app.call('/api/user/userinfo', {}, admin);
  expect(data.text).not.toContain(key.userkey);
  expect((await preview({ rules: defaultRules, kind: 'nonsense', switches: off })).code).toBe(
    codes.invalidPayload.code,
  );
});

test('rules are kept by admins only, with both session parts', async () => {
  const calls = [
    (s: TestSession | string) => get(s),
    (s: TestSession | string) => save({ base: 0, rules: edited() }, s),
    (s: TestSession | string) => restore({ base: 0, version: null }, s),
    (s: TestSession | string) => preview({ rules: edited(), kind: 'flclash', switches: off }, s),
  ];
  for (const call of calls) {
    expect((await call(`token=${admin.token}`)).code).toBe(codes.sessionExpired.code);
    for (const type of ['normal', 'channel', 'yunying'] as const) {
      expect((await call(await app.account({ type }))).code).toBe(codes.roleForbidden.code);
    }
  }
  expect(await version()).toBe(0);
});

const form = (path: string, fields: object) => app.call(path, fields, admin);
const subscriber = async (): Promise<string> => {
  const node = await form('/api/admin/agents/update', nodeForm());
  await joinNode(app.deps.db, node.data._id);
  const line = { agentID: node.data._id, protocol: 'compat', bridge: 'none', name: '东京', index: 1 };
  expect(await form('/api/admin/agent_line/update', line)).toMatchObject({ code: 0 });
  const { customer, pathOf } = linkTools(app);
  return pathOf(await customer(), 'flclash');
};
const fetched = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.gate.app.inject({ method, url, headers: { host: 'console.test', ...headers } });

test('what is saved stands in documents and files within a second', async () => {
  const url = await subscriber();
  const documents = async (): Promise<string[]> => [
    (await fetched(url)).body,
    (await fetched('/describe/q.filter')).body,
  ];
  for (const body of await documents()) expect(body).not.toContain('intranet.example');
  await saveNow(edited());
  clock.advance(SECOND_MS);
  for (const body of await documents()) expect(body).toContain('intranet.example');
  expect((await fetched('/describe/rules/own.list')).body).toBe('DOMAIN-SUFFIX,intranet.example\n');
  await restore({ base: 1, version: null });
  clock.advance(SECOND_MS);
  for (const body of await documents()) expect(body).not.toContain('intranet.example');
  expect((await fetched('/describe/rules/own.list')).statusCode).toBe(404);
});

test('the filter for Quantumult is a file that may be cached and is identified by its ETag', async () => {
  const file = await fetched('/describe/q.filter');
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'content-length': String(Buffer.byteLength(file.body)),
  });
  expect(file.body).toMatch(/^host, console\.test, direct\n[\s\S]+\nfinal, proxy\n$/);
  const etag = String(file.headers.etag);
  for (const tag of [etag, `"x", W/${etag}`]) {
    const same = await fetched('/describe/q.filter', { 'if-none-match': tag });
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag]);
  }
  expect((await fetched('/describe/q.filter', { 'if-none-match': '"x"' })).statusCode).toBe(200);
  const head = await fetched('/describe/q.filter', {}, 'HEAD');
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
    200,
    '',
    file.headers['content-length'],
  ]);
});

test.each([
  ['ai.list', 'text/plain; charset=utf-8', 'DOMAIN-SUFFIX,openai.com\n'],
  ['ai.yaml', 'text/yaml; charset=utf-8', '"DOMAIN-SUFFIX,openai.com"'],
  ['ai.names', 'text/yaml; charset=utf-8', '"+.openai.com"'],
  ['ai.json', 'application/json; charset=utf-8', '".openai.com"'],
  ['ai.filter', 'text/plain; charset=utf-8', 'host-suffix, openai.com, proxy'],
])('each list is a file: %s', async (name, type, part) => {
  const file = await fetched(`/describe/rules/${name}`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, type]);
  expect(file.body).toContain(part);
  expect((await fetched(`/describe/rules/${name}`, {}, 'HEAD')).body).toBe('');
});

test.each(['nobody.list', 'ai.exe', 'ai', '.list', '..%2Fai.list', 'AI.list', 'ai.list.list'])(
  'there is no file %s',
  async (name) => {
    const answer = await fetched(`/describe/rules/${name}`);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  },
);

test('documents of mihomo name the file of the whole list at the host of their link, and nobody’s key', async () => {
  const { body } = await fetched(await subscriber());
  const provided = body.split('\n').filter((row) => row.includes('/describe/'));
  expect(provided).toHaveLength(1);
  expect(provided[0]).toMatch(/url: "https?:\/\/console\.test\/describe\/rules\/cn\.names"/);
});

test('the whole list of the mainland has more names than documents, or those of an operator’s file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lists-'));
  const own = await createTestApp({ DATA_DIR: folder });
  const names = async (): Promise<string> => (await own.gate.app.inject({ url: '/describe/rules/cn.names' })).body;
  try {
    expect(await names()).toContain('"+.qq.com"');
    expect(await names()).toContain('"+.freebuf.com"');
    expect((await own.gate.app.inject({ url: '/describe/rules/cn.list' })).body).not.toContain('freebuf.com');
    await mkdir(join(folder, 'lists'));
    const rows = [
      '# mine',
      'one.example',
      '+.two.example # why',
      'DOMAIN-SUFFIX,three.example',
      '192.0.2.1',
      'a"b.example',
      '',
    ];
    await writeFile(join(folder, 'lists', 'cn.txt'), rows.join('\r\n'));
    const placed = await names();
    for (const name of ['qq.com', 'one.example', 'two.example']) expect(placed).toContain(`"+.${name}"`);
    expect(placed).not.toMatch(/freebuf|three\.example|192\.0|a\\"b/);
    await rm(join(folder, 'lists'), { recursive: true });
    expect(await names()).toContain('"+.freebuf.com"');
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});

test('sends the host of the request straight out where no address is configured, and refuses a wrong one', async () => {
  const bare = await createTestApp({ PUBLIC_URL: '' });
  const answerTo = (host: string) => bare.gate.app.inject({ url: '/describe/q.filter', headers: { host } });
  const from = async (host: string): Promise<string> => (await answerTo(host)).body.split('\n')[0] ?? '';
  try {
    expect(await from('sub.example.com:8443')).toBe('host, sub.example.com, direct');
    expect(await from('192.0.2.1:3000')).toBe('ip-cidr, 192.0.2.1/32, direct, no-resolve');
    expect((await answerTo('a,b')).statusCode).toBe(400);
  } finally {
    await bare.close();
  }
});
