import { checkWholeLedger, inTransaction } from '@skyport/db';
import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { bytes, GIB, MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing.ts';
import { billUse, grantTraffic, settleUse, startTrial, type ReportedUse } from './index.ts';

let app: TestApp;
const DAY = '2026-11-21';

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const lines = new Map([
  [1, { scalePpm: 1_000_000, isPublic: false }],
  [2, { scalePpm: 1_500_000, isPublic: false }],
  [3, { scalePpm: 1_000_000, isPublic: true }],
]);

const user = async (granted = 0, account: object = {}): Promise<number> => {
  const { num } = await app.account();
  if (granted > 0) await grant(num, granted);
  if (Object.keys(account).length > 0)
    await app.deps.db.updateTable('traffic_account').set(account).where('user_num', '=', num).execute();
  return num;
};

const grant = (userNum: number, amount: number): Promise<boolean> =>
  inTransaction(app.deps.db, (trx) =>
    grantTraffic(trx, {
      userNum,
      amount: bytes(amount),
      recordType: 'coupon',
      key: `grant:${app.deps.ids.next()}`,
      ref: 'test',
      actor: 'test',
      at: app.clock.now(),
      day: DAY,
      description: '',
    }),
  );

const bill = (rows: readonly ReportedUse[], settings: Partial<Settings> = {}, day = DAY) =>
  inTransaction(app.deps.db, (trx) =>
    billUse(trx, {
      rows,
      lines,
      day,
      at: app.clock.now(),
      now: app.clock.now(),
      today: DAY,
      settings: { ...defaultSettings, ...settings },
    }),
  );

const accountOf = (num: number) =>
  app.deps.db.selectFrom('traffic_account').selectAll().where('user_num', '=', num).executeTakeFirstOrThrow();
const recordsOf = (num: number) =>
  app.deps.db
    .selectFrom('traffic_records')
    .select(['type', 'change', 'exempt', 'granted', 'spent'])
    .where('user_num', '=', num)
    .where('type', 'in', ['spend', 'agency_spend'])
    .execute();
const usageOf = async (num: number) =>
  (
    await sql<{ line: number; up: number; down: number; billed: number }>`
      select line_num as line, up, down, billed from usage_daily where user_num = ${num} order by 1`.execute(
      app.deps.db,
    )
  ).rows;

test('use is billed by line and taken from permanent traffic, with one record a day', async () => {
  const num = await user(GIB);
  const rows = [
    { user: num, line: 1, up: 100, down: 900 },
    { user: num, line: 2, up: 0, down: 1000 },
  ];
  expect(await bill(rows)).toEqual({ kind: 'applied', billed: 2500, ranOut: [], paused: [] });
  await bill(rows);
  expect(await accountOf(num)).toMatchObject({ spent: 5000, granted: GIB, posted_spent: 0 });
  expect(await recordsOf(num)).toEqual([{ type: 'spend', change: -5000, exempt: 0, granted: GIB, spent: 5000 }]);
  expect(await usageOf(num)).toEqual([
    { line: 1, up: 200, down: 1800, billed: 2000 },
    { line: 2, up: 0, down: 2000, billed: 3000 },
  ]);
});

test('what scaling leaves over is kept for the next report', async () => {
  const num = await user(GIB);
  await bill([{ user: num, line: 2, up: 0, down: 1 }]);
  await bill([{ user: num, line: 2, up: 0, down: 1 }]);
  expect((await accountOf(num)).spent).toBe(3);
});

test('upload, user and global scales count, and small accounts are spared the global one', async () => {
  const num = await user(10 * GIB);
  await app.deps.db.updateTable('users').set({ scale_ppm: 2_000_000 }).where('num', '=', num).execute();
  const settings = { traffic_spend_scale: 3, upload_traffic_spend_scale: 0.5 };
  await bill([{ user: num, line: 1, up: 100, down: 100 }], settings);
  expect((await accountOf(num)).spent).toBe(900);
  await bill([{ user: num, line: 1, up: 0, down: 100 }], { ...settings, noGlobalTrafficScaleLimit: 11 });
  expect((await accountOf(num)).spent).toBe(1100);
});

test('membership, public lines and an agency customer each leave their own record', async () => {
  const vip_until = new Date(app.clock.now().getTime() + 1000);
  const num = await user(1000, { vip_until, daily_quota: 500 });
  await app.deps.db.updateTable('users').set({ is_agency_user: true }).where('num', '=', num).execute();
  await bill([
    { user: num, line: 1, up: 0, down: 700 },
    { user: num, line: 3, up: 0, down: 50 },
  ]);
  expect(await accountOf(num)).toMatchObject({ spent: 200, day_used: 500, day: DAY });
  expect(await recordsOf(num)).toEqual([
    { type: 'agency_spend', change: -200, exempt: 550, granted: 1000, spent: 200 },
  ]);
});

test('use below the minimum waits without a record', async () => {
  const num = await user(GIB);
  await bill([{ user: num, line: 1, up: 0, down: MIB - 1 }], { minestTrafficSpend: 1 });
  expect([await accountOf(num), await recordsOf(num)]).toMatchObject([{ pending: MIB - 1, spent: 0 }, []]);
  await bill([{ user: num, line: 1, up: 0, down: 1 }], { minestTrafficSpend: 1 });
  expect(await accountOf(num)).toMatchObject({ pending: 0, spent: MIB });
});

test('who runs out is named once, and use without balance is written down, never owed', async () => {
  const [poor, rich] = [await user(100), await user(GIB)];
  const rows = [poor, rich].map((num) => ({ user: num, line: 1, up: 0, down: 150 }));
  expect(await bill(rows)).toMatchObject({ ranOut: [poor] });
  expect(await accountOf(poor)).toMatchObject({ spent: 100, overrun: 50 });
  expect(await bill(rows)).toMatchObject({ ranOut: [] });
  expect(await accountOf(poor)).toMatchObject({ spent: 100, overrun: 200 });
  expect(await accountOf(rich)).toMatchObject({ spent: 300, overrun: 0 });
});

test('limited traffic is used first', async () => {
  const num = await user(1000);
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000);
  await inTransaction(app.deps.db, (trx) => startTrial(trx, app.deps, { userNum: num, amount: bytes(400), expiresAt }));
  await bill([{ user: num, line: 1, up: 0, down: 300 }]);
  const left = () =>
    app.deps.db.selectFrom('trial_grants').select('left_bytes').where('user_num', '=', num).executeTakeFirst();
  expect(await left()).toEqual({ left_bytes: 100 });
  await bill([{ user: num, line: 1, up: 0, down: 300 }]);
  expect(await left()).toEqual({ left_bytes: 0 });
  expect((await accountOf(num)).spent).toBe(600);
});

test('a user that does not exist, or more bytes than there can be, changes nothing', async () => {
  const num = await user(GIB);
  const good = { user: num, line: 1, up: 0, down: 10 };
  expect(await bill([good, { user: 999_999, line: 1, up: 0, down: 1 }])).toMatchObject({ kind: 'refused' });
  expect(await bill([{ ...good, down: Number.MAX_SAFE_INTEGER }])).toMatchObject({ kind: 'refused' });
  expect([(await accountOf(num)).spent, await usageOf(num)]).toEqual([0, []]);
});

test('the ledger takes the use of all users over, once, and agrees afterwards', async () => {
  const num = await user(GIB);
  await bill([{ user: num, line: 1, up: 0, down: 1000 }]);
  const settle = () => inTransaction(app.deps.db, (trx) => settleUse(trx, {}, app.clock.now()));
  expect(await settle()).toBeGreaterThan(0);
  expect(await settle()).toBe(0);
  expect(await accountOf(num)).toMatchObject({ spent: 1000, posted_spent: 1000 });
  await bill([{ user: num, line: 1, up: 0, down: 500 }]);
  expect(await inTransaction(app.deps.db, (trx) => settleUse(trx, { userNums: [num] }, app.clock.now()))).toBe(1);
  expect(await accountOf(num)).toMatchObject({ posted_spent: 1500 });
  expect(await checkWholeLedger(app.deps.db)).toEqual([]);
});

test('batches of many nodes at once lose nothing and lock in one order', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => user(GIB)));
  const batch = () => users.toSorted(() => Math.random() - 0.5).map((num) => ({ user: num, line: 1, up: 1, down: 9 }));
  await Promise.all(Array.from({ length: 12 }, () => bill(batch())));
  for (const num of users) expect((await accountOf(num)).spent).toBe(120);
});
