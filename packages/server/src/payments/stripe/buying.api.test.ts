import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startStripeGateway, type EventOf, type StripeGateway } from '../../../../../testkit/stripe/gateway.ts';
import { shopOf } from '../../orders/testing/shop.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { runJob, type Job } from '../../platform/jobs.ts';
import { createTestApp } from '../../testing.ts';
import type { TestData } from '../../testing-app.ts';
import { allJobs } from '../../wiring.ts';
import { until } from '../../../../../testkit/until.ts';

/* Purchases by Stripe: an account that prices in yuan, and one in dollars at the rate that its instance has stored. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const [home, abroad] = await Promise.all([
  startStripeGateway({ clock: () => clock.now() }),
  startStripeGateway({ clock: () => clock.now() }),
]);
afterAll(async () => {
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
  await Promise.all([home.close(), abroad.close()]);
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet, cancel } = shopOf(app, admin);
const ask = (what: string, payload: object) => app.call(`/api/admin/pay_instance/${what}`, payload, admin);

const formOf = ({ url, account }: StripeGateway, more: object) => ({
  kind: 'stripe',
  label: 'Stripe',
  gateway: url,
  ...account,
  ...more,
});
const instances: { alipay?: TestData; wxpay?: TestData } = {};
beforeAll(async () => {
  for (const [mode, gateway, more] of [
    ['alipay', home, { currency: 'CNY' }],
    ['wxpay', abroad, { currency: 'USD', rate: '7.2' }],
  ] as const) {
    const { _id, version } = (await ask('create', formOf(gateway, more))).data;
    const on = (await ask('switch', { _id, version, on: true })).data;
    instances[mode] = on;
    gateway.notifyUrl = on.notify_url;
    await app.call('/api/admin/config/set_config', { [mode]: on.name }, admin);
    await until('the setting', () => deps.settings.current()[mode] === on.name);
  }
});
beforeEach(() => {
  clock.advance(MINUTE_MS);
  for (const each of [home, abroad]) each.recover();
});

const JOBS = ['orders.ask-trades', 'orders.settle-claim', 'orders.close-trade'];
const work = async (): Promise<void> => {
  for (const _time of ['asked', 'settled']) {
    const { rows } = await sql<{ name: string; payload: object }>`
      select t.identifier as name, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any(${JOBS})`.execute(deps.db);
    for (const { name, payload } of rows)
      await runJob(allJobs.find((each) => each.name === name) as Job<unknown>, deps, payload);
  }
};

const bought = async (pay_mode: 'alipay' | 'wxpay') => {
  const user = await app.account();
  const { _id: id } = await order(user, await makeCombo());
  const trade = (await buy(user, id, { pay_mode })).data;
  const number = (trade._id as string).replaceAll('-', '');
  const state = async () => (await one(user, id)).status;
  return { user, id: id as string, trade, number, state };
};
const send = async (sent: { url: string; body: string; headers: Readonly<Record<string, string>> }) => {
  const { url, body: payload, headers } = sent;
  const path = URL.parse(url)!.pathname;
  const { statusCode, body } = await gate.app.inject({ method: 'POST', url: path, headers, payload });
  return [statusCode, body];
};
const tell = (gateway: StripeGateway, number: string, of?: EventOf) => send(gateway.envelope(number, of));
const tradeRow = (id: string) =>
  deps.db.selectFrom('trades').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paymentsOf = (tradeId: string) =>
  deps.db.selectFrom('payments').selectAll().where('trade_id', '=', tradeId).execute();
const PAID: EventOf = { type: 'checkout.session.completed' };

test.each([
  ['alipay', home, 3000, 'cny'],
  ['wxpay', abroad, 417, 'usd'],
] as const)('a purchase by %s is paid once, in whatever order events come', async (mode, gateway, minor, currency) => {
  const mine = await bought(mode);
  expect(mine.trade.payurl).toContain(gateway.url);
  expect(gateway.of(mine.number)).toMatchObject({ minor, currency });
  expect(await tradeRow(mine.trade._id)).toMatchObject({
    provider_no: gateway.of(mine.number).id,
    amount: 30_000,
    charge_currency: currency === 'cny' ? null : 'USD',
    charge_minor: currency === 'cny' ? null : minor,
    charge_rate: currency === 'cny' ? null : 7_200_000,
  });
  gateway.pay(mine.number, true);
  expect(await tell(gateway, mine.number)).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('topay');
  gateway.pay(mine.number);
  for (const type of ['checkout.session.async_payment_succeeded', PAID.type, PAID.type])
    expect(await tell(gateway, mine.number, { type })).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('paied');
  expect(await wallet(mine.user)).toBe(0);
  expect(await paymentsOf(mine.trade._id)).toMatchObject([
    { currency: 'CNY', amount: 30_000, outcome: 'paid', reference: gateway.of(mine.number).intent },
  ]);
});

test('a rate that changes while a trade is open changes nothing of it; the next trade is asked by the new one', async () => {
  const mine = await bought('wxpay');
  const { _id, version } = instances.wxpay!;
  const saved = await ask('update', { ...formOf(abroad, { currency: 'USD', rate: '6' }), key: '', _id, version });
  expect(saved).toMatchObject({ code: 0, data: { rate: '6', key: '', webhookKey: '' } });
  abroad.pay(mine.number);
  expect(await tell(abroad, mine.number)).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('paied');
  expect(await wallet(mine.user)).toBe(0);
  expect(abroad.of((await bought('wxpay')).number).minor).toBe(500);
  // Its currency stays: trades are asked in it.
  const moved = { ...formOf(abroad, { currency: 'EUR', rate: '6' }), _id, version: saved.data.version };
  expect(await ask('update', moved)).toMatchObject({ code: 1100, data: { field: 'currency' } });
});

test('nobody has told: Stripe is asked by its session, and the order is paid', async () => {
  const mine = await bought('wxpay');
  abroad.pay(mine.number);
  clock.advance(MINUTE_MS);
  await work();
  expect(await mine.state()).toBe('paied');
});

test('less than was asked goes to the wallet at the rate of the trade, more pays the order', async () => {
  const [short, more] = [await bought('wxpay'), await bought('wxpay')];
  for (const [mine, minor] of [
    [short, 250],
    [more, 750],
  ] as const) {
    abroad.of(mine.number).minor = minor;
    abroad.pay(mine.number);
    expect(await tell(abroad, mine.number)).toEqual([200, 'ok']);
  }
  await work();
  expect([await short.state(), await wallet(short.user)]).toEqual(['topay', 15]);
  expect([await more.state(), await wallet(more.user)]).toEqual(['paied', 15]);
});

test.each([
  ['eur', 500],
  ['jpy', 500],
  ['cny', 3000],
] as const)('money in %s for a trade in dollars pays nothing, and lies unclaimed', async (currency, minor) => {
  const mine = await bought('wxpay');
  Object.assign(abroad.of(mine.number), { currency, minor });
  abroad.pay(mine.number);
  expect(await tell(abroad, mine.number)).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('topay');
  expect(await wallet(mine.user)).toBe(0);
  const { intent } = abroad.of(mine.number);
  const rows = await deps.db.selectFrom('payments').selectAll().where('reference', '=', intent).execute();
  expect(rows).toMatchObject([{ outcome: 'unclaimed', reason: 'currency', trade_id: null }]);
});

test('dollars for a trade in yuan pay nothing either', async () => {
  const mine = await bought('alipay');
  home.of(mine.number).currency = 'usd';
  home.pay(mine.number);
  expect(await tell(home, mine.number)).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('topay');
});

test('a cancelled order ends its session; who was faster has the money in the wallet', async () => {
  const [quick, slow] = [await bought('alipay'), await bought('alipay')];
  await cancel(quick.user, quick.id);
  await work();
  expect(home.of(quick.number).status).toBe('expired');
  home.pay(slow.number);
  await cancel(slow.user, slow.id);
  await work();
  expect(home.of(slow.number).status).toBe('complete');
  await tell(home, slow.number);
  await work();
  expect([await slow.state(), await wallet(slow.user)]).toEqual(['cancled', 30]);
});

test('a refund and a dispute are stored, acknowledged, and move nothing', async () => {
  const mine = await bought('alipay');
  home.pay(mine.number);
  await tell(home, mine.number);
  await work();
  home.of(mine.number).refunded = 3000;
  for (const type of ['charge.refunded', 'charge.dispute.created'])
    for (const _time of [1, 2]) expect(await tell(home, mine.number, { type })).toEqual([200, 'ok']);
  await work();
  expect(await mine.state()).toBe('paied');
  expect(await paymentsOf(mine.trade._id)).toHaveLength(1);
  const log = await deps.db.selectFrom('pay_deliveries').selectAll().where('verdict', '=', 'refused').execute();
  expect(log).toEqual([]);
});

test('dollars that go back are worth what the trade was quoted, whatever the rate is by then', async () => {
  const mine = await bought('wxpay');
  abroad.pay(mine.number);
  await tell(abroad, mine.number);
  await work();
  const { _id } = instances.wxpay!;
  const shown = (await ask('list', {})).data.find((row: TestData) => row._id === _id);
  const changed = { ...formOf(abroad, { currency: 'USD', rate: '9.9' }), _id, version: shown.version };
  expect((await ask('update', changed)).code).toBe(0);
  await deps.payments.refresh();
  abroad.of(mine.number).refunded = abroad.of(mine.number).minor;
  for (const type of ['charge.refunded', 'charge.dispute.created'])
    expect(await tell(abroad, mine.number, { type })).toEqual([200, 'ok']);
  const events = await deps.db
    .selectFrom('taken_back_events')
    .select(['reason', 'amount', 'currency'])
    .where('trade_id', '=', mine.trade._id)
    .orderBy('reason')
    .execute();
  expect(events).toEqual([
    { reason: 'dispute', amount: 30_000, currency: 'CNY' },
    { reason: 'refund', amount: 30_000, currency: 'CNY' },
  ]);
});

test('of mutations none is believed, answered by a fault of ours, or acknowledged without being stored', async () => {
  const mine = await bought('alipay');
  home.pay(mine.number);
  const right = home.envelope(mine.number);
  const count = async () => (await deps.db.selectFrom('claims').select('id').execute()).length;
  const before = await count();
  const header = right.headers['stripe-signature']!;
  const bodies = [...right.body.matchAll(/"[a-z_]+": "?[^",\n]+/g)].map(
    ({ index }) => `${right.body.slice(0, index + 1)}x${right.body.slice(index + 2)}`,
  );
  const sent = [
    ...bodies.map((body) => ({ ...right, body })),
    ...['', 't=1', `${header}0`, header.replace('v1', 'v0'), header.replace(/t=\d+/, 't=1')].map((signature) => ({
      ...right,
      headers: { ...right.headers, 'stripe-signature': signature },
    })),
    ...['{}', '[]', 'null', '{"'].map((body) => home.signed(body)),
    { ...home.signed(right.body), url: abroad.notifyUrl },
    { ...right, body: right.body.repeat(20) },
  ];
  expect(sent.length).toBeGreaterThan(25);
  for (const each of sent) {
    clock.advance(1000);
    const [status = 0, said] = await send(each);
    expect(status, each.body.slice(0, 200)).toBeGreaterThanOrEqual(400);
    expect(status, each.body.slice(0, 200)).toBeLessThan(500);
    expect(said).not.toMatch(/success|ok/i);
  }
  expect(await count()).toBe(before);
  expect(await tell(home, mine.number)).toEqual([200, 'ok']);
  expect(await count()).toBe(before + 1);
});

test('Stripe that cannot be reached ends the purchase with words, and keeps the order open', async () => {
  home.trouble.down = true;
  const user = await app.account();
  const { _id: id } = await order(user, await makeCombo());
  expect(await buy(user, id, { pay_mode: 'alipay' })).toMatchObject({ code: 1114 });
  expect((await one(user, id)).status).toBe('topay');
});
