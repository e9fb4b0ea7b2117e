import { defaultSettings } from '@skyport/contract/settings-table';
import { GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeForm } from '../nodes/testing.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { billInto } from '../traffic/billing.ts';
import { grantTraffic, inBillingTurn, postUse } from '../traffic/index.ts';
import { recentDays } from './calls.ts';
import { closeDays } from './close.ts';

/*
 * Days of a shop whose clock is moved: the first one is Saturday 21 November 2026 in Shanghai.
 */

const app = await createTestApp({ TEST_PAYMENTS: '1' });
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, pay, receipt, fund } = shopOf(app, admin);

let node = '';
let line = 0;
beforeAll(async () => {
  node = (await app.call('/api/admin/agents/update', nodeForm({ name: '节点' }), admin)).data._id;
  const form = { name: '一', agentID: node, protocol: 'ss' };
  const { _id } = (await app.call('/api/admin/agent_line/update', form, admin)).data;
  ({ num: line } = await deps.db.selectFrom('lines').select('num').where('id', '=', _id).executeTakeFirstOrThrow());
});

/** Bills bytes of an account that were used on a day, whenever that is heard of. */
const use = (user: TestSession, bytes: number, day: string, isPublic = false) =>
  inBillingTurn(deps, ({ repository }) =>
    billInto(repository, {
      nodeId: node,
      rows: [{ line, user: user.num, up: 0, down: bytes }],
      lines: new Map([[line, { scalePpm: 1_000_000, isPublic }]]),
      day,
      at: clock.now(),
      now: clock.now(),
      today: day,
      settings: defaultSettings,
    }),
  );
const grant = (user: TestSession, amount: number, day = '2026-11-21') =>
  inTransaction(deps.db, (trx) =>
    grantTraffic(trx, {
      userNum: user.num,
      recordType: 'coupon',
      key: `test:${user.num}:${clock.now().getTime()}`,
      ref: 'test',
      actor: 'test',
      at: clock.now(),
      day,
      description: '',
      amount: amount as never,
    }),
  );
let prize = '';
/** A draw of an account, with nothing else to win than this. */
const draw = async (user: TestSession, wins: object): Promise<void> => {
  const form = { ...(prize && { _id: prize }), name: '奖品', weight: 1, gainTraffic: 0, ...wins };
  prize = (await app.call('/api/yunying/prize/update', form, admin)).data._id;
  expect((await app.call('/api/prize/draw', {}, user)).code).toBe(0);
};
const figures = async (num = 7): Promise<TestData> =>
  (await app.call('/api/admin/users/basic_stastic', { num }, admin)).data;
const dayOf = async (day: string): Promise<TestData> =>
  (await figures()).stastic_list.find((each: TestData) => each.day === day);

test('a day counts what happened on it, and money of wallets is not counted again', async () => {
  const [a, b] = [await app.account({ paid: true }), await app.account()];
  await app.call('/api/user/sign_use', {}, a);
  await grant(a, 10 * GIB);
  await use(a, 2 * GIB, '2026-11-21');
  await use(b, GIB, '2026-11-21', true);
  await draw(a, { gainTraffic: 3 });
  // 30 yuan, of which the wallet pays 10; 40 that staff wrote down for 30: 10 are the buyer's.
  await fund(b, 10);
  const first = await order(b, await makeCombo());
  const trade = (await buy(b, first._id)).data;
  expect(await pay(trade._id, 20)).toBe('paid');
  expect((await receipt((await order(a, await makeCombo()))._id, 40, 'bank')).data).toEqual({ outcome: 'paid' });
  expect(await dayOf('2026-11-21')).toMatchObject({
    signUseNum: 1,
    payNum: 2,
    income: 60,
    normalUserNum: 1,
    normalTraffic: 2 * GIB,
    normalAvg: 2 * GIB,
    dayUserNum: 1,
    dayTrafficUse: GIB,
    dayAvg: GIB,
    lotterySpendNum: 1,
    lotterySpendTraffic: GIB,
    lotteryRewardNum: 1,
    lotteryRewardTraffic: 3 * GIB,
    closed: false,
  });
});

test('a draw that costs nothing is a draw, and days or a coupon are a prize as traffic is', async () => {
  const before = await dayOf('2026-11-21');
  const user = await app.account();
  await app.changeSettings({ prizeBaseCost: 0 });
  for (const wins of [{ gainVipTime: 1 }, { hasDiscountCoupon: true, discountValue: 0.9, discountDuration: 7 }, {}])
    await draw(user, wins);
  await app.changeSettings({ prizeBaseCost: 1 });
  const { lotterySpendNum, lotterySpendTraffic, lotteryRewardNum, lotteryRewardTraffic } = before;
  expect(await dayOf('2026-11-21')).toMatchObject({
    lotterySpendNum: lotterySpendNum + 3,
    lotterySpendTraffic,
    lotteryRewardNum: lotteryRewardNum + 2,
    lotteryRewardTraffic,
  });
});

test('what is left and the members are those of all accounts', async () => {
  const member = await app.account();
  const vip_until = new Date(clock.now().getTime() + DAY_MS);
  await deps.db.updateTable('traffic_account').set({ vip_until }).where('user_num', '=', member.num).execute();
  const before = await figures();
  // Another one has won days.
  expect(before.activeVipCount).toBe(2);
  await grant(member, GIB);
  expect((await figures()).totalRemainingTraffic).toBe(before.totalRemainingTraffic + GIB);
});

test('a day is closed at two in the morning, once, by however many, and never changes after that', async () => {
  const before = await dayOf('2026-11-21');
  clock.set(new Date('2026-11-21T17:59:00Z'));
  expect(await closeDays(deps)).toBe(0);
  clock.set(new Date('2026-11-21T18:00:00Z'));
  expect((await Promise.all([closeDays(deps), closeDays(deps), closeDays(deps)])).toSorted()).toEqual([0, 0, 1]);
  const closed = { ...before, closed: true };
  expect(await dayOf('2026-11-21')).toEqual(closed);
  const late = await app.account();
  await grant(late, GIB, '2026-11-22');
  await use(late, GIB / 2, '2026-11-21');
  expect(await dayOf('2026-11-21')).toEqual(closed);
  expect(await closeDays(deps)).toBe(0);
});

test('what is heard of late counts on the day that is closed next, and all days agree with the ledger', async () => {
  const user = await app.account();
  const trade = (await buy(user, (await order(user, await makeCombo()))._id)).data;
  expect(await pay(trade._id, 30)).toBe('paid');
  clock.set(new Date('2026-11-23T18:00:00Z'));
  expect(await closeDays(deps)).toBe(2);
  const { stastic_list: days } = await figures();
  expect(days.map(({ day, closed }: TestData) => [day, closed])).toEqual([
    ['2026-11-24', false],
    ['2026-11-23', true],
    ['2026-11-22', true],
    ['2026-11-21', true],
  ]);
  expect(days[2]).toMatchObject({ income: 30, payNum: 1, normalTraffic: GIB / 2, normalUserNum: 0 });
  await inTransaction(deps.db, (trx) => postUse(trx, {}, clock.now()));
  const balance = async (kinds: string, unit: string): Promise<number> => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(balance), 0)::bigint as sum from ledger_account
       where owner is null and unit = ${unit} and kind ~ ${kinds}`.execute(deps.db);
    return Number(rows[0]!.sum);
  };
  const sum = (name: string): number => days.reduce((total: number, day: TestData) => total + day[name], 0);
  expect(sum('income') * 1000).toBe(-(await balance('^(clearing:.*|manual|exchange)$', 'CNY_MILLI')));
  expect(sum('normalTraffic')).toBe(await balance('^traffic_used$', 'BYTE'));
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

test('the product itself cannot change a closed day', async () => {
  const change = deps.db.updateTable('daily_statistics').set({ income: 0 }).execute();
  await expect(change).rejects.toThrow(/permission denied/);
});

test('a shop of before gets the days of before, as far as they are known', async () => {
  const shop = await createTestApp();
  const user = await shop.account();
  const { db } = shop.deps;
  await db
    .insertInto('checkins')
    .values({ user_id: user.userId, day: sql`'2026-11-18'::date`, streak: 1 })
    .execute();
  const record = { user_num: user.num, type: 'spend', granted: 10, spent: 10, description: '', exempt: 5 };
  await db
    .insertInto('traffic_records')
    .values({ ...record, day: sql`'2026-11-19'::date`, change: -7, updated_at: shop.clock.now() })
    .execute();
  expect(await closeDays(shop.deps)).toBe(3);
  const boss = await shop.account({ type: 'admin' });
  const { data } = await shop.call('/api/admin/users/basic_stastic', {}, boss);
  expect(data.stastic_list).toMatchObject([
    { day: '2026-11-21', closed: false },
    { day: '2026-11-20', normalTraffic: 0 },
    { day: '2026-11-19', normalTraffic: 7, dayTrafficUse: 5, normalUserNum: 1 },
    { day: '2026-11-18', signUseNum: 1 },
  ]);
  await shop.close();
});

test('sums beyond what a number holds exactly are right to the thousandth of a yuan', async () => {
  const shop = await createTestApp();
  const { db } = shop.deps;
  const huge = Number.MAX_SAFE_INTEGER;
  const figures = { checkins: 0, paid_orders: 0, permanent_users: 0, permanent_traffic: 0, quota_users: 0 };
  const none = { quota_traffic: 0, draws: 0, draw_traffic: 0, prizes: 0, prize_traffic: 0 };
  const closed = { ...figures, ...none, income: huge, closed_at: shop.clock.now() };
  await db
    .insertInto('daily_statistics')
    .values(['2026-11-18', '2026-11-19'].map((day) => ({ ...closed, day: sql<string>`${day}::date` })))
    .execute();
  const accounts = await sql<{ id: number; kind: string }>`
    insert into ledger_account (owner, kind, unit)
    values (null, 'clearing:huge', 'CNY_MILLI'), (null, 'sold', 'CNY_MILLI') returning id, kind`.execute(db);
  const idOf = (kind: string) => accounts.rows.find((row) => row.kind === kind)!.id;
  const book = (day: string, amount: number, after: string) =>
    inTransaction(db, async (trx) => {
      const { rows } = await sql<{ id: number }>`
        insert into ledger_tx (idem_key, kind, ref, actor, at)
        values (${day}, 'payment', 'test', 'test', ${new Date(`${day}T04:00:00Z`)}) returning id`.execute(trx);
      const tx = rows[0]!.id;
      await sql`
        insert into ledger_entry (tx_id, seq, account_id, unit, amount, balance_after)
        values (${tx}, 1, ${idOf('clearing:huge')}, 'CNY_MILLI', ${-amount}, ${`-${after}`}::bigint),
               (${tx}, 2, ${idOf('sold')}, 'CNY_MILLI', ${amount}, ${after}::bigint)`.execute(trx);
    });
  await book('2026-11-18', huge, String(huge));
  await book('2026-11-19', huge, String(BigInt(huge) * 2n));
  await book('2026-11-20', 5, String(BigInt(huge) * 2n + 5n));
  expect(await closeDays(shop.deps)).toBe(1);
  const closedDay = db
    .selectFrom('daily_statistics')
    .select('income')
    .where('day', '=', sql<string>`'2026-11-20'::date`);
  expect(await closedDay.executeTakeFirstOrThrow()).toEqual({ income: 5 });
  await shop.close();
});

test('a day that is closed while the days are listed stands there once', async () => {
  clock.advance(DAY_MS);
  let closing: Promise<number> | undefined;
  const db = deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    // Behind the first reading, which knows no such day yet.
    transformResult: async ({ result }) => {
      await (closing ??= closeDays(deps));
      return result;
    },
  });
  const days = (await recentDays({ ...deps, db }, 30)).map(({ day }) => day);
  expect(await closing).toBeGreaterThan(0);
  expect(days).toEqual([...new Set(days)]);
});
