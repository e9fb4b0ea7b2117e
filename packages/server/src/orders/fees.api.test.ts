import { codes } from '@skyport/contract/codes';
import { balanceOf } from '@skyport/db/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { createTestApp } from '../testing.ts';
import type { TestApp, TestSession } from '../testing-app.ts';
import { feeOn } from './pricing.ts';
import { settleNow } from './settle.ts';
import { shopOf, type Shop } from './testing/shop.ts';

const terms = { feePpm: 12_345, feeFixed: 100, windowMs: 15 * 60_000 };
/** 30 yuan × 1.2345 % + 0.10, rounded up to the fen. */
const [PAYABLE, FEE] = [30, 0.48];

let app: TestApp;
let shop: Shop;
let payments = 0;
beforeAll(async () => {
  app = await createTestApp();
  shop = shopOf(app, await app.account({ type: 'admin', steppedUp: true }));
  serveBy(app, { alipay: { ...createHmacProvider('dear'), terms }, wxpay: createHmacProvider('free') });
});
afterAll(() => app.close());

const fees = () => balanceOf(app.deps.db, { owner: null, kind: 'payment_fee', unit: 'CNY_MILLI' });
const revenue = () => balanceOf(app.deps.db, { owner: null, kind: 'revenue', unit: 'CNY_MILLI' });
const problems = async () => (await app.deps.db.selectFrom('ledger_health').selectAll().execute()).map((row) => row);
const ordered = async (): Promise<{ user: TestSession; id: string }> => {
  const user = await app.account();
  return { user, id: (await shop.order(user, await shop.makeCombo()))._id };
};
const come = (tradeId: string, yuan: number, instance = 'dear', reference = `fee-${(payments += 1)}`) =>
  settleNow(app.deps, {
    reference,
    source: 'provider',
    instance,
    tradeId,
    amount: Math.round(yuan * 1000),
    paidAt: app.clock.now(),
    actor: instance,
  });

test.each([
  [30_000, { feePpm: 0, feeFixed: 0 }, 0],
  [30_000, { feePpm: 1, feeFixed: 0 }, 10],
  [30_000, { feePpm: 10_000, feeFixed: 0 }, 300],
  [10_010, { feePpm: 10_000, feeFixed: 0 }, 110],
  [30_000, { feePpm: 12_345, feeFixed: 100 }, 480],
  [0, { feePpm: 200_000, feeFixed: 100_000 }, 0],
  [9_000_000_000_000, { feePpm: 200_000, feeFixed: 0 }, 1_800_000_000_000],
  [30_000, undefined, 0],
])('the fee on %d by %j is %d', (payable, given, fee) => {
  expect(feeOn(payable, given)).toBe(fee);
});

test('is shown for each way to pay, asked with what is left, and earns no rebate', async () => {
  const { user, id } = await ordered();
  expect((await shop.check(user, id)).data).toMatchObject({
    payable: PAYABLE,
    fees: [
      { mode: 'alipay', fee: FEE },
      { mode: 'wxpay', fee: 0 },
    ],
  });
  const wrong = await shop.buy(user, id, { shown: PAYABLE, shown_fee: 0 });
  expect(wrong.code).toBe(codes.conflict.code);
  expect((await shop.one(user, id)).frozen).toBe(false);
  const trade = (await shop.buy(user, id, { shown: PAYABLE, shown_fee: FEE })).data;
  expect(trade).toMatchObject({ request_pay_amound: 30.48, fee: FEE, seconds_left: 15 * 60 });
  const [feesBefore, revenueBefore] = [await fees(), await revenue()];
  expect(await come(trade._id, 30.48)).toBe('paid');
  expect((await fees()) - feesBefore).toBe(480);
  expect((await revenue()) - revenueBefore).toBe(30_000);
  expect(await shop.wallet(user)).toBe(0);
  expect(await problems()).toEqual([]);
});

test('a payment under way that asks another fee than is shown by now is replaced', async () => {
  const { user, id } = await ordered();
  const dear = (await shop.buy(user, id, { shown: PAYABLE, shown_fee: FEE })).data;
  expect((await shop.buy(user, id, { shown: PAYABLE, shown_fee: FEE })).data._id).toBe(dear._id);
  const { feePpm, feeFixed } = terms;
  Object.assign(terms, { feePpm: 0, feeFixed: 0 });
  const plain = (await shop.buy(user, id, { shown: PAYABLE, shown_fee: 0 })).data;
  Object.assign(terms, { feePpm, feeFixed });
  expect(plain).toMatchObject({ request_pay_amound: PAYABLE, fee: 0 });
  expect(plain._id).not.toBe(dear._id);
});

test('stands beside what is owed wherever an order or a trade is seen, of the trade that pays or can', async () => {
  const { user, id } = await ordered();
  const staff = await app.account({ type: 'admin' });
  const trades = async () => (await app.call('/api/admin/trades/tradelist', { filterStr: user.email }, staff)).data;
  const seen = async () => [
    (await shop.one(user, id)).fee,
    (await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, staff)).data.fee,
  ];
  expect(await seen()).toEqual([0, 0]);
  expect(await shop.one(user, id)).toMatchObject({ paid: 0, pay_mode: '', paid_time: null });
  const dear = (await shop.buy(user, id)).data;
  expect(await seen()).toEqual([FEE, FEE]);
  app.clock.advance(1000);
  expect((await shop.buy(user, id, { pay_mode: 'wxpay' })).data.fee).toBe(0);
  expect(await seen()).toEqual([0, 0]);
  expect((await trades()).map((row: { fee: number }) => row.fee)).toEqual([0, FEE]);
  expect(await come(dear._id, 30.48)).toBe('paid');
  expect(await seen()).toEqual([FEE, FEE]);
  const paid = { fee: FEE, paid: 30.48, pay_mode: 'alipay', paid_time: app.clock.now().toISOString() };
  expect(await shop.one(user, id)).toMatchObject({ order_money: 30, wallet_spend: 0, ...paid });
  expect((await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, staff)).data).toMatchObject(paid);
});

test.each([
  ['one fen less pays nothing: all of it is in the wallet', 30.47, 'credited', 30.47, 0],
  ['what is owed without the fee pays nothing', 30, 'credited', 30, 0],
  ['one fen more is in the wallet', 30.49, 'paid', 0.01, 480],
])('%s', async (_name, yuan, outcome, left, fee) => {
  const { user, id } = await ordered();
  const trade = (await shop.buy(user, id)).data;
  const before = await fees();
  expect(await come(trade._id, yuan)).toBe(outcome);
  expect(await shop.wallet(user)).toBe(left);
  expect((await fees()) - before).toBe(fee);
  expect(await problems()).toEqual([]);
});

test('money that comes late or twice is the buyer’s whole, the fee included', async () => {
  const { user, id } = await ordered();
  const [first, second] = [(await shop.buy(user, id)).data, (await shop.buy(user, id, { pay_mode: 'wxpay' })).data];
  expect(second.request_pay_amound).toBe(PAYABLE);
  const before = await fees();
  expect(await come(second._id, PAYABLE, 'free')).toBe('paid');
  expect(await come(first._id, 30.48)).toBe('credited');
  expect(await shop.wallet(user)).toBe(30.48);
  const other = await ordered();
  const late = (await shop.buy(other.user, other.id)).data;
  await shop.cancel(other.user, other.id);
  expect(await come(late._id, 30.48)).toBe('credited');
  expect(await shop.wallet(other.user)).toBe(30.48);
  expect(await fees()).toBe(before);
  expect(await problems()).toEqual([]);
});

test.each([
  ['the provider’s claim alone', undefined, 30.48, 0, 480],
  ['a receipt of what the order owes, then the claim', 30, 30.48, 0, 480],
  ['a receipt of what the trade asks, then the claim', 30.48, 30.48, 0, 480],
  ['a receipt of what the order owes, then a claim with more', 30, 31, 0.52, 480],
  ['a receipt of what the trade asks, then a claim with more', 30.48, 31, 0.52, 480],
  ['a receipt of what the order owes, then a claim without the fee', 30, 30, 0, 0],
  ['a receipt of what the order owes, then a claim with less than the fee', 30, 30.47, 0.47, 0],
  ['a receipt of more, then a claim that leaves less than the fee', 30.3, 30.48, 0.48, 0],
  ['a receipt that pays nothing, then the claim', 29, 30.48, 30.48, 0],
])('the fee is the same whoever tells of the money first: %s', async (_name, noted, yuan, left, fee) => {
  const { user, id } = await ordered();
  const trade = (await shop.buy(user, id)).data;
  const before = await fees();
  const reference = `first-${(payments += 1)}`;
  if (noted !== undefined) expect((await shop.receipt(id, noted, reference)).code).toBe(0);
  expect(await come(trade._id, yuan, 'dear', reference)).toBe(noted === undefined ? 'paid' : 'joined');
  expect([await shop.wallet(user), (await fees()) - before]).toEqual([left, fee]);
  expect(await problems()).toEqual([]);
});

test('what an ended trade asked is told before a receipt of it, and pays its fee', async () => {
  const { user, id } = await ordered();
  const staff = await app.account({ type: 'admin' });
  const asked = async () =>
    (await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, staff)).data.asked_fees;
  expect(await asked()).toEqual([]);
  const trade = (await shop.buy(user, id)).data;
  await app.deps.db.updateTable('trades').set({ status: 'closed' }).where('id', '=', trade._id).execute();
  expect((await shop.one(user, id)).fee).toBe(0);
  expect(await asked()).toEqual([FEE]);
  const before = await fees();
  expect((await shop.receipt(id, 30.48, 'ended-fee')).data).toEqual({ outcome: 'paid' });
  expect([await shop.wallet(user), (await fees()) - before]).toEqual([0, 480]);
  expect(await asked()).toEqual([]);
});

test('a claim for another order of the buyer makes a receipt good and brings it no fee', async () => {
  const { user, id } = await ordered();
  const other = (await shop.order(user, await shop.makeCombo()))._id;
  const trade = (await shop.buy(user, other)).data;
  const before = await fees();
  await shop.receipt(id, 30, 'other-fee');
  expect(await come(trade._id, 30.48, 'dear', 'other-fee')).toBe('joined');
  expect([await shop.wallet(user), (await fees()) - before]).toEqual([0.48, 0]);
  expect(await problems()).toEqual([]);
});

test('the fee is on what the wallet leaves, and none where it leaves nothing', async () => {
  const { user, id } = await ordered();
  await shop.fund(user, 20);
  expect((await shop.check(user, id)).data.fees[0]).toEqual({ mode: 'alipay', fee: 0.23 });
  expect((await shop.buy(user, id)).data.request_pay_amound).toBe(10.23);
  const rich = await ordered();
  await shop.fund(rich.user, 30);
  expect((await shop.check(rich.user, rich.id)).data).toMatchObject({ payable: 0, fees: [] });
  expect((await shop.buy(rich.user, rich.id)).data).toMatchObject({ status: 'paied', request_pay_amound: 0 });
});

test('an app of a phone is opened on phones alone', async () => {
  serveBy(app, { urlscheme: createHmacProvider('phone') });
  const { user, id } = await ordered();
  expect(await shop.buy(user, id, { pay_mode: 'urlscheme' })).toMatchObject({
    code: codes.paymentUnavailable.code,
    msg: '该支付方式只能在手机上使用',
  });
  expect((await shop.buy(user, id, { pay_mode: 'urlscheme', isMobile: true })).code).toBe(0);
});
