import { expect, test } from 'vitest';
import { startShop } from '../orders/testing/scene.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { TestData } from '../testing-app.ts';
import { giveMoney, TRON } from '../withdrawals/testing/wallets.ts';

const { app, deps, clock, admin, shop } = await startShop();

/** What waits, by its kind. */
const waiting = async (): Promise<Record<string, TestData>> => {
  const { data } = await app.call('/api/admin/overview/now', {}, admin);
  return Object.fromEntries(data.waiting.map((row: TestData) => [row._id, row]));
};

test('a withdrawal waits until it is decided', async () => {
  const user = await app.account({ steppedUp: true });
  await giveMoney(app, user, 'wallet_rebate');
  const form = { addressType: 'USDT-TRC20', address: TRON };
  expect((await app.call('/api/wallet/change_reward_adress', form, user)).code).toBe(0);
  clock.advance(DAY_MS);
  const { _id } = (await app.call('/api/wallet/make_charge', {}, user)).data;
  expect((await waiting())['withdrawals']).toMatchObject({ count: 1, since: clock.now().toISOString() });
  expect((await app.call('/api/admin/charge/checkout_charge', { charge_id: _id, txid: '' }, admin)).code).toBe(0);
  expect((await waiting())['withdrawals']).toMatchObject({ count: 0, since: null });
});

test('a customer who misses a payment waits until staff have decided', async () => {
  const user = await app.account();
  const { _id: order_id } = await shop.order(user, await shop.makeCombo());
  expect((await app.call('/api/order/claim_money', { order_id, reference: 'lost-1' }, user)).code).toBe(0);
  expect((await waiting())['requests']).toMatchObject({ count: 1, since: clock.now().toISOString() });
  const [request] = (await app.call('/api/admin/money/request_list', {}, admin)).data;
  const form = { request_id: request._id, answer: '没有这笔款项' };
  expect((await app.call('/api/admin/money/decline_request', form, admin)).code).toBe(0);
  expect((await waiting())['requests']).toMatchObject({ count: 0, since: null });
});

test('a difference of the reconciliation waits until it is explained', async () => {
  const id = deps.ids.next();
  const found = { reference: 'r1', reference_key: 'R1', trade_number: '', theirs: 1000, currency: 'CNY' };
  await deps.db
    .insertInto('reconciliation_lines')
    .values({ id, ...found, instance: 'test', day: '2026-11-20', kind: 'missing', found_at: clock.now() })
    .execute();
  expect((await waiting())['differences']).toMatchObject({ count: 1, since: clock.now().toISOString() });
  const form = { difference_id: id, reason: '已核实' };
  expect((await app.call('/api/admin/money/explain_difference', form, admin)).code).toBe(0);
  expect((await waiting())['differences']).toMatchObject({ count: 0, since: null });
});

test('a flagged order waits until its flag is ended', async () => {
  const { _id } = await shop.order(await app.account(), await shop.makeCombo());
  expect((await shop.receipt(_id, 30, 'bank 1')).data).toEqual({ outcome: 'paid' });
  const ask = (name: string, input: object) => app.call(`/api/admin/trades/${name}`, input, admin);
  expect((await ask('flag_order', { order_id: _id, reason: 'refund', note: '客户要求退款' })).code).toBe(0);
  expect((await waiting())['flags']).toMatchObject({ count: 1, since: clock.now().toISOString() });
  const [flag] = (await ask('get_order_for_trade', { order_id: _id })).data.flags;
  expect((await ask('dismiss_flag', { flag_id: flag._id, reason: '误报' })).code).toBe(0);
  expect((await waiting())['flags']).toMatchObject({ count: 0, since: null });
});
