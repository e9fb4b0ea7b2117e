import { codes } from '@skyport/contract/codes';
import type { DifferenceKind } from '@skyport/contract/reconcile';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { settleNow, storeTakenBack } from '../orders/index.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import type { ListedMoney, PaymentProvider } from '../platform/payment-providers.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';

/* A provider's own list of a day against what is stored of it: what was planted is found, and nothing else. */

const app = await createTestApp();
const { deps, clock } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
await app.changeSettings({ admin_id: admin.userId });
const { makeCombo, order, buy, one } = shopOf(app, admin);
const DAY = '2026-11-22';
const NOON = Date.parse(`${DAY}T12:00:00+08:00`);
clock.advance(NOON - clock.now().getTime());
const lister: ReturnType<typeof createHmacProvider> & PaymentProvider = Object.assign(createHmacProvider('lister'), {
  listOf: async (day: string) => lister.lists.get(day) ?? [],
});
const asker = createHmacProvider('asker');
serveBy(app, { alipay: lister, wxpay: asker });
for (const name of ['lister', 'asker'])
  await deps.db
    .insertInto('pay_instances')
    .values({
      id: deps.ids.next(),
      name,
      kind: 'epay_v1',
      label: name,
      config: '{}',
      window_minutes: 60,
      created_at: clock.now(),
    })
    .execute();
afterAll(() => app.close());

const ask = (name: string, form: object = {}) => app.call(`/api/admin/money/${name}`, form, admin);
const runJobs = async (...names: string[]): Promise<void> => {
  for (const name of names) await runJob(allJobs.find((each) => each.name === name) as Job<unknown>, deps, {});
};

const combo = await makeCombo();
let made = 0;
/** A trade of a new customer at an instance. */
const begun = async (pay_mode: 'alipay' | 'wxpay') => {
  const user = await app.account();
  const { _id: id } = await order(user, combo);
  const { _id: tradeId } = (await buy(user, id, { pay_mode })).data;
  const listed: ListedMoney = {
    kind: 'paid',
    reference: `P${(made += 1)}`,
    tradeNumber: tradeId.replaceAll('-', ''),
    amount: 30_000,
    currency: 'CNY',
    at: clock.now(),
  };
  return { user, id: id as string, tradeId: tradeId as string, listed };
};
/** The same, paid: we know of it. */
const paid = async (instance = 'lister', paidAt = clock.now()) => {
  const trade = await begun(instance === 'lister' ? 'alipay' : 'wxpay');
  const { reference, amount } = trade.listed;
  await settleNow(deps, {
    reference,
    source: 'provider',
    instance,
    tradeId: trade.tradeId,
    amount,
    paidAt,
    actor: 'test',
  });
  return trade;
};
const refundOf = ({ tradeNumber, amount, reference }: ListedMoney): ListedMoney => ({
  kind: 'refunded',
  reference: `R-${reference}`,
  tradeNumber,
  amount,
  currency: 'CNY',
  at: clock.now(),
});

test('twenty planted differences of a list are found, and no other; operators are told once', async () => {
  const planted = new Map<string, DifferenceKind>();
  const list: ListedMoney[] = [];
  for (let n = 0; n < 5; n += 1) {
    // What both have.
    list.push((await paid()).listed);
    // What only the provider has.
    const missing = await begun('alipay');
    list.push(missing.listed);
    planted.set(missing.listed.reference, 'missing');
    // What only we have.
    planted.set((await paid()).listed.reference, 'extra');
    // What is not the same: an amount, or a trade.
    const other = (await paid()).listed;
    list.push(n < 3 ? { ...other, amount: other.amount + 10 } : { ...other, tradeNumber: 'f'.repeat(32) });
    planted.set(other.reference, 'mismatched');
    // What went back without our knowing, and what we know of.
    const gone = (await paid()).listed;
    const known = (await paid()).listed;
    list.push(gone, refundOf(gone), known, refundOf(known));
    planted.set(refundOf(gone).reference, 'refund');
    const { kind: _kind, at: _at, ...said } = refundOf(known);
    const takenBack = {
      ...said,
      currency: 'CNY' as const,
      reason: 'refund' as const,
      merchant: lister.merchant,
      payment: '',
      isTotal: true,
    };
    await inTransaction(deps.db, (trx) => storeTakenBack(trx, deps, { instance: 'lister', takenBack }));
  }
  // Money about midnight stands in the list of the day before, or in that of the day after.
  const early = await paid('lister', new Date(Date.parse(`${DAY}T00:00:00+08:00`) - MINUTE_MS));
  lister.lists.set('2026-11-21', [early.listed]);
  await paid('lister', new Date(Date.parse(`${DAY}T00:00:00+08:00`) + DAY_MS - MINUTE_MS));
  lister.lists.set(DAY, list);
  clock.advance(15 * HOUR_MS);
  await runJobs('money.reconcile');
  const { data } = await ask('difference_list');
  const found = data.map(({ reference, kind }: { reference: string; kind: string }) => [reference, kind]);
  expect(found).toHaveLength(20);
  expect(new Map(found)).toEqual(planted);
  const runs = (await ask('reconciliation_list')).data;
  const run = runs.find(
    ({ day, platform }: { day: string; platform: string }) => day === DAY && platform === lister.label,
  );
  expect(run).toMatchObject({ state: 'done', way: 'list', differences: 20, unanswered: 0 });
  await runJobs('money.reconcile');
  const texts = await deps.db.selectFrom('notifications').select('text').where('text', 'like', '%对账发现%').execute();
  expect(texts).toHaveLength(1);
});

test('differences are searched for a number of the money or its trade, in any state or one', async () => {
  const [one] = (await ask('difference_list')).data.filter(({ kind }: { kind: string }) => kind === 'missing');
  const found = async (form: object): Promise<string[]> =>
    (await ask('difference_list', form)).data.map(({ reference }: { reference: string }) => reference);
  expect(await found({ filterStr: one.tradeno.toUpperCase() })).toEqual([one.reference]);
  expect(await found({ filterStr: ` ${one.reference.toLowerCase()}` })).toContain(one.reference);
  expect(await found({ filterStr: one.tradeno, state: 'explained' })).toEqual([]);
  expect(await found({ filterStr: '%' })).toEqual([]);
});

test('a missing payment is settled by the provider’s word, through the inbox; others are explained', async () => {
  const rows = (await ask('difference_list', { state: 'open' })).data;
  const of = (kind: string) => rows.filter((row: { kind: string }) => row.kind === kind);
  const [missing] = of('missing');
  expect((await ask('settle_difference', { difference_id: missing._id })).code).toBe(0);
  expect((await ask('settle_difference', { difference_id: missing._id })).code).toBe(codes.conflict.code);
  const claim = await deps.db
    .selectFrom('claims')
    .selectAll()
    .where('reference', '=', missing.reference)
    .executeTakeFirstOrThrow();
  expect(claim).toMatchObject({ state: 'waiting', amount: 30_000, must_ask: false });
  await runJob(allJobs.find(({ name }) => name === 'orders.settle-claim') as Job<unknown>, deps, { id: claim.id });
  const { order_id } = await deps.db
    .selectFrom('trades')
    .select('order_id')
    .where('id', '=', claim.trade_id!)
    .executeTakeFirstOrThrow();
  const paidOrder = await deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  expect(paidOrder.status).toBe('paied');
  const [refund] = of('refund');
  expect((await ask('settle_difference', { difference_id: refund._id })).code).toBe(0);
  const flags = await sql`select from order_flags f join taken_back_events e on e.flag_id = f.id
    where e.reference = ${refund.reference} and f.state = 'open'`.execute(deps.db);
  expect(flags.rows).toHaveLength(1);
  const [extra] = of('extra');
  expect((await ask('settle_difference', { difference_id: extra._id })).code).toBe(codes.conflict.code);
  expect((await ask('explain_difference', { difference_id: extra._id, reason: '测试款' })).code).toBe(0);
  expect((await ask('explain_difference', { difference_id: extra._id, reason: '再次' })).code).toBe(
    codes.conflict.code,
  );
  const [mismatched] = of('mismatched');
  expect((await ask('settle_difference', { difference_id: mismatched._id })).code).toBe(codes.conflict.code);
  const nothing = { difference_id: crypto.randomUUID() };
  expect((await ask('settle_difference', nothing)).code).toBe(codes.notFound.code);
  expect((await ask('explain_difference', { ...nothing, reason: '无' })).code).toBe(codes.notFound.code);
  expect((await ask('difference_list', { state: 'explained' })).data).toMatchObject([
    { _id: extra._id, closed_by: admin.email, closed_why: '测试款', ours: 30, theirs: null },
  ]);
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

test('a provider without a list is asked about each trade of the day; one that says nothing is asked again', async () => {
  const day = '2026-11-23';
  clock.advance(Date.parse(`${day}T12:00:00+08:00`) - clock.now().getTime());
  const same = await paid('asker');
  const missing = await begun('wxpay');
  const extra = await paid('asker');
  const gone = await paid('asker');
  const expired = await begun('wxpay');
  const book = ({ tradeNumber, reference, amount }: ListedMoney, isRefunded: boolean) =>
    asker.books.set(tradeNumber, { tradeNumber, reference, amount, isRefunded });
  for (const { listed } of [same, missing]) book(listed, false);
  for (const { listed } of [gone, expired]) book(listed, true);
  clock.advance(15 * HOUR_MS);
  const runOf = async () =>
    (await ask('reconciliation_list')).data.find(
      (row: { day: string; platform: string }) => row.day === day && row.platform === asker.label,
    );
  // What cannot be stored stops no other provider, and the day is seen to have failed.
  book({ ...missing.listed, reference: 'x'.repeat(200) }, false);
  await runJobs('money.reconcile');
  expect(await runOf()).toMatchObject({ state: 'failed', differences: 0 });
  book(missing.listed, false);
  asker.mood = 'down';
  await runJobs('money.reconcile');
  expect(await runOf()).toMatchObject({ state: 'failed', way: 'query' });
  asker.mood = 'works';
  await runJobs('money.reconcile');
  expect(await runOf()).toMatchObject({ state: 'done', differences: 3 });
  const rows = (await ask('difference_list', { state: 'open' })).data.filter(
    ({ platform }: { platform: string }) => platform === asker.label,
  );
  expect(new Map(rows.map(({ reference, kind }: { reference: string; kind: string }) => [reference, kind]))).toEqual(
    new Map([
      [missing.listed.reference, 'missing'],
      [extra.listed.reference, 'extra'],
      [`R-${gone.listed.reference}`, 'refund'],
    ]),
  );
  expect((await one(missing.user, missing.id)).status).toBe('topay');
});

test('a provider that is slow to speak of a day takes no place from jobs that wait for nobody', () => {
  expect(allJobs.find(({ name }) => name === 'money.reconcile')?.places).toBe('slow');
});
