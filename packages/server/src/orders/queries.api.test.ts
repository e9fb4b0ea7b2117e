import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { closeAtProvider } from './close-trades.ts';
import { settleStoredOf } from './inbox.ts';
import { expireOrders } from './jobs.ts';
import { askTrades, storeNotified, watchQueries } from './queries.ts';
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
  // One that does not speak is left alone for half a minute; this trade is due again when it is as old.
  const next = mood === 'lies' ? 20 : 30;
  expect(await jobsFor('hmac')).toEqual([new Date(clock.now().getTime() + next * SECOND_MS)]);
});

test('a provider that is silent holds up nobody else', async () => {
  const [mine, theirs] = [await bought(), await bought('wxpay')];
  payUnseen(theirs.number, other);
  const { query } = hmac;
  const asked: string[] = [];
  let speak = (): void => undefined;
  const silence = new Promise<'silent'>((resolve) => {
    speak = () => resolve('silent');
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
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  // A second job for the same provider ends at once instead of waiting too.
  await ask();
  expect(asked).toEqual([mine.number]);
  speak();
  await silent;
  Object.assign(hmac, { query });
});

/** Stores notifications that were signed weakly, of money that no trade of ours is for; gives their numbers. */
const notifyWeakly = (amount: number, instance = 'hmac'): Promise<string[]> =>
  inTransaction(deps.db, async (trx) => {
    const numbers = Array.from({ length: amount }, (_, i) => `weak-${instance}-${clock.now().getTime()}-${i}`);
    for (const tradeNumber of numbers) {
      const claim = { reference: tradeNumber, tradeNumber, merchant: '', amount: 1000, currency: 'CNY' as const };
      await storeNotified(trx, deps, { instance, claim: { ...claim, paidAt: clock.now() }, mustAsk: true });
    }
    return numbers;
  });

test('however many claims a silent provider has to confirm, it has one job, is asked about eight, and rests', async () => {
  const numbers = await notifyWeakly(30);
  expect(await jobsFor('hmac')).toHaveLength(1);
  hmac.mood = 'down';
  await ask();
  expect(new Set(hmac.asked).size).toBe(8);
  expect(await jobsFor('hmac')).toEqual([new Date(clock.now().getTime() + 30 * SECOND_MS)]);
  clock.advance(30 * SECOND_MS);
  hmac.mood = 'works';
  for (const number of numbers) hmac.books.set(number, { tradeNumber: number, reference: number, amount: 1000 });
  await ask();
  expect(new Set(hmac.asked)).toEqual(new Set(numbers));
  const left = await deps.db.selectFrom('claims').select('id').where('must_ask', '=', true).execute();
  expect(left).toEqual([]);
});

test('a provider that knows none of eight trades is asked about the ninth at once', async () => {
  const all: Awaited<ReturnType<typeof bought>>[] = [];
  for (let i = 0; i < 9; i += 1) {
    all.push(await bought());
    clock.advance(SECOND_MS);
  }
  const { query } = hmac;
  Object.assign(hmac, {
    query: (number: string, signal: AbortSignal) =>
      number === all[8]!.number ? query!.call(hmac, number, signal) : Promise.resolve('unknown'),
  });
  payUnseen(all[8]!.number);
  clock.advance(10 * SECOND_MS);
  await ask();
  Object.assign(hmac, { query });
  await settleStoredOf(deps, all[8]!.id);
  expect(await statusOf(all[8]!.user, all[8]!.id)).toBe('paied');
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
