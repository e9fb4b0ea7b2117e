import { sql } from 'kysely';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { closeAtProvider } from './close-trades.ts';
import { settleStoredOf } from './inbox.ts';
import { expireOrders } from './jobs.ts';
import { askTrades, watchQueries } from './queries.ts';
import { shopOf } from './testing/shop.ts';

/* Providers are asked what became of trades, so that a notification that never comes costs nobody their purchase. */

const app = await createTestApp();
const { deps, clock } = app;
const [hmac, other] = [createHmacProvider('hmac'), createHmacProvider('other')];
let readUpTo: Date | undefined;
const watcher = {
  instance: 'watcher',
  label: '链上监听',
  ask: async () => ({ qrcode: 'usdt' }),
  readUpTo: async () => readUpTo,
};
serveBy(app, { alipay: hmac, wxpay: other, usdt: watcher });
afterAll(() => app.close());
afterEach(async () => {
  clock.advance(MINUTE_MS);
  for (const each of [hmac, other]) Object.assign(each, { mood: 'works', asked: [] });
  await deps.db.updateTable('trade_queries').set({ next_at: null }).execute();
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, cancel, one, wallet } = shopOf(app, admin);

const bought = async (mode = 'alipay') => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id, { pay_mode: mode })).data;
  return { user, id: _id as string, trade, number: trade._id.replaceAll('-', '') as string };
};
/** The provider has the money of a trade in its books, and nobody was notified. */
const payUnseen = (number: string, by = hmac): unknown =>
  by.books.set(number, { tradeNumber: number, reference: `Q${number}`, amount: 30_000 });
const ask = (instance = 'hmac'): Promise<void> => runJob(askTrades, deps, { instance });
const statusOf = async (user: TestSession, id: string) => (await one(user, id)).status;
const queryOf = (trade: TestData) =>
  deps.db.selectFrom('trade_queries').selectAll().where('trade_id', '=', trade._id).executeTakeFirstOrThrow();
const jobsFor = async (instance: string): Promise<Date[]> => {
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where key = ${`orders.ask-trades:${instance}`}`.execute(deps.db);
  return rows.map(({ run_at }) => run_at);
};
const expire = (): Promise<void> => runJob(expireOrders, deps, {});

test('a payment of which no notification came is settled by an active query', async () => {
  const { user, id, trade, number } = await bought();
  payUnseen(number);
  await ask();
  expect(hmac.asked).toEqual([]);
  expect(await jobsFor('hmac')).toEqual([new Date(clock.now().getTime() + 10 * SECOND_MS)]);
  clock.advance(10 * SECOND_MS);
  await ask();
  await settleStoredOf(deps, id);
  expect(await statusOf(user, id)).toBe('paied');
  expect(await queryOf(trade)).toMatchObject({ word: 'claim', attempts: 1 });
});

test('a trade that is not paid is asked about again with growing pauses, and no more once it is paid', async () => {
  const { id, trade, number } = await bought();
  for (const seconds of [10, 20, 30, 60]) {
    clock.advance(seconds * SECOND_MS);
    await ask();
  }
  expect(hmac.asked).toHaveLength(4);
  expect(await queryOf(trade)).toMatchObject({ word: 'unpaid', attempts: 4 });
  payUnseen(number);
  clock.advance(3 * MINUTE_MS);
  await ask();
  await settleStoredOf(deps, id);
  clock.advance(HOUR_MS);
  await ask();
  expect(hmac.asked).toHaveLength(5);
  expect(await queryOf(trade)).toMatchObject({ next_at: null });
});

test.each(['down', 'html', 'lies'] as const)('a provider that is %s leaves the trade as it is', async (mood) => {
  const { user, id, trade } = await bought();
  hmac.mood = mood;
  clock.advance(10 * SECOND_MS);
  await ask();
  expect(await statusOf(user, id)).toBe('topay');
  expect(await queryOf(trade)).toMatchObject({ word: 'unknown', attempts: 1, said_at: null });
  // It is left alone for half a minute.
  expect(await jobsFor('hmac')).toEqual([new Date(clock.now().getTime() + 30 * SECOND_MS)]);
});

test('a provider that is silent holds up nobody else', async () => {
  const [mine, theirs] = [await bought(), await bought('wxpay')];
  payUnseen(theirs.number, other);
  const { query } = hmac;
  const asked: string[] = [];
  let speak = (): void => undefined;
  const silence = new Promise<'unknown'>((resolve) => {
    speak = () => resolve('unknown');
  });
  Object.assign(hmac, {
    query: (number: string) => {
      asked.push(number);
      return silence;
    },
  });
  clock.advance(10 * SECOND_MS);
  const silent = ask();
  await ask('other');
  await settleStoredOf(deps, theirs.id);
  expect(await statusOf(theirs.user, theirs.id)).toBe('paied');
  await vi.waitUntil(() => asked.length > 0, { timeout: 8000 });
  // A second job for the same provider ends at once instead of waiting too.
  await ask();
  expect(asked).toEqual([mine.number]);
  speak();
  await silent;
  Object.assign(hmac, { query });
});

test('who waits for a payment has it asked about at most each 5 s, and waits for no provider', async () => {
  const { user, id, trade, number } = await bought();
  payUnseen(number);
  hmac.mood = 'silent';
  const poll = () => app.call('/api/shop/trade_status', { trade_id: trade._id }, user);
  const isDue = async () => (await queryOf(trade)).next_at! <= clock.now();
  expect([(await poll()).data.status, await isDue()]).toEqual(['topay', false]);
  clock.advance(5 * SECOND_MS);
  expect([(await poll()).data.status, await isDue()]).toEqual(['topay', true]);
  expect(hmac.asked).toEqual([]);
  hmac.mood = 'works';
  await ask();
  expect(await isDue()).toBe(false);
  clock.advance(4 * SECOND_MS);
  await poll();
  expect([hmac.asked.length, await isDue()]).toEqual([1, false]);
  await settleStoredOf(deps, id);
  expect((await poll()).data.status).toBe('paied');
});

test('a stranger’s polling asks nobody', async () => {
  const { trade } = await bought();
  clock.advance(6 * SECOND_MS);
  const before = await queryOf(trade);
  await app.call('/api/shop/trade_status', { trade_id: trade._id }, await app.account());
  expect(await queryOf(trade)).toEqual(before);
});

test('a job that was lost is made again by the next minute', async () => {
  await bought('wxpay');
  await sql`select graphile_worker.remove_job('orders.ask-trades:other')`.execute(deps.db);
  expect(await jobsFor('other')).toEqual([]);
  clock.advance(MINUTE_MS);
  await runJob(watchQueries, deps, {});
  expect(await jobsFor('other')).toHaveLength(1);
});

test('what a provider says as paid of a trade that was closed is settled', async () => {
  const { user, id, trade, number } = await bought();
  await cancel(user, id);
  payUnseen(number);
  clock.advance(5 * MINUTE_MS);
  await runJob(closeAtProvider, deps, { tradeId: trade._id });
  await ask();
  await settleStoredOf(deps, id);
  expect([await statusOf(user, id), await wallet(user)]).toEqual(['cancled', 30]);
});

/** Lets an order's time pass, with its trade closed at its end. */
const passTime = async (): Promise<void> => {
  clock.advance(DAY_MS);
  await expire();
};

test('an order does not expire while its provider has not said what became of the trade', async () => {
  const { user, id } = await bought();
  hmac.mood = 'down';
  await passTime();
  clock.advance(HOUR_MS);
  await Promise.all([ask(), expire()]);
  await expire();
  expect(await statusOf(user, id)).toBe('topay');
  hmac.mood = 'works';
  clock.advance(HOUR_MS);
  await ask();
  await expire();
  expect(await statusOf(user, id)).toBe('cancled');
});

test('an order waits for a provider’s word at most 24 h', async () => {
  const { user, id } = await bought();
  hmac.mood = 'down';
  await passTime();
  expect(await statusOf(user, id)).toBe('topay');
  clock.advance(DAY_MS);
  await expire();
  expect(await statusOf(user, id)).toBe('cancled');
});

test('that a trade was unpaid before its end says nothing of later', async () => {
  const { user, id, number } = await bought();
  clock.advance(10 * SECOND_MS);
  await ask();
  hmac.mood = 'down';
  payUnseen(number);
  await passTime();
  expect(await statusOf(user, id)).toBe('topay');
  hmac.mood = 'works';
  await ask();
  await settleStoredOf(deps, id);
  await expire();
  expect(await statusOf(user, id)).toBe('paied');
});

test('an order waits for its watcher, until that has read everything up to the order’s end', async () => {
  const { user, id } = await bought('usdt');
  await passTime();
  const { expires_at: end } = await deps.db
    .selectFrom('orders')
    .select('expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (const upTo of [undefined, new Date(end.getTime() - 1)]) {
    readUpTo = upTo;
    clock.advance(MINUTE_MS);
    await expire();
    expect(await statusOf(user, id)).toBe('topay');
  }
  readUpTo = end;
  await expire();
  expect(await statusOf(user, id)).toBe('cancled');
});

test('an order waits for its watcher at most 24 h', async () => {
  const { user, id } = await bought('usdt');
  readUpTo = undefined;
  await passTime();
  clock.advance(DAY_MS - MINUTE_MS);
  await expire();
  expect(await statusOf(user, id)).toBe('topay');
  clock.advance(MINUTE_MS);
  await expire();
  expect(await statusOf(user, id)).toBe('cancled');
});
