import { AsyncLocalStorage } from 'node:async_hooks';
import { checkWholeLedger, inSnapshot, inTransaction } from '@skyport/db';
import { bytes, GIB, MIB } from '@skyport/contract/units';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { billingRepository } from './billing-repository.ts';
import { billInto } from './billing.ts';
import { rollUpUsage, postUse, startTrial } from './index.ts';
import { createBillingScene, DAY } from './testing/billing-scene.ts';
import { seeded } from '../../../../testkit/seeded.ts';

const scene = await createBillingScene();
const { app } = scene;
afterAll(() => app.close());

const { user, grant, bill, batchOf } = scene;

const accountOf = (num: number) =>
  app.deps.db.selectFrom('traffic_account').selectAll().where('user_num', '=', num).executeTakeFirstOrThrow();
const recordsOf = (num: number) =>
  app.deps.db
    .selectFrom('traffic_record_list')
    .select(['type', 'change', 'exempt', 'granted', 'spent'])
    .where('user_num', '=', num)
    .where('type', 'in', ['spend', 'agency_spend'])
    .execute();
const usageOf = async (num: number) =>
  (
    await sql<{ line: number; up: number; down: number; billed: number }>`
      select line_num as line, up, down, billed from usage_detail where user_num = ${num} order by 1`.execute(
      app.deps.db,
    )
  ).rows;

test('use is billed by line and taken from permanent traffic, with one record a day', async () => {
  const num = await user(GIB);
  const rows = [
    { user: num, line: 1, up: 100, down: 900 },
    { user: num, line: 2, up: 0, down: 1000 },
  ];
  expect(await bill(rows)).toEqual({ billed: 2500, ranOut: [], paused: [], unbillable: new Map() });
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

test('limited traffic is used first, and each trial knows what it has left when another one begins', async () => {
  const num = await user(1000);
  const now = app.clock.now().getTime();
  const trial = (amount: number, hours: number) => {
    const expiresAt = new Date(now + hours * 3_600_000);
    return inTransaction(app.deps.db, (trx) =>
      startTrial(trx, app.deps, { userNum: num, amount: bytes(amount), expiresAt }),
    );
  };
  const left = async () => [
    (await accountOf(num)).trial_left,
    ...(
      await app.deps.db
        .selectFrom('trial_grants')
        .select('left_bytes')
        .where('user_num', '=', num)
        .orderBy('expires_at')
        .execute()
    ).map((row) => row.left_bytes),
  ];
  await trial(400, 2);
  await bill([{ user: num, line: 1, up: 0, down: 300 }]);
  await trial(50, 1);
  expect(await left()).toEqual([150, 50, 100]);
  await bill([{ user: num, line: 1, up: 0, down: 60 }]);
  await trial(7, 9);
  expect(await left()).toEqual([97, 0, 90, 7]);
  await bill([{ user: num, line: 1, up: 0, down: 300 }]);
  expect([(await left())[0], (await accountOf(num)).spent]).toEqual([0, 660]);
});

test('who does not exist, or used more than there can be, is named and stops nobody else', async () => {
  const [num, other] = [await user(GIB), await user(GIB)];
  const good = { user: num, line: 1, up: 0, down: 10 };
  const unbillable = async (rows: Parameters<typeof bill>[0]) => [...(await bill(rows)).unbillable];
  expect(await unbillable([good, { user: 999_999, line: 1, up: 0, down: 1 }])).toEqual([[999_999, 'noUser']]);
  const lie = { user: other, line: 1, up: 0, down: Number.MAX_SAFE_INTEGER };
  expect(await unbillable([good, lie])).toEqual([[other, 'beyond']]);
  expect([(await accountOf(num)).spent, (await accountOf(other)).spent, await usageOf(other)]).toEqual([20, 0, []]);
});

test('an account with a number that cannot be read exactly keeps nobody else from being charged', async () => {
  const [num, poisoned] = [await user(GIB), await user(GIB, { overrun: String(2n ** 60n) })];
  const rows = [num, poisoned].map((each) => ({ user: each, line: 1, up: 0, down: 10 }));
  expect((await bill(rows)).unbillable).toEqual(new Map([[poisoned, 'noUser']]));
  expect((await accountOf(num)).spent).toBe(10);
});

test('sums stop growing where numbers are no longer exact, and everybody can still be billed', async () => {
  const highest = Number.MAX_SAFE_INTEGER;
  const num = await user(0, { overrun: highest - 5, hour: 0 });
  await sql`insert into line_daily (day, line_num, up, down, billed) values (${DAY}, 1, ${highest}, ${highest}, ${highest})
            on conflict (day, line_num) do update set up = ${highest}, down = ${highest}, billed = ${highest}`.execute(
    app.deps.db,
  );
  for (let again = 0; again < 2; again++) await bill([{ user: num, line: 1, up: 7, down: 2 ** 49 }]);
  expect((await accountOf(num)).overrun).toBe(highest);
  const { rows } = await sql`select up, down, billed from line_daily where day = ${DAY} and line_num = 1`.execute(
    app.deps.db,
  );
  expect(rows).toEqual([{ up: highest, down: highest, billed: highest }]);
});

test('the ledger takes the use of all users over, once, and agrees afterwards', async () => {
  const num = await user(GIB);
  await bill([{ user: num, line: 1, up: 0, down: 1000 }]);
  const post = () => inTransaction(app.deps.db, (trx) => postUse(trx, {}, app.clock.now()));
  expect(await post()).toBeGreaterThan(0);
  expect(await post()).toBe(0);
  expect(await accountOf(num)).toMatchObject({ spent: 1000, posted_spent: 1000 });
  await bill([{ user: num, line: 1, up: 0, down: 500 }]);
  expect(await inTransaction(app.deps.db, (trx) => postUse(trx, { userNums: [num] }, app.clock.now()))).toBe(1);
  expect(await accountOf(num)).toMatchObject({ posted_spent: 1500 });
  expect(await checkWholeLedger(app.deps.db)).toEqual([]);
});

test('batches of many nodes at once lose nothing and lock in one order', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, () => user(GIB)));
  const dice = seeded(1);
  const batch = () => users.toSorted(() => dice() - 0.5).map((num) => ({ user: num, line: 1, up: 1, down: 9 }));
  await Promise.all(Array.from({ length: 12 }, () => bill(batch())));
  for (const num of users) expect((await accountOf(num)).spent).toBe(120);
});

test('outside of a turn nothing is billed', async () => {
  const num = await user(GIB);
  const rows = [{ user: num, line: 1, up: 0, down: 10 }];
  await expect(inTransaction(app.deps.db, (trx) => billInto(billingRepository(trx), batchOf(rows)))).rejects.toThrow(
    'turn',
  );
  expect((await accountOf(num)).spent).toBe(0);
});

test('a change that comes between reading and writing is not overwritten', async () => {
  const num = await user(100);
  let tries = 0;
  const rows = [{ user: num, line: 1, up: 0, down: 150 }];
  const asSomebodyElse = AsyncLocalStorage.snapshot();
  await inSnapshot(app.deps.db, async (trx) => {
    await trx.selectFrom('users').select('num').where('num', '=', num).execute();
    if ((tries += 1) === 1) await asSomebodyElse(() => grant(num, 20));
    return billInto(billingRepository(trx), batchOf(rows));
  });
  expect(tries).toBe(2);
  expect(await accountOf(num)).toMatchObject({ granted: 120, spent: 120, overrun: 30 });
});

const writtenOf = (num: number) => scene.recordsOf('traffic_records', num);
const listedOf = (num: number) => scene.recordsOf('traffic_record_list', num);

test('a record is written down when the next day begins, and late reports still reach it', async () => {
  const num = await user(GIB);
  const rows = [{ user: num, line: 1, up: 0, down: 100 }];
  await bill(rows, {}, '2026-11-20');
  expect(await writtenOf(num)).toEqual([]);
  await bill(rows);
  expect(await writtenOf(num)).toEqual([{ day: '2026-11-20', type: 'spend', change: -100, exempt: 0 }]);
  await bill(rows, {}, '2026-11-20');
  await bill([{ user: num, line: 3, up: 0, down: 7 }]);
  expect(await listedOf(num)).toEqual([
    { day: '2026-11-20', type: 'spend', change: -200, exempt: 0 },
    { day: DAY, type: 'spend', change: -100, exempt: 7 },
  ]);
});

test('a record that is written down already goes on where it is', async () => {
  const num = await user(GIB);
  const rows = [{ user: num, line: 1, up: 0, down: 100 }];
  const becomes = (is_agency_user: boolean) =>
    app.deps.db.updateTable('users').set({ is_agency_user }).where('num', '=', num).execute();
  await bill(rows);
  await becomes(true);
  expect(await listedOf(num)).toEqual([{ day: DAY, type: 'spend', change: -100, exempt: 0 }]);
  await bill(rows);
  await becomes(false);
  await bill(rows);
  expect(await listedOf(num)).toEqual([
    { day: DAY, type: 'agency_spend', change: -100, exempt: 0 },
    { day: DAY, type: 'spend', change: -200, exempt: 0 },
  ]);
  expect(await writtenOf(num)).toHaveLength(1);
});

test('reports are added up later, once, and are seen at once', async () => {
  const num = await user(GIB);
  const daily = () =>
    app.deps.db.selectFrom('usage_daily').select(['line_num', 'down']).where('user_num', '=', num).execute();
  const rows = [1, 2].map((line) => ({ user: num, line, up: 1, down: 10 }));
  for (let times = 0; times < 3; times += 1) await bill(rows);
  const seen = await usageOf(num);
  expect([await daily(), seen.map(({ down }) => down)]).toEqual([[], [30, 30]]);
  await Promise.all([rollUpUsage(app.deps.db), rollUpUsage(app.deps.db)]);
  expect(await daily()).toHaveLength(2);
  await bill(rows);
  await rollUpUsage(app.deps.db);
  await rollUpUsage(app.deps.db);
  expect((await usageOf(num)).map(({ up, down }) => [up, down])).toEqual([
    [4, 40],
    [4, 40],
  ]);
  expect(await app.deps.db.selectFrom('usage_journal').select('id').execute()).toEqual([]);
});

test('whoever used a line was active, as of the report', async () => {
  const num = await user(GIB);
  const before = new Date(app.clock.now().getTime() - 7_200_000);
  await app.deps.db.updateTable('users').set({ last_active_at: before }).where('num', '=', num).execute();
  await bill([{ user: num, line: 1, up: 0, down: 10 }]);
  await rollUpUsage(app.deps.db);
  expect(
    await app.deps.db.selectFrom('users').select('last_active_at').where('num', '=', num).executeTakeFirst(),
  ).toEqual({ last_active_at: app.clock.now() });
});

test('accounts know their users from the first moment, whoever makes and changes them', async () => {
  const { rows } = await sql<{ num: number }>`
    with made as (
      insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at, scale_ppm,
                         is_agency_user, daily_unlimited, daily_unlimited_gb)
      values (gen_random_uuid(), 'one@statement.test', '', '', '', now(), now(), 7, true, true, 3) returning num)
    insert into traffic_account (user_num) select num from made returning user_num as num`.execute(app.deps.db);
  const { num } = rows[0]!;
  expect(await accountOf(num)).toMatchObject({ scale_ppm: 7, is_agency_user: true, unlimited_gb: 3 });
  await app.deps.db.updateTable('users').set({ daily_unlimited: false, scale_ppm: 8 }).where('num', '=', num).execute();
  expect(await accountOf(num)).toMatchObject({ scale_ppm: 8, is_agency_user: true, unlimited_gb: null });
});
