import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startEpayGateway, type EpayGateway } from '../../../../testkit/epay/gateway.ts';
import { createEpay } from '../payments/epay/epay.ts';
import { testConfig, testParts } from '../payments/epay/testing.ts';
import { notifyPathOf } from '../payments/notify.ts';
import { createHmacProvider, serveBy, type Booked } from '../payments/testing/hmac-provider.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { storeNotified } from './queries.ts';
import { settleStored, type Stored } from './inbox.ts';
import { shopOf } from './testing/shop.ts';

/* Gateways number their payments each for itself: two of them give one number to the money of two buyers. */

const app = await createTestApp();
const { deps, clock, gate } = app;
const admin = await app.account({ type: 'admin', steppedUp: true });
const shop = shopOf(app, admin);
const { makeCombo, order, buy, one, wallet, receipt } = shop;
const [first, second, third] = [createHmacProvider('first'), createHmacProvider('second'), createHmacProvider('third')];
const serveThem = (): void => serveBy(app, { alipay: first, wxpay: second, usdt: third });
serveThem();
const gateways: EpayGateway[] = [];
afterAll(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  await app.close();
});
afterEach(async () => {
  clock.advance(MINUTE_MS);
  serveThem();
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

const IN = { first: 'alipay', second: 'wxpay', third: 'usdt' } as const;
type Instance = keyof typeof IN;

/** A purchase of 30 yuan by an instance. */
const bought = async (by: Instance, user?: TestSession) => {
  const buyer = user ?? (await app.account());
  const { _id } = await order(buyer, await makeCombo());
  const trade = (await buy(buyer, _id, { pay_mode: IN[by] })).data;
  return { user: buyer, id: _id as string, number: trade._id.replaceAll('-', '') as string };
};
const store = (instance: string, said: Partial<Booked> & Pick<Booked, 'reference'>): Promise<Stored> =>
  inTransaction(deps.db, (trx) => {
    const claim = { merchant: `merchant-${instance}`, currency: 'CNY' as const, tradeNumber: '', amount: 30_000 };
    return storeNotified(trx, deps, { instance, claim: { ...claim, ...said }, mustAsk: false });
  });
/** What became of money that an instance tells of, and the claim's id. */
const told = async (instance: string, said: Partial<Booked> & Pick<Booked, 'reference'>) => {
  const stored = await store(instance, said);
  const id = 'id' in stored ? stored.id : '';
  await settleStored(deps, id);
  const row = await deps.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { id, state: row.state, verdict: row.verdict };
};
const statusOf = async ({ user, id }: { user: TestSession; id: string }) => (await one(user, id)).status;
const paymentsOf = (reference: string) =>
  deps.db.selectFrom('payments').selectAll().where('reference', '=', reference).orderBy('instance').execute();
const money = (path: string, payload: object = {}) => app.call(`/api/admin/money/${path}`, payload, admin);
const requestOf = async (order_id: string): Promise<TestData> =>
  (await money('request_list')).data.find((row: TestData) => row.order_id === order_id);

test('two gateways of EPay give one number to two buyers: both have paid, and each payment counts once', async () => {
  const [one_, two] = [
    await startEpayGateway({ clock: () => clock.now() }),
    await startEpayGateway({ clock: () => clock.now() }),
  ];
  gateways.push(one_, two);
  const epay = (instance: string, gateway: EpayGateway) =>
    createEpay({ ...testConfig('epay_v2', gateway), instance }, testParts(clock));
  serveBy(app, { alipay: epay('epay_a', one_), wxpay: epay('epay_b', two) });
  const [ann, ben] = [await bought('first'), await bought('second')];
  const numbers = [one_.pay(ann.number), two.pay(ben.number)].map(({ tradeNo }) => tradeNo);
  expect(numbers[0]).toBe(numbers[1]);
  for (const _time of [1, 2])
    for (const [instance, gateway, { number }] of [
      ['epay_a', one_, ann],
      ['epay_b', two, ben],
    ] as const) {
      const url = `${notifyPathOf(deps.secrets, instance)}?${gateway.envelope(number).query}`;
      expect((await gate.app.inject({ method: 'GET', url })).body).toBe('success');
    }
  const claims = await deps.db.selectFrom('claims').selectAll().where('reference', '=', numbers[0]!).execute();
  expect(claims.map(({ instance }) => instance).toSorted()).toEqual(['epay_a', 'epay_b']);
  for (const { id } of [...claims, ...claims]) await settleStored(deps, id);
  expect([await statusOf(ann), await statusOf(ben)]).toEqual(['paied', 'paied']);
  expect([await wallet(ann.user), await wallet(ben.user)]).toEqual([0, 0]);
  expect((await paymentsOf(numbers[0]!)).map(({ instance, outcome }) => [instance, outcome])).toEqual([
    ['epay_a', 'paid'],
    ['epay_b', 'paid'],
  ]);
});

test('a customer who names a number that two instances have used is shown with the money of the order’s instance alone', async () => {
  const [ann, ben, cid] = [await bought('first'), await bought('second'), await bought('third')];
  for (const instance of ['first', 'second']) await told(instance, { reference: 'shared-1' });
  for (const { user, id } of [ann, ben, cid])
    await app.call('/api/order/claim_money', { order_id: id, reference: 'SHARED 1' }, user);
  expect(await requestOf(ann.id)).toMatchObject({ money: 'unclaimed', unclaimed: { platform: first.label } });
  expect(await requestOf(ben.id)).toMatchObject({ money: 'unclaimed', unclaimed: { platform: second.label } });
  expect(await requestOf(cid.id)).toMatchObject({ money: 'unsure', unclaimed: null });
  // Where the order was to be paid at both, nobody can say which of them it is.
  await buy(ann.user, ann.id, { pay_mode: IN.second });
  expect(await requestOf(ann.id)).toMatchObject({ money: 'unsure', unclaimed: null });
  expect([await statusOf(ann), await statusOf(ben), await wallet(ann.user)]).toEqual(['topay', 'topay', 0]);
});

test('a number whose money is another customer’s gives nobody else anything, at whichever instance', async () => {
  const [ann, ben] = [await bought('first'), await bought('first')];
  await told('second', { reference: 'bens-1', tradeNumber: ben.number });
  await app.call('/api/order/claim_money', { order_id: ann.id, reference: 'bens-1' }, ann.user);
  expect(await requestOf(ann.id)).toMatchObject({ money: 'unsure', unclaimed: null });
  expect((await receipt(ann.id, 30, 'bens-1')).code).toBe(codes.conflict.code);
  expect((await receipt(ben.id, 30, 'bens-1')).data).toEqual({ outcome: 'paid' });
  expect([await statusOf(ann), await statusOf(ben)]).toEqual(['topay', 'paied']);
});

test('a receipt takes unclaimed money by its number only where that names one, which can be the order’s', async () => {
  const [ann, ben] = [await bought('first'), await bought('second')];
  await told('second', { reference: 'lying-1' });
  const refused = { code: codes.conflict.code };
  // What lies at the second gateway may be anybody's who has paid there.
  expect(await receipt(ann.id, 30, 'lying-1')).toMatchObject(refused);
  await told('first', { reference: 'lying-1' });
  for (const { id } of [ann, ben]) expect(await receipt(id, 30, 'lying-1')).toMatchObject(refused);
  // Staff choose the money itself.
  const [atFirst, atSecond] = await paymentsOf('lying-1');
  const give = (payment_id: string, order_id: string) =>
    money('resolve_unclaimed', { payment_id, to: 'order', order_id, reason: '核实' });
  expect((await give(atSecond!.id, ben.id)).data).toEqual({ outcome: 'paid' });
  expect((await give(atSecond!.id, ann.id)).code).toBe(codes.conflict.code);
  expect((await give(atFirst!.id, ann.id)).data).toEqual({ outcome: 'paid' });
  expect([await statusOf(ann), await statusOf(ben), await wallet(ann.user)]).toEqual(['paied', 'paied', 0]);
});

test('a receipt is made good by money of its order’s instance, not by what another tells of by its number', async () => {
  const ann = await bought('first');
  expect((await receipt(ann.id, 30, 'noted-1')).data).toEqual({ outcome: 'paid' });
  const strange = await told('second', { reference: 'noted-1' });
  expect(strange).toMatchObject({ state: 'doubtful', verdict: 'known' });
  expect(await told('first', { reference: 'noted-1' })).toMatchObject({ verdict: 'joined' });
  // Staff settle the other money for itself.
  expect((await money('settle_claim', { claim_id: strange.id })).data).toEqual({ outcome: 'unclaimed' });
  expect((await receipt(ann.id, 30, 'noted-1')).code).toBe(codes.conflict.code);
  expect(await wallet(ann.user)).toBe(0);
  const held = (await paymentsOf('noted-1')).map(({ source, holder, outcome }) => [source, holder, outcome]);
  expect(held.toSorted()).toEqual([
    ['provider', 'second', 'unclaimed'],
    ['receipt', 'first', 'paid'],
  ]);
});

test('money that a receipt for another buyer holds up is paid to its own buyer once staff say so', async () => {
  const [ann, ben] = [await bought('first'), await bought('first')];
  // Ann has read Ben's number, and staff have believed her.
  expect((await receipt(ann.id, 30, 'bens-2')).data).toEqual({ outcome: 'paid' });
  const held = await told('first', { reference: 'bens-2', tradeNumber: ben.number });
  expect([held.state, await statusOf(ben)]).toEqual(['doubtful', 'topay']);
  expect((await money('settle_claim', { claim_id: held.id })).data).toEqual({ outcome: 'paid' });
  expect([await statusOf(ben), await wallet(ben.user)]).toEqual(['paied', 0]);
  expect((await money('settle_claim', { claim_id: held.id })).code).toBe(codes.conflict.code);
});

test('a receipt and money of its number for another buyer at once: never both by themselves', async () => {
  for (let n = 0; n < 10; n += 1) {
    const [ann, ben] = [await bought('first'), await bought('second')];
    const reference = `race-${n}`;
    const claim = await store('second', { reference, tradeNumber: ben.number });
    const acts = [() => receipt(ann.id, 30, reference), () => settleStored(deps, 'id' in claim ? claim.id : '')];
    await Promise.all((n % 2 ? acts : acts.toReversed()).map((act) => act()));
    expect([await statusOf(ann), await statusOf(ben)].toSorted()).toEqual(['paied', 'topay']);
    clock.advance(1000);
  }
});
