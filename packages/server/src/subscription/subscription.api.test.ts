import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { credentialFor } from '@skyport/documents';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { joinNode } from '../fleet/testing/join-node.ts';
import { nodeForm } from '../nodes/testing.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { linkTools, type LinkFetch } from './testing.ts';

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

const save = async (path: string, form: object): Promise<{ _id: string }> => {
  const answer = await app.call(path, form, admin);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
};

const node = await save('/api/admin/agents/update', nodeForm({ zz_port: 30_000 }));
await joinNode(deps.db, node._id);
const makeLine = (form: object) =>
  save('/api/admin/agent_line/update', { agentID: node._id, protocol: 'compat', bridge: 'none', ...form });
const line = await makeLine({ name: '东京', index: 1 });
const open = await makeLine({ name: '公共', index: 2, public: true });

let lastAddress = 0;
beforeEach(() => {
  lastAddress += 1;
  clock.advance(SECOND_MS);
});

const { keyOf, pathOf, fetch } = linkTools(app);
const fetchPath = (path: string, options: LinkFetch = {}) =>
  fetch(path, { address: `10.3.0.${lastAddress}`, agent: 'sing-box 1.12.4', ...options });

const withTraffic = async (
  traits: { granted?: number; spent?: number; vip_until?: Date } = {},
): Promise<TestSession> => {
  const user = await app.account();
  await deps.db
    .updateTable('traffic_account')
    .set({ granted: GIB, ...traits })
    .where('user_num', '=', user.num)
    .execute();
  return user;
};

const tagsOf = (body: string): string[] =>
  (JSON.parse(body) as { outbounds: { tag: string; server?: string }[] }).outbounds
    .filter((outbound) => outbound.server !== undefined)
    .map(({ tag }) => tag);

test('a link answers the document of its kind with the credentials of its holder', async () => {
  const user = await withTraffic();
  const answer = await fetchPath(await pathOf(user));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'subscription-userinfo': `upload=0; download=0; total=${GIB}`,
    'profile-update-interval': '24',
    'profile-web-page-url': 'http://console.test/',
    'support-url': 'http://console.test/#/feedback',
    'cache-control': 'no-store',
  });
  expect(tagsOf(answer.body)).toEqual(['🇯🇵 东京 01', '🇯🇵 公共 01']);
  const key = await keyOf(user);
  for (const one of [line, open]) expect(answer.body).toContain(credentialFor('compat', one._id, key));
});

test('two users share a prepared document, never a credential', async () => {
  const [one, two] = [await withTraffic(), await withTraffic()];
  const [first, second] = [await fetchPath(await pathOf(one)), await fetchPath(await pathOf(two))];
  expect(first.body).not.toContain(credentialFor('compat', line._id, await keyOf(two)));
  expect(second.body).toContain(credentialFor('compat', line._id, await keyOf(two)));
  expect(tagsOf(first.body)).toEqual(tagsOf(second.body));
});

test.each(['clash', 'mjclash', 'flclash', 'ss', 'singbox'])('kind %s is served, HEAD like GET', async (kind) => {
  const path = await pathOf(await withTraffic(), kind);
  const [get, head] = [await fetchPath(path), await fetchPath(path, { method: 'HEAD' })];
  expect([get.statusCode, head.statusCode]).toEqual([200, 200]);
  expect(head.body).toBe('');
  for (const name of ['content-type', 'subscription-userinfo', 'content-disposition', 'profile-title']) {
    expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test('what a client glues onto the link does no harm', async () => {
  const answer = await fetchPath(`${await pathOf(await withTraffic())}&name=%E5%A4%A9%E6%B8%AF`);
  expect(answer.statusCode).toBe(200);
});

test('every wrong link is the same 404', async () => {
  const user = await withTraffic();
  const disabled = await withTraffic();
  const key = await keyOf(user);
  const disabledPath = await pathOf(disabled);
  await deps.db.updateTable('users').set({ disabled: true }).where('id', '=', disabled.userId).execute();
  const wrong = [
    `/api/subscript/singbox/${user.userId}/${'x'.repeat(32)}`,
    `/api/subscript/singbox/${deps.ids.next()}/${key}`,
    `/api/subscript/singbox/nonsense/${key}`,
    `/api/subscript/singbox/${user.userId}/${key.slice(1)}`,
    `/api/subscript/singbox/${user.userId}/%00${key}`,
    `/api/subscript/nokind/${user.userId}/${key}`,
    `/api/subscript/singbox/${disabled.userId}/${key}`,
    disabledPath,
  ];
  const answers = [];
  for (const path of wrong) answers.push(await fetchPath(path));
  for (const answer of answers) {
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'not found',
    ]);
    const { date: _date, 'x-request-id': _id, ...headers } = answer.headers;
    const { date: _date2, 'x-request-id': _id2, ...first } = answers[0]!.headers;
    expect(headers).toEqual(first);
  }
});

test('a link is answered with what was copied along behind it: a slash, blanks, the end of a line', async () => {
  const path = await pathOf(await withTraffic());
  const whole = await fetchPath(path);
  const [address = '', query] = path.split('?');
  for (const tail of ['/', '%20', '/%20', '%0A', '//']) {
    const asked = address + tail + (query === undefined ? '' : `?${query}`);
    const answer = await fetchPath(asked);
    expect([answer.statusCode, answer.body === whole.body], asked.slice(-8)).toEqual([200, true]);
  }
});

test('with nothing left only public lines stay, and without those a document that says why', async () => {
  const used = await withTraffic({ spent: GIB });
  const ended = new Date(clock.now().getTime() - 1);
  const expired = await withTraffic({ spent: GIB, vip_until: ended });
  expect(tagsOf((await fetchPath(await pathOf(used))).body)).toEqual(['流量已用完', '🇯🇵 公共 01']);
  await app.call('/api/admin/agent_line/update', { ...(await lineForm(open._id)), public: false }, admin);
  clock.advance(SECOND_MS);
  const answer = await fetchPath(await pathOf(used));
  expect(answer.statusCode).toBe(200);
  expect(tagsOf(answer.body)).toEqual(['流量已用完']);
  const end = await fetchPath(await pathOf(expired));
  expect(tagsOf(end.body)).toEqual(['订阅已到期']);
  expect(end.headers['subscription-userinfo']).toContain(`; expire=${Math.floor(ended.getTime() / 1000)}`);
  await deps.db.updateTable('users').set({ prefer_domain: 'renew.example' }).where('id', '=', expired.userId).execute();
  expect((await fetchPath(await pathOf(expired))).body).toContain('renew.example');
  expect((await fetchPath(await pathOf(used))).body).not.toContain('renew.example');
  const fresh = await withTraffic({ granted: 0 });
  expect(tagsOf((await fetchPath(await pathOf(fresh))).body)).toEqual(['欢迎，请先购买']);
  await app.call('/api/admin/agent_line/update', { ...(await lineForm(open._id)), public: true }, admin);
});

const lineForm = async (id: string): Promise<object> =>
  (await app.call('/api/admin/agent_line/list', {}, admin)).data.find((one: { _id: string }) => one._id === id);

test('membership opens lines without permanent traffic, until its quota is used, and shows its end', async () => {
  const vipUntil = new Date(clock.now().getTime() + DAY_MS);
  const member = await withTraffic({ granted: 0, vip_until: vipUntil });
  const answer = await fetchPath(await pathOf(member));
  expect(tagsOf(answer.body)).toContain('🇯🇵 东京 01');
  expect(answer.headers['subscription-userinfo']).toBe(
    `upload=0; download=0; total=${50 * GIB}; expire=${Math.floor(vipUntil.getTime() / 1000)}`,
  );
  await deps.db
    .updateTable('traffic_account')
    .set({ day: sql`'2026-11-21'::date`, day_used: 50 * GIB })
    .where('user_num', '=', member.num)
    .execute();
  expect(tagsOf((await fetchPath(await pathOf(member))).body)).toEqual(['流量已用完', '🇯🇵 公共 01']);
});

test('a changed line is in the next answer within a second', async () => {
  const path = await pathOf(await withTraffic());
  await fetchPath(path);
  await app.call('/api/admin/agent_line/update', { ...(await lineForm(line._id)), name: '大阪' }, admin);
  clock.advance(SECOND_MS);
  expect(tagsOf((await fetchPath(path)).body)).toContain('🇯🇵 大阪 01');
  await app.call('/api/admin/agent_line/update', { ...(await lineForm(line._id)), name: '东京' }, admin);
});

test('a line behind a permission is only for those who hold it now', async () => {
  const permission = await save('/api/admin/permissions/update', { name: '家宽' });
  const special = await makeLine({ name: '家宽', index: 3, permissionRequire: permission._id });
  clock.advance(SECOND_MS);
  const [holder, other] = [await withTraffic(), await withTraffic()];
  const held = { user_id: holder.userId, permission_id: permission._id };
  await deps.db
    .insertInto('user_permissions')
    .values({ ...held, expires_at: new Date(clock.now().getTime() + MINUTE_MS) })
    .execute();
  expect(tagsOf((await fetchPath(await pathOf(holder))).body)).toContain('🇯🇵 家宽 01');
  expect(tagsOf((await fetchPath(await pathOf(other))).body)).not.toContain('🇯🇵 家宽 01');
  clock.advance(MINUTE_MS);
  expect(tagsOf((await fetchPath(await pathOf(holder))).body)).not.toContain('🇯🇵 家宽 01');
  await app.call('/api/admin/agent_line/delete_agent', { id: special._id }, admin);
});

test('a line of a node that has not joined is in no document until an agent is there', async () => {
  const fresh = await save('/api/admin/agents/update', nodeForm({ name: '大阪' }));
  const early = await makeLine({ agentID: fresh._id, name: '大阪', index: 4, public: true });
  clock.advance(SECOND_MS);
  const user = await withTraffic();
  const [singbox, clash] = [await pathOf(user), await pathOf(user, 'clash')];
  expect(tagsOf((await fetchPath(singbox)).body)).toEqual(['🇯🇵 东京 01', '🇯🇵 公共 01']);
  expect((await fetchPath(clash)).body).not.toContain('大阪');
  await joinNode(deps.db, fresh._id);
  clock.advance(SECOND_MS);
  expect(tagsOf((await fetchPath(singbox)).body)).toEqual(['🇯🇵 东京 01', '🇯🇵 公共 01', '🇯🇵 大阪 01']);
  expect((await fetchPath(clash)).body).toContain('大阪');
  await app.call('/api/admin/agent_line/delete_agent', { id: early._id }, admin);
});

test("the operator's key of the day opens the link until midnight in Shanghai", async () => {
  const user = await withTraffic();
  const listed = await app.call('/api/admin/users/userlist', { filterStr: user.userId }, admin);
  const path = `/api/subscript/singbox/${user.userId}/${listed.data.users[0].dailyDescribKey}`;
  const answer = await fetchPath(path);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain(credentialFor('compat', line._id, await keyOf(user)));
  clock.advance(DAY_MS);
  expect((await fetchPath(path)).statusCode).toBe(404);
});

test('after a reset the old link is dead at once, the new one lives, and nodes hear of it', async () => {
  const user = await withTraffic();
  const old = await pathOf(user);
  expect((await fetchPath(old)).statusCode).toBe(200);
  const answer = await app.call('/api/user/reset_userkey', {}, user);
  expect(answer.data.userkey).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(answer.data.userkey).toBe(await keyOf(user));
  expect((await fetchPath(old)).statusCode).toBe(404);
  expect((await fetchPath(await pathOf(user))).statusCode).toBe(200);
  const { rows } = await sql`select 1 from fleet_changes where ${user.num} = any(user_nums)`.execute(deps.db);
  expect(rows).toHaveLength(1);
  const notices = (await app.call('/api/user_notive/list', {}, user)).data;
  expect(notices).toMatchObject([{ desc: expect.stringContaining('订阅链接已于') }]);
});

test('an account that may not change its link is told so and keeps it', async () => {
  const user = await withTraffic();
  await deps.db.updateTable('users').set({ can_change_key: false }).where('id', '=', user.userId).execute();
  const before = await keyOf(user);
  expect(await app.call('/api/user/reset_userkey', {}, user)).toMatchObject({
    code: codes.accountForbids.code,
    msg: '该账号不允许这样操作。',
  });
  expect(await keyOf(user)).toBe(before);
});

test('resetting the link needs both parts of a session', async () => {
  const user = await app.account();
  expect((await app.call('/api/user/reset_userkey')).code).toBe(codes.sessionExpired.code);
  expect((await app.call('/api/user/reset_userkey', {}, `token=${user.token}`)).code).toBe(codes.sessionExpired.code);
});

test('who fetched from which network is in the journal within a second or two', async () => {
  const user = await withTraffic();
  const path = await pathOf(user);
  for (let n = 0; n < 3; n++) await fetchPath(path, { address: `192.0.2.${n}` });
  const journal = () =>
    deps.db.selectFrom('subscription_fetches').selectAll().where('user_num', '=', user.num).execute();
  await expect
    .poll(journal)
    .toEqual([expect.objectContaining({ network: '192.0.2.0/24', family: 'singbox', version: '', count: 3 })]);
});

test("the site's name is what clients call the profile", async () => {
  await app.changeSettings({ site_name: '海港' });
  const answer = await fetchPath(await pathOf(await withTraffic()));
  expect(answer.headers['profile-title']).toBe(`base64:${Buffer.from('海港').toString('base64')}`);
});

test('apps that show no header get what is left as a first line, where the settings say so', async () => {
  const user = await withTraffic({ vip_until: new Date(clock.now().getTime() + 10 * DAY_MS) });
  const firstOf = async (): Promise<string> => {
    clock.advance(SECOND_MS);
    const { body } = await fetchPath(`${await pathOf(user, 'v2box')}?base64=0`, { agent: 'v2rayN/7.24.8' });
    return decodeURIComponent(body.split('\n')[0] ?? '');
  };
  expect(await firstOf()).not.toContain('剩余');
  await app.changeSettings({ usage_line: true });
  expect(await firstOf()).toMatch(/^ss:\/\/\S+@127\.0\.0\.1:9#剩余 [\d.]+ G，2026-\d\d-\d\d 到期$/);
  await deps.db.updateTable('users').set({ use_english_node: true }).where('num', '=', user.num).execute();
  expect(await firstOf()).toMatch(/#[\d.]+ G left until 2026-\d\d-\d\d$/);
  await app.changeSettings({ usage_line: false });
});

test('a notice is announced to clients while it is shown', async () => {
  const path = await pathOf(await withTraffic());
  const announced = async (): Promise<unknown> => (await fetchPath(path)).headers['announce'];
  await app.changeSettings({ notice_show: true, notice_title: '今晚维护', notice_content: '23:00 开始' });
  expect(await announced()).toBe(`base64:${Buffer.from('今晚维护').toString('base64')}`);
  await app.changeSettings({ notice_show: false });
  expect(await announced()).toBeUndefined();
});
