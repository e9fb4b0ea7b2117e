import { exportPath } from '@skyport/contract/list-export';
import { defaultSettings } from '@skyport/contract/settings-table';
import type { AdminTrafficRecord } from '@skyport/contract/traffic-admin';
import { TrafficType } from '@skyport/contract/traffic-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../platform/clock.ts';
import { nodeForm } from '../nodes/testing.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { sortValues } from '../users/jobs.ts';
import { areMany, listAllRecords } from './admin-store.ts';
import { billInto } from './billing.ts';
import { inBillingTurn } from './index.ts';
import { sumRecordDays } from './jobs.ts';
import { listSums } from './record-sum-store.ts';
import { countOpenDays } from './retention-store.ts';

let app: TestApp;
let admin: TestSession;
const TODAY = '2026-11-21';

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin' });
});
afterAll(() => app.close());

const record = (user_num: number, day: string, type: string, change: number, exempt = 0) => ({
  user_num,
  day,
  type,
  change,
  exempt,
  granted: 1000,
  spent: 10,
  description: '',
  updated_at: app.deps.clock.now(),
});
const records = async (input: object) =>
  (await app.call('/api/admin/traffic_spend/traffic_records', input, admin)).data.map(
    (one: { email: string; day: string; trafficChange: number }) => [one.email, one.day, one.trafficChange],
  );

test('records of all accounts are found by type, days and account, newest day and largest first', async () => {
  const [a, b] = [await app.account({ email: 'a_1@example.com' }), await app.account({ email: 'ab1@example.com' })];
  await app.deps.db
    .insertInto('traffic_records')
    .values([
      record(a.num, TODAY, 'spend', -5),
      record(b.num, TODAY, 'spend', -1, 90),
      record(a.num, '2026-11-20', 'spend', -7),
      record(a.num, '2026-11-19', 'spend', -8),
      record(b.num, TODAY, 'buy', 50),
    ])
    .execute();
  const [newest, second, third] = [
    [b.email, TODAY, -1],
    [a.email, TODAY, -5],
    [a.email, '2026-11-20', -7],
  ];
  expect(await records({})).toEqual([newest, second, third]);
  expect(await records({ type: 'buy', day_num: 1 })).toEqual([[b.email, TODAY, 50]]);
  expect(await records({ day_num: 3, limit: 2, offset: 2 })).toEqual([third, [a.email, '2026-11-19', -8]]);
  expect(await records({ filterStr: 'a_1' })).toEqual([second, third]);
  expect(await records({ filterStr: b.userId })).toEqual([newest]);
  expect((await app.call('/api/admin/traffic_spend/traffic_records', { limit: 1 }, admin)).data).toEqual([
    expect.objectContaining({ uid: b.userId, type: 'spend', exemptionTraffic: 90, allTraffic: 1000, allSpend: 10 }),
  ]);
  expect((await app.call('/api/admin/traffic_spend/traffic_records', { type: 'theft' }, admin)).code).toBe(1100);
});

test('what records come to is told in all and day by day, for the same filters', async () => {
  const [a, b] = [await app.account({ email: 'sum_1@example.com' }), await app.account({ email: 'sum_2@example.com' })];
  await app.deps.db
    .insertInto('traffic_records')
    .values([
      record(a.num, TODAY, 'prize_spend', -5, 1),
      record(b.num, TODAY, 'prize_spend', -10, 2),
      record(a.num, '2026-11-19', 'prize_spend', -100, 3),
    ])
    .execute();
  const totals = async (input: object) =>
    (await app.call('/api/admin/traffic_spend/record_totals', { type: 'prize_spend', ...input }, admin)).data;
  const today = { records: 2, trafficChange: -15, exemptionTraffic: 3 };
  const before = { records: 1, trafficChange: -100, exemptionTraffic: 3 };
  expect(await totals({})).toEqual({ ...today, days: [{ day: TODAY, ...today }] });
  expect(await totals({ day_num: 3 })).toEqual({
    records: 3,
    trafficChange: -115,
    exemptionTraffic: 6,
    days: [
      { day: '2026-11-19', ...before },
      { day: TODAY, ...today },
    ],
  });
  expect(await totals({ filterStr: a.userId })).toMatchObject({ records: 1, trafficChange: -5 });
  const none = { records: 0, trafficChange: 0, exemptionTraffic: 0, days: [] };
  expect(await totals({ type: 'push_spend' })).toEqual(none);
});

/** The lines of the file that an admin gets of the records that match. */
const fileOf = async (payload: object): Promise<string[]> => {
  app.clock.advance(2 * MINUTE_MS);
  const { data, code, msg } = await app.call('/api/admin/traffic_spend/export_records', payload, admin);
  expect(code, msg).toBe(0);
  const url = exportPath(data.ticket);
  const { payload: text } = await app.gate.app.inject({ url, headers: { cookie: admin.cookie, host: 'console.test' } });
  return text.split('\r\n').slice(0, -1);
};

test('the records that match are a file, all of them, however many parts are read', async () => {
  const made = await Promise.all(Array.from({ length: 3 }, () => app.account()));
  const users = made.toSorted((a, b) => a.num - b.num);
  await app.deps.db
    .insertInto('traffic_records')
    .values(
      users.flatMap(({ num }, n) => [
        record(num, TODAY, 'push_receive', (n + 1) * 2 ** 30),
        record(num, '2026-11-20', 'push_receive', 2 ** 29),
      ]),
    )
    .execute();
  const lines = await fileOf({ type: 'push_receive', columns: ['day', 'email', 'type', 'change'] });
  expect(lines[0]).toBe('\uFEFF日期,邮箱,类型,变动（G）');
  const newest = users.toReversed();
  expect(lines.slice(1)).toEqual([
    ...newest.map(({ email }, n) => `2026-11-21,${email},接收转赠,${3 - n}`),
    ...newest.map(({ email }) => `2026-11-20,${email},接收转赠,0.5`),
  ]);
  expect(await fileOf({ type: 'push_receive', filterStr: users[0]!.userId, columns: ['email'] })).toHaveLength(3);
  const other = await app.account({ type: 'yunying' });
  expect((await app.call('/api/admin/traffic_spend/export_records', { columns: ['day'] }, other)).code).toBe(1103);
});

test('filed and begun records of use are one file in one order, and one list', async () => {
  const [a, b] = [
    await app.account({ email: 'begun_1@example.com' }),
    await app.account({ email: 'begun_2@example.com' }),
  ];
  const { db, clock } = app.deps;
  await db
    .insertInto('traffic_records')
    .values([record(b.num, '2026-11-20', 'spend', -3 * 2 ** 30), record(b.num, '2026-11-19', 'spend', -5 * 2 ** 30)])
    .execute();
  const begin = (of: TestSession, rec_day: string, gib: number) =>
    db
      .updateTable('traffic_account')
      .set({ rec_day, rec_at: clock.now(), rec_spent: gib * 2 ** 30 })
      .where('user_num', '=', of.num)
      .execute();
  await begin(a, '2026-11-20', 4);
  await begin(b, TODAY, 1);
  const asked = { type: 'spend', day_num: 3, filterStr: 'begun_' };
  const wanted = ['2026-11-21 2 -1', '2026-11-20 2 -3', '2026-11-20 1 -4', '2026-11-19 2 -5'];
  const lines = await fileOf({ ...asked, columns: ['day', 'email', 'change'] });
  expect(lines.slice(1)).toEqual(wanted.map((row) => row.replace(/^(\S+) (\d) (\S+)$/, '$1,begun_$2@example.com,$3')));
  const largestFirst = [0, 2, 1, 3].map((index) => wanted[index]);
  const all = await records({ ...asked, filterStr: '' });
  expect(
    all
      .filter(([email]: [string]) => email.startsWith('begun_'))
      .map(([email, day, change]: [string, string, number]) => `${day} ${email[6]} ${change / 2 ** 30}`),
  ).toEqual(largestFirst);
});

test('begun records are listed by the copy of their size, each with its present figures', async () => {
  const [a, b, c] = [await app.account(), await app.account(), await app.account()];
  const { deps } = app;
  const use = (of: TestSession, rec_day: string, rec_spent: number) =>
    deps.db
      .updateTable('traffic_account')
      .set({ rec_day, rec_at: deps.clock.now(), rec_spent })
      .where('user_num', '=', of.num)
      .execute();
  const day = '2026-11-20';
  await use(a, day, 2 ** 40);
  await use(b, day, 2 ** 41);
  await use(c, TODAY, 2 ** 42);
  await deps.db
    .insertInto('traffic_records')
    .values(record(c.num, day, 'spend', -3 * 2 ** 39))
    .execute();
  await sortValues.run(deps, {});
  await use(a, day, 2 ** 43);
  const match = { type: 'spend', since: day, until: TODAY, who: undefined } as const;
  const listed = async (part: { limit: number; offset: number }) => {
    const rows = await listAllRecords(deps.db, { ...match, ...part, copied: true });
    return rows.map((row) => [row.email, row.day, row.change]);
  };
  const whole = { limit: 100, offset: 0 };
  expect(await listed({ limit: 1, offset: 0 })).toEqual([[c.email, TODAY, -(2 ** 42)]]);
  const all = await listed(whole);
  const second = all.findIndex(([, of]) => of === day);
  const before = [
    [b.email, day, -(2 ** 41)],
    [c.email, day, -3 * 2 ** 39],
    [a.email, day, -(2 ** 43)],
  ];
  expect(all.slice(second, second + 3)).toEqual(before);
  expect(await listed({ limit: 2, offset: second + 1 })).toEqual(before.slice(1));
  // The account has begun another day: its copy names a record that is no longer there.
  await use(b, TODAY, 1);
  expect(await listed(whole)).toHaveLength(all.length - 1);
  await sortValues.run(deps, {});
  expect(await listed(whole)).toHaveLength(all.length);
});

test('sums of many records are kept by day, and written again while their day may change', async () => {
  const { deps } = app;
  const user = await app.account();
  const type = 'sign_use';
  const match = { type, since: '2026-11-18', until: TODAY, who: undefined } as const;
  const file = (day: string, change: number) =>
    deps.db
      .insertInto('traffic_records')
      .values(record(user.num, day, type, change, 1))
      .execute();
  await file('2026-11-18', 5);
  await file(TODAY, 7);
  expect([await areMany(deps.db, match, 1), await areMany(deps.db, match, 2)]).toEqual([true, false]);
  expect(await areMany(deps.db, { ...match, who: user.userId }, 1)).toBe(false);
  await sumRecordDays.run(deps, {});
  const [final, open] = [
    { day: '2026-11-18', records: 1, change: 5, exempt: 1 },
    { day: TODAY, records: 1, change: 7, exempt: 1 },
  ];
  expect(await listSums(deps.db, match)).toEqual([final, open]);
  const set = { change: 8 };
  await deps.db.updateTable('traffic_records').set(set).where('user_num', '=', user.num).execute();
  await sumRecordDays.run(deps, {});
  expect(await listSums(deps.db, match)).toEqual([final, { ...open, ...set }]);
});

test('the ten days of the customer, the list of admins and its sums agree to the byte', async () => {
  const user = await app.account();
  await app.deps.db
    .insertInto('traffic_records')
    .values(
      TrafficType.options.flatMap((type, n) =>
        ['2026-11-11', '2026-11-12', '2026-11-16', TODAY].map((day, at) =>
          record(user.num, day, type, (n % 2 ? 1 : -1) * (2 ** 33 + 7 * n + at), n + at),
        ),
      ),
    )
    .execute();
  const mine = (await app.call('/api/traffic/my_traffic_records', {}, user)).data as AdminTrafficRecord[];
  expect(mine).toHaveLength(33);
  for (const type of TrafficType.options) {
    const filter = { type, day_num: 10, filterStr: user.userId };
    const listed = (await app.call('/api/admin/traffic_spend/traffic_records', filter, admin)).data;
    const own = mine.filter((row) => row.type === type);
    expect(listed).toEqual(own.map((row) => ({ ...row, uid: user.userId, email: user.email })));
    const { data: totals } = await app.call('/api/admin/traffic_spend/record_totals', filter, admin);
    expect(totals).toMatchObject({
      records: 3,
      trafficChange: own.reduce((sum, { trafficChange }) => sum + trafficChange, 0),
      exemptionTraffic: own.reduce((sum, { exemptionTraffic }) => sum + exemptionTraffic, 0),
    });
  }
});

test('what nodes and lines carried is shown day by day, with everybody counted once', async () => {
  const save = async (path: string, payload: object): Promise<string> => {
    app.clock.advance(2000);
    return (await app.call(`/api/admin/${path}`, payload, admin)).data._id;
  };
  const node = await save('agents/update', nodeForm({ name: '节点' }));
  const ids: string[] = [];
  for (const name of ['一', '二'])
    ids.push(await save('agent_line/update', { name, agentID: node, protocol: 'ss', scale: 2 }));
  const nums = await app.deps.db.selectFrom('lines').select(['id', 'num']).execute();
  const [first = 0, second = 0] = ids.map((id) => nums.find((row) => row.id === id)?.num);
  const [one, two] = [await app.account(), await app.account()];
  const lines = new Map([first, second].map((num) => [num, { scalePpm: 2_000_000, isPublic: true }]));
  const bill = (rows: [number, number, number][]) =>
    inBillingTurn(app.deps, ({ repository }) =>
      billInto(repository, {
        nodeId: node,
        rows: rows.map(([line, user, down]) => ({ line, user, up: 1, down })),
        lines,
        day: TODAY,
        at: app.clock.now(),
        now: app.clock.now(),
        today: TODAY,
        settings: defaultSettings,
      }),
    );
  await bill([
    [first, one.num, 10],
    [second, one.num, 99],
  ]);
  await bill([[first, two.num, 20]]);
  const show = async (input: object) => (await app.call('/api/admin/traffic_spend/daily_figures', input, admin)).data;
  const of = { day: TODAY, node_id: node, node_name: '节点' };
  expect(await show({})).toEqual([{ ...of, line_id: null, line_name: '', up: 3, down: 129, billed: 264, users: 0 }]);
  for (let again = 0; again < 2; again++) await countOpenDays(app.deps.db, TODAY);
  expect(await show({ node_id: node })).toMatchObject([{ users: 2 }]);
  expect(await show({ by: 'line', day_num: 1 })).toEqual([
    { ...of, line_id: ids[1], line_name: '二', up: 1, down: 99, billed: 200, users: 1 },
    { ...of, line_id: ids[0], line_name: '一', up: 2, down: 30, billed: 64, users: 2 },
  ]);
  expect(await show({ by: 'line', node_id: one.userId })).toEqual([]);
});

test('records of many accounts come to more than a number holds, and their totals are told all the same', async () => {
  const most = 2 ** 51;
  const users = await Promise.all([1, 2, 3, 4, 5].map((n) => app.account({ email: `most_${n}@example.com` })));
  const rows = users.flatMap(({ num }) => [
    record(num, TODAY, 'prize_reward', most, most),
    record(num, TODAY, 'push_spend', -most),
  ]);
  await app.deps.db.insertInto('traffic_records').values(rows).execute();
  const totals = (type: string) =>
    app.call('/api/admin/traffic_spend/record_totals', { type, filterStr: 'most_' }, admin);
  const all = { records: 5, trafficChange: Number.MAX_SAFE_INTEGER, exemptionTraffic: Number.MAX_SAFE_INTEGER };
  expect((await totals('prize_reward')).data).toEqual({ ...all, days: [{ day: TODAY, ...all }] });
  expect((await totals('push_spend')).data).toMatchObject({ trafficChange: -Number.MAX_SAFE_INTEGER });
});
