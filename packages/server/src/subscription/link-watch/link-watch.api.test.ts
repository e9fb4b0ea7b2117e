import { codes } from '@skyport/contract/codes';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import type { TestSession } from '../../testing-app.ts';
import { forgetFetches, linkAlarms } from '../jobs.ts';
import { setUpLinks } from './testing.ts';

const FETCHES = '/api/user/link_fetches';
const FETCHES_OF = '/api/user/link_fetches_of';
const ALARMS = '/api/user/link_alarms';

const { app, admin, pathOf, customer, get } = await setUpLinks();
const { deps, clock } = app;

/** What the journal has of an account: it is written a second after the fetch, in real time. */
const journalOf = (user: TestSession) =>
  deps.db.selectFrom('subscription_fetches').selectAll().where('user_num', '=', user.num).execute();

/** Puts fetches into the journal as they were written some hours ago. */
const fetched = async (
  user: TestSession,
  rows: { ago: number; network: string; family?: string; version?: string; count?: number }[],
) => {
  const hour = (ago: number) => new Date(Math.floor((clock.now().getTime() - ago * HOUR_MS) / HOUR_MS) * HOUR_MS);
  await deps.db
    .insertInto('subscription_fetches')
    .values(
      rows.map(({ ago, network, family = 'mihomo', version = '', count = 1 }) => ({
        user_num: user.num,
        hour: hour(ago),
        network,
        family,
        version,
        count,
      })),
    )
    .execute();
};

const bellOf = async (user: TestSession): Promise<{ href: string; desc: string }[]> =>
  (await app.call('/api/user_notive/list', {}, user)).data;
const set = app.changeSettings;

test("the owner's own page is no client, and nobody else can pass for it", async () => {
  const [user, other] = [await customer(), await customer()];
  const page = `${await pathOf(user, 'ss')}?f=ss&console=1`;
  const agent = 'Mozilla/5.0';
  expect((await get(page, { agent, cookie: user.cookie })).statusCode).toBe(200);
  const others = [undefined, other.cookie, `token=${user.token}`];
  for (const cookie of others)
    expect((await get(page, { agent, ...(cookie !== undefined && { cookie }) })).statusCode).toBe(200);
  await get(await pathOf(user, 'ss'), { agent, cookie: user.cookie });
  await expect.poll(() => journalOf(user)).toMatchObject([{ family: 'generic', count: 4 }]);
});

test('an owner sees who fetched the link, by network and client, newest first, and never an address', async () => {
  const user = await customer();
  const path = await pathOf(user);
  for (const address of ['203.0.113.7', '203.0.113.200', '::ffff:203.0.113.9']) await get(path, { address });
  await get(path, { address: '2001:db8:5:6:7:8:9:a', agent: 'SFA/1.12.4 (Build 1; sing-box 1.12.4)' });
  await expect.poll(() => journalOf(user)).toHaveLength(2);
  await fetched(user, [
    { ago: 30, network: '203.0.113.0/24', version: '1.18.0', count: 4 },
    { ago: 50, network: '198.51.100.0/24', family: 'generic' },
  ]);
  const answer = await app.call(FETCHES, {}, user);
  const now = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
  const ago = (hours: number): string => new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const shared = { firstHour: ago(0), lastHour: ago(0), days: 1 };
  expect(answer.data).toEqual({
    fetches: [
      {
        ...shared,
        network: '203.0.113.0/24',
        client: 'mihomo',
        version: '1.19.15',
        firstHour: ago(30),
        count: 7,
        days: 2,
      },
      { ...shared, network: '2001:db8:5::/48', client: 'singbox', version: '', count: 1 },
      {
        network: '198.51.100.0/24',
        client: 'generic',
        version: '',
        firstHour: ago(50),
        lastHour: ago(50),
        count: 1,
        days: 1,
      },
    ],
    networks: 3,
    networksToday: 2,
    alarmAbove: 12,
  });
  for (const part of ['203.0.113.7', '203.0.113.200', ':6:7:8'])
    expect(JSON.stringify(answer.data)).not.toContain(part);
});

test('nothing of other accounts, and nothing from before seven days', async () => {
  const [one, other] = [await customer(), await customer()];
  await fetched(one, [
    { ago: 7 * 24 - 1, network: '203.0.113.0/24' },
    { ago: 7 * 24 + 1, network: '198.51.100.0/24' },
  ]);
  await fetched(other, [{ ago: 1, network: '192.0.2.0/24' }]);
  expect((await app.call(FETCHES, {}, one)).data).toMatchObject({
    fetches: [{ network: '203.0.113.0/24' }],
    networks: 1,
    networksToday: 0,
  });
  // The caller's own session decides whose they are, whatever is sent.
  expect((await app.call(FETCHES, { userId: one.userId, user_num: one.num }, other)).data.fetches).toMatchObject([
    { network: '192.0.2.0/24' },
  ]);
  expect((await app.call(FETCHES, {}, await customer())).data).toMatchObject({ fetches: [], networks: 0 });
});

test('no more than 200 rows are answered, and all networks are counted', async () => {
  const user = await customer();
  await fetched(
    user,
    Array.from({ length: 250 }, (_, n) => ({ ago: 1 + (n % 100), network: `198.18.${n}.0/24` })),
  );
  const { data } = await app.call(FETCHES, {}, user);
  expect([data.fetches.length, data.networks]).toEqual([200, 250]);
});

test('admins see the same of any account, others see neither it nor the list of alarms', async () => {
  const user = await customer();
  await fetched(user, [{ ago: 1, network: '203.0.113.0/24' }]);
  const own = await app.call(FETCHES, {}, user);
  expect(await app.call(FETCHES_OF, { userId: user.userId }, admin)).toMatchObject({ code: 0, data: own.data });
  expect((await app.call(FETCHES_OF, { userId: deps.ids.next() }, admin)).code).toBe(codes.notFound.code);
  expect((await app.call(FETCHES_OF, { userId: `${user.userId}' or 1=1` }, admin)).code).toBe(codes.notFound.code);
  for (const type of ['normal', 'channel', 'yunying'] as const) {
    const caller = await app.account({ type });
    for (const path of [FETCHES_OF, ALARMS])
      expect((await app.call(path, { userId: user.userId }, caller)).code).toBe(codes.roleForbidden.code);
  }
  for (const path of [FETCHES, FETCHES_OF, ALARMS])
    expect((await app.call(path, { userId: user.userId })).code).toBe(codes.sessionExpired.code);
});

test('whatever a client calls itself, only names from our own list are kept', async () => {
  const user = await customer();
  const path = await pathOf(user);
  const hostile = [
    "'; drop table users; --",
    '<script>alert(1)</script>',
    'clash/1.2.3/../../<b>',
    `mihomo/${'9'.repeat(400)}`,
    'mihomo/1.2.3.4.5.6.7.8.9.10.11.12',
    '\u001b[31mx',
    'é'.repeat(300),
    '',
  ];
  for (const agent of hostile) expect((await get(path, { agent })).statusCode).toBe(200);
  await expect.poll(async () => (await journalOf(user)).reduce((sum, row) => sum + row.count, 0)).toBe(hostile.length);
  const { data } = await app.call(FETCHES, {}, user);
  for (const { client, version } of data.fetches) {
    expect(client).toMatch(/^[a-z0-9]{2,12}$/);
    expect(version).toMatch(/^(?:\d{1,6}(?:\.\d{1,6}){0,2})?$/);
  }
});

test('a client that names another version at each fetch has one row an hour, and its last version is shown', async () => {
  const user = await customer();
  const path = await pathOf(user);
  const from = { address: '203.0.113.7' };
  for (let n = 1; n <= 20; n++) {
    await get(path, { ...from, agent: `mihomo/1.19.${n}` });
    // Rows that are written apart are added up as well.
    if (n === 10) await expect.poll(() => journalOf(user)).toMatchObject([{ count: 10 }]);
  }
  await get(path, { ...from, agent: 'mihomo' });
  await expect.poll(() => journalOf(user)).toMatchObject([{ version: '1.19.20', count: 21 }]);
  await fetched(user, [{ ago: 30, network: '203.0.113.0/24', version: '1.20.0' }]);
  expect((await app.call(FETCHES, {}, user)).data.fetches).toMatchObject([{ version: '1.19.20', count: 22 }]);
});

const networks = (count: number, ago = 1) =>
  Array.from({ length: count }, (_, n) => ({ ago, network: `198.19.${n}.0/24` }));
const told = async (user: TestSession) => (await bellOf(user)).filter(({ href }) => href === '#/?links=1');

test('whose link comes from too many networks is notified once in 24 hours, with what to do', async () => {
  const [many, few, late] = [await customer(), await customer(), await customer()];
  await fetched(many, networks(13));
  await fetched(few, networks(12));
  await fetched(late, networks(40, 25));
  for (let n = 0; n < 3; n++) await linkAlarms.run(deps, {});
  const notices = await told(many);
  expect(notices).toHaveLength(1);
  for (const text of ['24 小时', '13 个不同的网络', '泄露', '重置订阅链接']) expect(notices[0]!.desc).toContain(text);
  expect([await told(few), await told(late)]).toEqual([[], []]);
  clock.advance(DAY_MS - MINUTE_MS);
  await fetched(many, networks(14, 0));
  await linkAlarms.run(deps, {});
  expect(await told(many)).toHaveLength(1);
  clock.advance(MINUTE_MS);
  await linkAlarms.run(deps, {});
  expect(await told(many)).toHaveLength(2);
});

test('how many networks are too many is a setting, and 0 asks for silence', async () => {
  const user = await customer();
  await fetched(user, networks(4));
  await set({ link_network_alarm: 0 });
  await linkAlarms.run(deps, {});
  await set({ link_network_alarm: 4 });
  await linkAlarms.run(deps, {});
  expect(await told(user)).toEqual([]);
  await set({ link_network_alarm: 3 });
  await linkAlarms.run(deps, {});
  expect(await told(user)).toHaveLength(1);
  expect((await app.call(FETCHES, {}, user)).data).toMatchObject({ networksToday: 4, alarmAbove: 3 });
  await set({ link_network_alarm: 12 });
});

test('a hundred wrong keys of one account in an hour are told to the operator, once', async () => {
  const [victim, bystander] = [await customer(), await customer()];
  const guess = async (user: TestSession, n: number) =>
    get(`/api/subscript/clash/${user.userId}/${String(n).padStart(32, 'g')}`, { address: `10.30.${n}.1` });
  for (let n = 0; n < 100; n++) expect((await guess(victim, n)).statusCode).toBe(404);
  for (let n = 0; n < 99; n++) await guess(bystander, n);
  // Neither an unknown account nor a right link counts.
  await get(`/api/subscript/clash/${deps.ids.next()}/${'g'.repeat(32)}`);
  const wrongKeysOf = async ({ num }: TestSession) =>
    (await deps.db.selectFrom('subscription_misses').selectAll().where('user_num', '=', num).execute()).reduce(
      (sum, { count }) => sum + count,
      0,
    );
  await expect.poll(() => wrongKeysOf(victim)).toBe(100);
  await expect.poll(() => wrongKeysOf(bystander)).toBe(99);
  const guessed = async () => (await bellOf(admin)).filter(({ href }) => href === '#/admin_userlist?links=1');
  expect(await guessed()).toEqual([]);
  for (let n = 0; n < 2; n++) await linkAlarms.run(deps, {});
  expect(await guessed()).toEqual([expect.objectContaining({ desc: expect.stringContaining('1 个用户') })]);
  expect(await bellOf(victim)).toEqual([]);
  const { data } = await app.call(ALARMS, {}, admin);
  expect(data.alarms[0]).toEqual({
    userId: victim.userId,
    email: victim.email,
    networks: 0,
    fetches: 0,
    wrongKeys: 100,
    networksToldAt: null,
    wrongKeysToldAt: clock.now().toISOString(),
  });
  expect(data.alarms.find((one: { userId: string }) => one.userId === bystander.userId)).toMatchObject({
    wrongKeys: 99,
  });
});

test('the operator sees accounts with most networks first', async () => {
  const [one, two] = [await customer(), await customer()];
  await fetched(one, networks(30));
  await fetched(two, networks(50));
  await linkAlarms.run(deps, {});
  const { data } = await app.call(ALARMS, {}, admin);
  expect(data.at).toBe(clock.now().toISOString());
  const rows = data.alarms.filter(({ wrongKeys }: { wrongKeys: number }) => wrongKeys < 100);
  expect(rows.slice(0, 2)).toMatchObject([
    { userId: two.userId, email: two.email, networks: 50, fetches: 50, networksToldAt: clock.now().toISOString() },
    { userId: one.userId, networks: 30 },
  ]);
  // Until the job runs again the list keeps the figures of its time.
  await fetched(one, networks(60, 2));
  expect((await app.call(ALARMS, {}, admin)).data).toEqual(data);
});

test('after seven days fetches and wrong keys are forgotten', async () => {
  const user = await customer();
  await fetched(user, [
    { ago: 1, network: '203.0.113.0/24' },
    { ago: 7 * 24 + 1, network: '198.51.100.0/24' },
  ]);
  const slot = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await deps.db
    .insertInto('subscription_misses')
    .values([1, 8].map((days) => ({ user_num: user.num, slot: slot(days), count: 1 })))
    .execute();
  await forgetFetches.run(deps, {});
  expect(await journalOf(user)).toMatchObject([{ network: '203.0.113.0/24' }]);
  const left = await deps.db
    .selectFrom('subscription_misses')
    .select('slot')
    .where('user_num', '=', user.num)
    .execute();
  expect(left).toEqual([{ slot: slot(1) }]);
});
