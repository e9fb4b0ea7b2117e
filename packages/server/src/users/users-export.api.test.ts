import { codes } from '@skyport/contract/codes';
import { exportPath, type ExportTicket } from '@skyport/contract/list-export';
import { GIB } from '@skyport/contract/units';
import { userColumnTitles } from '@skyport/contract/users-columns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeEnvelope } from '@skyport/contract/envelope';
import { MINUTE_MS } from '../platform/clock.ts';
import { createListExportRoute } from '../exports/index.ts';
import { createApp } from '../gate/app.ts';
import { makeSession, type TestApp, type TestSession } from '../testing-app.ts';
import { sha256 } from '../platform/secrets.ts';
import { createTestApp } from '../testing.ts';
import { userExport } from './export.ts';

const PATH = '/api/admin/users/export';
const PASSWORD = 'a'.repeat(64);

let app: TestApp;
let admin: TestSession;
let base: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin', steppedUp: true });
  base = await app.gate.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const ask = (payload: object = {}, who: TestSession = admin) => {
  app.clock.advance(2 * MINUTE_MS);
  return app.call(PATH, { columns: ['email'], ...payload }, who);
};
const ticketOf = async (payload: object = {}, who: TestSession = admin): Promise<ExportTicket> => {
  const { code, data, msg } = await ask(payload, who);
  expect(code, msg).toBe(0);
  return data as ExportTicket;
};
const fetchAs = (ticket: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(base + exportPath(ticket), { headers: { cookie, ...headers } });
const codeOf = async (response: Response): Promise<number> => {
  const { data } = (await response.json()) as { data: unknown };
  return (decodeEnvelope(data) as { code: number }).code;
};
const fileOf = async (payload: object = {}): Promise<string> => {
  const { ticket } = await ticketOf(payload);
  const response = await fetchAs(ticket, admin.cookie);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  // A decoder would take the mark away.
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
};
const linesOf = async (payload: object = {}): Promise<string[]> => (await fileOf(payload)).split('\r\n').slice(0, -1);

/** A server of its own, with another list in the place of the accounts. */
const gateOf = async (list: typeof userExport) => {
  const gate = await createApp({ ...app.gate, listExports: createListExportRoute(app.deps, [list]) });
  return { gate, url: await gate.app.listen({ host: '127.0.0.1', port: 0 }) };
};
const everyone = { filterStr: '', agencies: false };
/** When an export was over; null while it is not. */
const endOf = async (id: string) => {
  const rows = await app.deps.db.selectFrom('list_exports').select('ended_at').where('id', '=', id).execute();
  return rows[0]!.ended_at;
};

test('the file has every account that matches, newest first, however many pages the list has', async () => {
  await sql`
    with made as (
      insert into users (id, email, password_hash, userkey_hash, userkey_enc, channel_code, created_at, last_active_at)
      select ('01970000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'crowd' || n || '@export.test', 'none',
             decode(lpad(to_hex(n), 64, '0'), 'hex'), '\\x00', '', made.at, made.at
        from (select timestamptz '2026-01-01' as at) made, generate_series(1, 4203) n returning num)
    insert into traffic_account (user_num) select num from made`.execute(app.deps.db);
  const ticket = await ticketOf({ filterStr: '@export.test' });
  expect(ticket).toMatchObject({ rows: 4203, file: expect.stringMatching(/^用户-2026-\d\d-\d\d\.csv$/) });
  const response = await fetchAs(ticket.ticket, admin.cookie);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''${encodeURIComponent(ticket.file)}`,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [head, ...rows] = bytes.toString('utf8').slice(1).split('\r\n').slice(0, -1);
  expect(head).toBe(userColumnTitles.email);
  expect(rows).toEqual(Array.from({ length: 4203 }, (_, at) => `crowd${4203 - at}@export.test`));
});

test('the filter of the list is that of the file, and its columns stand in the order asked for', async () => {
  const user = await app.account({ email: 'columns@filter.test', paid: true });
  await app.account({ email: 'other@filter.test' });
  await app.deps.db
    .updateTable('traffic_account')
    .set({ granted: 3 * GIB, spent: GIB / 2, vip_until: new Date('2026-12-31T16:00:00Z') })
    .where('user_num', '=', user.num)
    .execute();
  const columns = ['left', 'email', 'paid', 'vipExpireTime', 'type', 'id'];
  expect(await linesOf({ columns, filterStr: 'columns@' })).toEqual([
    '\uFEFF剩余流量（G）,邮箱,付费用户,会员到期,身份,ID',
    // Midnight of the shop's new year, which UTC has in the old one.
    `2.5,columns@filter.test,是,2027-01-01 00:00:00,用户,${user.userId}`,
  ]);
  const at = app.clock.now().getTime() + 2 * MINUTE_MS;
  expect(await linesOf({ fromTimestamp: at })).toHaveLength(1);
  expect(await linesOf({ agencies: true })).toHaveLength(1);
});

test('a state finds its accounts part after part, with a text and without', async () => {
  await sql`
    update traffic_account set vip_until = ${new Date(app.clock.now().getTime() - MINUTE_MS)}, granted = 1
     where user_num in (select num from users where email ~ '^crowd[0-9]*[02468]@export.test$')`.execute(app.deps.db);
  const expired = Array.from({ length: 2101 }, (_, at) => `crowd${2 * (2101 - at)}@export.test`);
  expect((await linesOf({ state: 'expired', filterStr: '@export.test' })).slice(1)).toEqual(expired);
  expect((await linesOf({ state: 'expired' })).slice(1)).toEqual(expired);
  const exhausted = await linesOf({ state: 'exhausted' });
  expect(exhausted).toContain('crowd4203@export.test');
  expect(exhausted).not.toContain('crowd4202@export.test');
});

test('what a spreadsheet would run is made harmless', async () => {
  const user = await app.account({ email: 'formula@cells.test' });
  const urls = { first_url: '=HYPERLINK("http://evil.test")', last_url: '@SUM(1)\r\n+1' };
  await app.deps.db.updateTable('users').set(urls).where('id', '=', user.userId).execute();
  expect(await fileOf({ columns: ['firstUrl', 'lastUrl'], filterStr: 'formula@' })).toBe(
    `\uFEFF首次来源,最近来源\r\n"'=HYPERLINK(""http://evil.test"")","'@SUM(1)\r\n+1"\r\n`,
  );
});

test('no column has a key, a password or a link', async () => {
  const user = await app.account({ email: 'keys@secret.test', password: PASSWORD });
  const text = await fileOf({ columns: Object.keys(userColumnTitles), filterStr: 'keys@' });
  expect(text).toContain('keys@secret.test');
  const { data } = await app.call('/api/admin/users/user', { uid: user.userId }, admin);
  const stored = await app.deps.db
    .selectFrom('users')
    .select(['password_hash', 'userkey_enc', 'userkey_hash'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const secrets = [data.dailyDescribKey, stored.password_hash, user.token, stored.userkey_hash.toString('hex')];
  for (const secret of [...secrets, stored.userkey_enc.toString('base64')]) expect(text).not.toContain(secret);
});

test('each export stands in the audit, after a second look; a refused one does not', async () => {
  const plain = await app.account({ type: 'admin', password: PASSWORD });
  const count = async () => {
    const rows = await app.deps.db.selectFrom('audit_log').selectAll().where('call', '=', 'users.exportList').execute();
    return rows.filter(({ actor }) => actor === plain.userId);
  };
  expect((await ask({}, plain)).code).toBe(codes.stepUpNeeded.code);
  expect(await count()).toEqual([]);
  const { data, code } = await ask({ confirm: PASSWORD, filterStr: 'nobody@', columns: ['email', 'left'] }, plain);
  expect(code).toBe(0);
  expect(await count()).toMatchObject([
    {
      kind: 'export',
      object: data._id,
      before: null,
      after: { list: '用户', filter: { filterStr: 'nobody@' }, columns: ['邮箱', '剩余流量（G）'], rows: 0 },
    },
  ]);
});

test('a ticket is good once, for a minute, and for the session that asked', async () => {
  const first = await ticketOf();
  const second = { ...admin, ...(await makeSession(app.deps, admin.userId)) };
  for (const cookie of [second.cookie, (await app.account({ type: 'admin' })).cookie])
    expect(await codeOf(await fetchAs(first.ticket, cookie))).toBe(codes.notFound.code);
  expect(await (await fetchAs(first.ticket, admin.cookie)).text()).toContain(admin.email);
  expect(await codeOf(await fetchAs(first.ticket, admin.cookie))).toBe(codes.notFound.code);
  const late = await ticketOf();
  app.clock.advance(MINUTE_MS);
  expect(await codeOf(await fetchAs(late.ticket, admin.cookie))).toBe(codes.notFound.code);
  for (const ticket of ['x', '%00', 'a'.repeat(250)])
    expect(await codeOf(await fetchAs(ticket, admin.cookie))).toBe(codes.notFound.code);
});

test('nobody but staff with both parts of a session, on our own pages, fetches one', async () => {
  const { ticket } = await ticketOf();
  const stranger = await app.account();
  const asked = async (cookie: string, headers: Record<string, string> = {}) =>
    codeOf(await fetchAs(ticket, cookie, headers));
  expect(await asked('')).toBe(codes.sessionExpired.code);
  expect(await asked(stranger.cookie)).toBe(codes.roleForbidden.code);
  expect(await asked(`token=${admin.token}`)).toBe(codes.sessionExpired.code);
  expect(await asked(admin.cookie, { 'sec-fetch-site': 'cross-site' })).toBe(codes.foreignSite.code);
  const yunying = await app.account({ type: 'yunying', steppedUp: true });
  expect((await ask({}, yunying)).code).toBe(codes.roleForbidden.code);
  expect((await ask({}, stranger)).code).toBe(codes.roleForbidden.code);
  expect(await asked(yunying.cookie)).toBe(codes.notFound.code);
});

test('an account has one export at a time, and all together three', async () => {
  const running = async (who: TestSession): Promise<void> => {
    const { _id } = await ticketOf({}, who);
    await app.deps.db.updateTable('list_exports').set({ begun_at: app.clock.now() }).where('id', '=', _id).execute();
  };
  await running(admin);
  expect(await ask()).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining('另一个导出') });
  const [second, third, fourth] = await Promise.all(
    [1, 2, 3].map(() => app.account({ type: 'admin', steppedUp: true })),
  );
  await running(second!);
  await running(third!);
  expect(await ask({}, fourth)).toMatchObject({ code: codes.conflict.code, msg: expect.stringContaining('太多') });
  // Whatever happened to them, they are over when their time is.
  app.clock.advance(10 * MINUTE_MS);
  expect((await ask({}, fourth)).code).toBe(0);
  expect((await ask()).code).toBe(0);
});

test('whoever stops a file ends it, and no more of its list is read', async () => {
  let reads = 0;
  const read: typeof userExport.read = async (deps, { limit }) => {
    reads += 1;
    const [row] = await userExport.read(deps, { filter: everyone, after: undefined, limit: 1 });
    return Array.from({ length: limit }, () => row!);
  };
  const { gate, url } = await gateOf({ ...userExport, read });
  const { ticket, _id } = await ticketOf();
  const aborter = new AbortController();
  const response = await fetch(url + exportPath(ticket), { headers: { cookie: admin.cookie }, signal: aborter.signal });
  const reader = response.body!.getReader();
  await reader.read();
  aborter.abort();
  await expect.poll(() => endOf(_id)).not.toBeNull();
  const before = reads;
  await gate.app.close();
  expect(reads).toBe(before);
});

test('whoever is logged out or locked while a file is on its way gets no more of it', async () => {
  const staff = await app.account({ type: 'admin', steppedUp: true });
  const read: typeof userExport.read = async (deps, { limit }) => {
    const [row] = await userExport.read(deps, { filter: everyone, after: undefined, limit: 1 });
    return Array.from({ length: limit }, () => row!);
  };
  const { gate, url } = await gateOf({ ...userExport, read });
  const { ticket } = await ticketOf({}, staff);
  const response = await fetch(url + exportPath(ticket), { headers: { cookie: staff.cookie } });
  const reader = response.body!.getReader();
  await reader.read();
  await app.deps.db.updateTable('users').set({ disabled: true }).where('id', '=', staff.userId).execute();
  const toTheEnd = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  await expect(toTheEnd()).rejects.toThrow();
  await gate.app.close();
  const faults = await app.deps.db.selectFrom('error_log').select('id').where('name', '=', 'Refusal').execute();
  expect(faults).toEqual([]);
});

test('a file whose client is gone before anything of it was read is over', async () => {
  const { ticket, _id } = await ticketOf();
  const [session, check] = [sha256(admin.token), async () => undefined];
  const route = createListExportRoute(app.deps, [userExport]);
  const { body } = (await route.begin({ ticket, session, check }))!;
  expect((await ask()).code).toBe(codes.conflict.code);
  body.destroy();
  await expect.poll(() => endOf(_id)).not.toBeNull();
});

test('a file whose list cannot be read to its end breaks off, and the fault is written down', async () => {
  const read: typeof userExport.read = async (deps, part) => {
    if (part.after !== undefined) throw new Error('the list broke');
    return userExport.read(deps, part);
  };
  const { gate, url } = await gateOf({ ...userExport, read });
  const { ticket } = await ticketOf({ filterStr: '@export.test' });
  const response = await fetch(url + exportPath(ticket), { headers: { cookie: admin.cookie } });
  expect(response.headers.get('content-type')).toContain('text/csv');
  await expect(response.text()).rejects.toThrow();
  const faults = () =>
    app.deps.db.selectFrom('error_log').select('id').where('message', '=', 'the list broke').execute();
  await expect.poll(faults).toHaveLength(1);
  await gate.app.close();
  // It is over: the next one begins.
  await expect.poll(async () => (await ask()).code).toBe(0);
});

test('what no list can be asked for is refused', async () => {
  for (const payload of [{ columns: [] }, { columns: ['password'] }, { columns: 'email' }, { fromTimestamp: -1 }])
    expect((await ask(payload)).code, JSON.stringify(payload)).toBe(codes.invalidPayload.code);
});
