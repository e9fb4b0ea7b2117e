import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { settleNow, storeNotified, storeTakenBack } from '../orders/index.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import {
  ListFault,
  type ListedMoney,
  type PaymentProvider,
  type ProviderClaim,
  type TakenBack,
} from '../platform/payment-providers.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';

/* What is easily lost or told wrongly of a day: disputes, midnight, slow providers, and foreign currencies. */

const app = await createTestApp();
const { deps, clock } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
await app.changeSettings({ admin_id: admin.userId });
const { makeCombo, order, buy, one } = shopOf(app, admin);
const asker = createHmacProvider('asker');
const said = new Map<string, TakenBack>();
/** Trades about which the provider says nothing, and those that it does not know. */
const [silent, strange] = [new Set<string>(), new Set<string>()];
const wordOf = asker.query!;
let slowness = 0;
asker.query = async (number, ...rest) => {
  clock.advance(slowness);
  if (silent.has(number)) return 'silent';
  if (strange.has(number)) return 'unknown';
  const takenBack = said.get(number);
  return takenBack ? { kind: 'takenBack', takenBack } : wordOf(number, ...rest);
};
let rate = 7_200_000;
const abroad: ReturnType<typeof createHmacProvider> & PaymentProvider = Object.assign(createHmacProvider('abroad'), {
  quote: (amount: number) => ({ currency: 'USD', minor: Math.ceil((amount * 100_000) / rate), rate }),
  listOf: async (day: string) => abroad.lists.get(day) ?? [],
});
serveBy(app, { alipay: asker, wxpay: abroad });
for (const name of ['asker', 'abroad'])
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
afterAll(async () => {
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
  await app.close();
});

const ask = (name: string, form: object = {}) => app.call(`/api/admin/money/${name}`, form, admin);
const runJobNamed = (name: string, payload: object) =>
  runJob(allJobs.find((each) => each.name === name) as Job<unknown>, deps, payload);
const goTo = (time: string): void => clock.advance(Date.parse(`${time}+08:00`) - clock.now().getTime());
/** Differences by reference, with the day on which each was told. */
const found = async (): Promise<Map<string, string>> => {
  const rows: { reference: string; kind: string; day: string }[] = (await ask('difference_list')).data;
  return new Map(rows.map(({ reference, kind, day }) => [reference, `${kind} ${day}`]));
};
const differenceOf = async (reference: string) =>
  (await ask('difference_list')).data.find((row: { reference: string }) => row.reference === reference);
const runOf = async (day: string, { label }: PaymentProvider) =>
  (await ask('reconciliation_list')).data.find(
    (row: { day: string; platform: string }) => row.day === day && row.platform === label,
  );

const combo = await makeCombo();
let made = 0;
const begun = async (pay_mode: 'alipay' | 'wxpay' = 'alipay') => {
  const user = await app.account();
  const { _id: id } = await order(user, combo);
  const tradeId: string = (await buy(user, id, { pay_mode })).data._id;
  const tradeNumber = tradeId.replaceAll('-', '');
  return { user, id: id as string, tradeId, tradeNumber, reference: `P${(made += 1)}`, amount: 30_000 };
};
type Begun = Awaited<ReturnType<typeof begun>>;
const settled = async (trade: Begun): Promise<Begun> => {
  const { reference, tradeId, amount } = trade;
  const paidAt = clock.now();
  await settleNow(deps, { reference, source: 'provider', instance: 'asker', tradeId, amount, paidAt, actor: 'test' });
  return trade;
};
const takenBackOf = ({ tradeNumber, reference, amount }: Begun, reason: TakenBack['reason']): TakenBack => ({
  reason,
  reference: `${reason}:${reference}`,
  merchant: asker.merchant,
  tradeNumber,
  payment: reference,
  amount,
  isTotal: true,
  currency: 'CNY',
});

test('a dispute is compared with disputes, called one, and flags its order as one', async () => {
  goTo('2026-11-22T12:00:00');
  const trades = [await settled(await begun()), await settled(await begun()), await settled(await begun())];
  for (const trade of trades) said.set(trade.tradeNumber, takenBackOf(trade, 'dispute'));
  const [fresh, known, refunded] = trades as [Begun, Begun, Begun];
  for (const takenBack of [takenBackOf(known, 'dispute'), takenBackOf(refunded, 'refund')])
    await inTransaction(deps.db, (trx) => storeTakenBack(trx, deps, { instance: 'asker', takenBack }));
  goTo('2026-11-23T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect(await found()).toEqual(
    new Map([fresh, refunded].map(({ reference }) => [`dispute:${reference}`, 'dispute 2026-11-22'])),
  );
  const { _id } = await differenceOf(`dispute:${fresh.reference}`);
  expect((await ask('settle_difference', { difference_id: _id })).code).toBe(0);
  const { rows } = await sql`select e.reason, f.reason as flag from taken_back_events e
    join order_flags f on f.id = e.flag_id where f.order_id = ${fresh.id}`.execute(deps.db);
  expect(rows).toEqual([{ reason: 'dispute', flag: 'dispute' }]);
});

test('nothing is lost between two days, and nothing is told by both', async () => {
  const before = await found();
  goTo('2026-11-23T23:30:00');
  const late = await begun();
  const fine = await begun();
  goTo('2026-11-24T00:15:00');
  await settled(late);
  await settled(fine);
  asker.books.set(fine.tradeNumber, fine);
  goTo('2026-11-24T23:30:00');
  const [refunded, missing, other] = [await begun(), await begun(), await begun()];
  goTo('2026-11-25T00:15:00');
  await settled(refunded);
  await settled(other);
  said.set(refunded.tradeNumber, takenBackOf(refunded, 'refund'));
  asker.books.set(missing.tradeNumber, missing);
  asker.books.set(other.tradeNumber, { ...other, amount: 31_000 });
  for (const time of ['2026-11-25T03:00:00', '2026-11-26T03:00:00']) {
    goTo(time);
    await runJobNamed('money.reconcile', {});
  }
  const after = [...(await found())].filter(([reference]) => !before.has(reference));
  expect(new Map(after)).toEqual(
    new Map([
      [late.reference, 'extra 2026-11-24'],
      [`refund:${refunded.reference}`, 'refund 2026-11-24'],
      [missing.reference, 'missing 2026-11-24'],
      [other.reference, 'mismatched 2026-11-24'],
    ]),
  );
  const counts = ['2026-11-23', '2026-11-24', '2026-11-25'].map(async (day) => (await runOf(day, asker)).differences);
  expect(await Promise.all(counts)).toEqual([0, 4, 0]);
});

test('what is paid after midnight and was not seen the day before is found the day after', async () => {
  goTo('2026-11-26T23:30:00');
  const missing = await begun();
  // The day is compared before anybody pays.
  goTo('2026-11-27T02:30:00');
  await runJobNamed('money.reconcile', {});
  expect((await found()).has(missing.reference)).toBe(false);
  asker.books.set(missing.tradeNumber, missing);
  goTo('2026-11-28T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect((await found()).get(missing.reference)).toBe('missing 2026-11-27');
});

test('a slow provider is asked for some minutes in all; the day stays open until the rest is asked', async () => {
  goTo('2026-11-28T12:00:00');
  const trades: Begun[] = [];
  for (let n = 0; n < 6; n += 1) trades.push(await begun());
  goTo('2026-11-29T03:00:00');
  slowness = 2 * MINUTE_MS;
  const asked = asker.asked.length;
  await runJobNamed('money.reconcile', {});
  slowness = 0;
  expect(asker.asked.length - asked).toBe(4);
  expect(await runOf('2026-11-28', asker)).toMatchObject({ state: 'failed', unanswered: 2, unasked: 2, theirs: 0 });
  // A payment of a trade that was not asked about is found by the next time, which asks about no other.
  const [late] = trades.filter(({ tradeNumber }) => !asker.asked.includes(tradeNumber));
  asker.books.set(late!.tradeNumber, late!);
  await runJobNamed('money.reconcile', {});
  expect(asker.asked.length - asked).toBe(6);
  expect(await runOf('2026-11-28', asker)).toMatchObject({ state: 'done', unanswered: 0, unasked: 0, theirs: 1 });
  expect((await found()).get(late!.reference)).toBe('missing 2026-11-28');
});

test('a trade about which the provider stays silent keeps its day open for two days, then the day is closed', async () => {
  goTo('2026-12-10T12:00:00');
  const mute = await begun();
  await begun();
  silent.add(mute.tradeNumber);
  const states: unknown[] = [];
  for (const time of ['2026-12-11T03:00:00', '2026-12-12T03:00:00', '2026-12-13T03:00:00', '2026-12-13T04:00:00']) {
    goTo(time);
    const { length } = asker.asked;
    await runJobNamed('money.reconcile', {});
    const { state, unanswered, unasked } = await runOf('2026-12-10', asker);
    states.push([state, unanswered, unasked, asker.asked.length - length]);
  }
  expect(states).toEqual([
    ['failed', 1, 1, 1],
    ['failed', 1, 1, 0],
    ['done', 1, 1, 0],
    ['done', 1, 1, 0],
  ]);
});

test('a trade that the provider does not know is unanswered, and keeps no day open', async () => {
  goTo('2026-12-14T12:00:00');
  strange.add((await begun()).tradeNumber);
  goTo('2026-12-15T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect(await runOf('2026-12-14', asker)).toMatchObject({ state: 'done', unanswered: 1, unasked: 0 });
});

test('trades beyond the most that are asked are asked about the next time', async () => {
  goTo('2026-11-29T12:00:00');
  const { tradeId } = await begun();
  await sql`insert into trades
    select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'status', 'closed'))).*
      from trades t, generate_series(1, 509) where t.id = ${tradeId}`.execute(deps.db);
  clock.advance(15 * HOUR_MS);
  for (const counts of [
    { state: 'failed', unanswered: 10, unasked: 10 },
    { state: 'done', unanswered: 0, unasked: 0 },
  ]) {
    await runJobNamed('money.reconcile', {});
    expect(await runOf('2026-11-29', asker)).toMatchObject(counts);
  }
});

test('what was charged in dollars is worth what its trade says, never what another rate makes of it', async () => {
  goTo('2026-11-30T12:00:00');
  const [missing, known] = [await begun('wxpay'), await begun('wxpay')];
  rate = 9_000_000;
  const listed = ({ reference, tradeNumber }: Begun): ListedMoney => {
    const at = clock.now();
    return { kind: 'paid', reference, tradeNumber, amount: 4170, currency: 'USD', at };
  };
  const stray = { ...missing, reference: 'STRAY', tradeNumber: 'e'.repeat(32) };
  const about = { merchant: abroad.merchant, amount: 37_530, currency: 'CNY' } as const;
  const { reference, tradeNumber } = known;
  const claim: ProviderClaim = { ...about, reference, tradeNumber, charge: { currency: 'USD', minor: 417 } };
  await inTransaction(deps.db, (trx) => storeNotified(trx, deps, { instance: 'abroad', claim, mustAsk: false }));
  const settleClaimOf = async (each: Begun) => {
    const row = await deps.db
      .selectFrom('claims')
      .select(['id', 'amount', 'charge_currency', 'charge_minor'])
      .where('reference', '=', each.reference)
      .executeTakeFirstOrThrow();
    await runJobNamed('orders.settle-claim', { id: row.id });
    return row;
  };
  await settleClaimOf(known);
  abroad.lists.set('2026-11-30', [listed(missing), listed(known), listed(stray)]);
  goTo('2026-12-01T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect(await runOf('2026-11-30', abroad)).toMatchObject({ differences: 2 });
  const difference = await differenceOf(missing.reference);
  expect(difference).toMatchObject({ kind: 'missing', theirs: 4.17, ours: null, currency: 'USD' });
  expect((await ask('settle_difference', { difference_id: difference._id })).code).toBe(0);
  expect(await settleClaimOf(missing)).toMatchObject({ amount: 30_000, charge_currency: 'USD', charge_minor: 417 });
  expect((await one(missing.user, missing.id)).status).toBe('paied');
  const { _id } = await differenceOf('STRAY');
  expect((await ask('settle_difference', { difference_id: _id })).code).toBe(codes.conflict.code);
  expect(await differenceOf('STRAY')).toMatchObject({ state: 'open' });
  expect((await ask('explain_difference', { difference_id: _id, reason: '其他店铺的款项' })).code).toBe(0);
});

test('a day without a list is asked trade by trade; a list that cannot be read is a fault, and read again', async () => {
  goTo('2026-12-02T12:00:00');
  const lists = new Map<string, 'none' | ListFault>([['2026-12-02', 'none']]);
  const listOf: NonNullable<PaymentProvider['listOf']> = async (day) => {
    const list = lists.get(day) ?? [];
    if (list instanceof ListFault) throw list;
    return list;
  };
  Object.assign(asker, { listOf });
  await settled(await begun());
  goTo('2026-12-03T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect(await runOf('2026-12-02', asker)).toMatchObject({ state: 'done', way: 'query' });
  lists.set('2026-12-03', new ListFault('the bill has other columns'));
  goTo('2026-12-04T03:00:00');
  await runJobNamed('money.reconcile', {});
  expect(await runOf('2026-12-03', asker)).toMatchObject({ state: 'failed', differences: 0 });
  const faults = await deps.db.selectFrom('error_log').selectAll().execute();
  expect(JSON.stringify(faults)).toContain('the bill has other columns');
  lists.delete('2026-12-03');
  await runJobNamed('money.reconcile', {});
  expect(await runOf('2026-12-03', asker)).toMatchObject({ state: 'done', way: 'list' });
  Object.assign(asker, { listOf: undefined });
});

test('what another instance of the same account took is not missing', async () => {
  goTo('2026-12-04T12:00:00');
  const [theirs, own] = [await begun('alipay'), await begun('wxpay')];
  abroad.lists.set(
    '2026-12-04',
    [theirs, own].map(({ reference, tradeNumber, amount }) => ({
      kind: 'paid' as const,
      reference,
      tradeNumber,
      amount,
      currency: 'CNY',
      at: clock.now(),
    })),
  );
  const merchants = [asker.merchant, abroad.merchant];
  Object.assign(asker, { merchant: 'same' });
  Object.assign(abroad, { merchant: 'same' });
  goTo('2026-12-05T03:00:00');
  await runJobNamed('money.reconcile', {});
  Object.assign(asker, { merchant: merchants[0] });
  Object.assign(abroad, { merchant: merchants[1] });
  expect(await differenceOf(own.reference)).toMatchObject({ kind: 'missing' });
  expect(await differenceOf(theirs.reference)).toBeUndefined();
});
