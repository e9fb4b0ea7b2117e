import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEpusdtGateway } from '../../../../../testkit/epusdt/gateway.ts';
import { startTokenPayGateway } from '../../../../../testkit/tokenpay/gateway.ts';
import { shopOf } from '../../orders/testing/shop.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { runJob, type Job } from '../../platform/jobs.ts';
import { createTestApp } from '../../testing.ts';
import type { TestData, TestSession } from '../../testing-app.ts';
import { allJobs } from '../../wiring.ts';
import { until } from '../../../../../testkit/until.ts';

/* USDT that gateways take: what they tell over the real address is stored before it is acknowledged, or refused. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const [epusdt, tokenpay] = await Promise.all([
  startEpusdtGateway('bepusdt', { clock: () => clock.now() }),
  startTokenPayGateway({ clock: () => clock.now() }),
]);
afterAll(async () => {
  await Promise.all([epusdt.close(), tokenpay.close()]);
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet, cancel } = shopOf(app, admin);

/** Runs what waits in the queue of claims, and what comes of that, as the worker would. */
const work = async (): Promise<void> => {
  for (const _time of ['asked', 'settled']) await runWaiting();
};
const runWaiting = async (): Promise<void> => {
  const { rows } = await sql<{ name: string; payload: object }>`
    select t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier in ('orders.ask-trades', 'orders.settle-claim')`.execute(deps.db);
  for (const { name, payload } of rows)
    await runJob(allJobs.find((each) => each.name === name) as Job<unknown>, deps, payload);
};

const claims = () => deps.db.selectFrom('claims').selectAll().execute();

describe.each([
  ['epusdt', epusdt, { route: 'v1' }, { status: 1 }],
  ['tokenpay', tokenpay, {}, { Status: 2 }],
] as const)('by %s', (kind, gateway, more, unpaid) => {
  let instance: TestData;
  beforeAll(async () => {
    const ask = (what: string, payload: object) => app.call(`/api/admin/pay_instance/${what}`, payload, admin);
    const form = { kind, label: 'USDT 网关', gateway: gateway.url, key: gateway.merchant.key, ...more };
    const { _id, version } = (await ask('create', form)).data;
    instance = (await ask('switch', { _id, version, on: true })).data;
    expect(await app.call('/api/admin/config/set_config', { usdt: instance.name }, admin)).toMatchObject({ code: 0 });
    // Settings are copied by each process, in a moment.
    await until('the setting', () => deps.settings.current().usdt === instance.name);
    expect((await ask('test', { _id })).data).toEqual({ problem: null });
  });
  beforeEach(() => {
    clock.advance(MINUTE_MS);
    gateway.recover();
  });

  const bought = async () => {
    const user = await app.account();
    const { _id: id } = await order(user, await makeCombo());
    const trade = (await buy(user, id, { pay_mode: 'usdt' })).data;
    return { user, id: id as string, trade, number: (trade._id as string).replaceAll('-', '') };
  };
  const send = async (body: string, path = URL.parse(instance.notify_url)!.pathname) => {
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body: said } = await gate.app.inject({ method: 'POST', url: path, headers, payload: body });
    return [statusCode, said];
  };
  const tell = (number: string, odd: Record<string, string | number> = {}) => send(gateway.envelope(number, odd).body);
  const state = async ({ user, id }: { user: TestSession; id: string }) => (await one(user, id)).status;

  test('a purchase leads to the gateway, and is paid once however often it is told', async () => {
    const mine = await bought();
    expect(mine.trade).toMatchObject({ payurl: expect.stringContaining(gateway.url) as string, usdtAdress: '' });
    expect(mine.trade.third_pay_platform).toBe('USDT 网关');
    expect(gateway.books.of(mine.number).fen).toBe(3000);
    expect(await tell(mine.number, unpaid)).toEqual([200, 'ok']);
    gateway.pay(mine.number);
    for (const _time of [1, 2]) expect(await tell(mine.number)).toEqual([200, 'ok']);
    expect(await state(mine)).toBe('topay');
    await work();
    expect(await state(mine)).toBe('paied');
    expect(await tell(mine.number)).toEqual([200, 'ok']);
    await work();
    expect(await wallet(mine.user)).toBe(0);
    expect(
      await deps.db.selectFrom('payments').selectAll().where('trade_id', '=', mine.trade._id).execute(),
    ).toHaveLength(1);
  });

  test('nobody has told: the gateway is asked, and the order is paid', async () => {
    const mine = await bought();
    gateway.pay(mine.number);
    clock.advance(MINUTE_MS);
    await work();
    expect(await state(mine)).toBe('paied');
  });

  test('what is told before the gateway says so waits, and what it never says is left to staff', async () => {
    const mine = await bought();
    expect(await tell(mine.number, { ...paidState(kind) })).toEqual([200, 'ok']);
    await work();
    expect(await state(mine)).toBe('topay');
    gateway.pay(mine.number);
    clock.advance(MINUTE_MS);
    await work();
    expect(await state(mine)).toBe('paied');
  });

  test('money for a cancelled order is in the wallet of its buyer', async () => {
    const mine = await bought();
    await cancel(mine.user, mine.id);
    gateway.pay(mine.number);
    await tell(mine.number);
    await work();
    expect(await state(mine)).toBe('cancled');
    expect(await wallet(mine.user)).toBe(30);
  });

  test('of mutations none is believed, answered by a fault of ours, or acknowledged without being stored', async () => {
    const mine = await bought();
    gateway.pay(mine.number);
    const right = JSON.parse(gateway.envelope(mine.number).body) as Record<string, string | number>;
    const before = (await claims()).length;
    const names = Object.keys(right);
    const changed = names.flatMap((name) => [
      { ...right, [name]: typeof right[name] === 'number' ? Number(right[name]) + 1 : `${right[name]}x` },
      Object.fromEntries(Object.entries(right).filter(([key]) => key !== name)),
    ]);
    const bodies = [
      ...changed.map((each) => JSON.stringify(each)),
      ...names.map((name) => JSON.stringify(right).replace('{', `{"${name}":"x",`)),
      '',
      '{}',
      '[]',
      'null',
      '{"',
      JSON.stringify({ ...right, a: { b: 1 } }),
      JSON.stringify(right).repeat(2),
      'x'.repeat(20_000),
    ];
    expect(bodies.length).toBeGreaterThan(25);
    for (const body of bodies) {
      clock.advance(1000);
      const [status, said] = await send(body);
      expect(status, body.slice(0, 200)).toBeGreaterThanOrEqual(400);
      expect(status, body.slice(0, 200)).toBeLessThan(500);
      expect(said).not.toMatch(/success|ok/i);
    }
    expect(await claims()).toHaveLength(before);
    // Signed for this instance, it is believed at no other address.
    const [other] = ['epay_v1_0000000000'];
    expect((await send(JSON.stringify(right), instance.notify_url.replace(instance.name, other)))[0]).toBe(404);
    expect(await tell(mine.number)).toEqual([200, 'ok']);
    expect(await claims()).toHaveLength(before + 1);
  });

  if (kind === 'tokenpay')
    test('the amount that the gateway answers takes the place of the notified one', async () => {
      const mine = await bought();
      gateway.pay(mine.number);
      expect(await tell(mine.number, { ActualAmount: '99999' })).toEqual([200, 'ok']);
      await work();
      expect(await state(mine)).toBe('paied');
      expect(await wallet(mine.user)).toBe(0);
    });

  // check-status of this family says no amount: the notified one is compared with the trade's.
  const mismatches =
    kind === 'epusdt'
      ? ([
          ['less', 29.99, 29.99, 'topay'],
          ['more', 30.01, 0.01, 'paied'],
        ] as const)
      : [];
  test.each(mismatches)(
    'a notified amount that is %s than the trade asks is left to staff',
    async (_what, amount, inWallet, end) => {
      const mine = await bought();
      gateway.pay(mine.number);
      expect(await tell(mine.number, { amount })).toEqual([200, 'ok']);
      // Neither the confirmation nor a later query of the trade settles it.
      for (const _time of ['confirmed', 'queried']) {
        await work();
        clock.advance(MINUTE_MS);
      }
      expect(await state(mine)).toBe('topay');
      expect(await wallet(mine.user)).toBe(0);
      const mismatched = (await claims()).filter(({ trade_id }) => trade_id === mine.trade._id);
      expect(mismatched).toMatchObject([{ state: 'doubtful', verdict: 'denied', amount: Math.round(amount * 1000) }]);
      // Released by staff, it follows the rules of every amount.
      const claim_id = mismatched[0]!.id;
      expect(await app.call('/api/admin/money/settle_claim', { claim_id }, admin)).toMatchObject({ code: 0 });
      expect(await state(mine)).toBe(end);
      expect(await wallet(mine.user)).toBe(inWallet);
    },
  );

  test('a gateway that cannot be reached ends the purchase with words, and keeps the order open', async () => {
    gateway.trouble.down = true;
    const user = await app.account();
    const { _id: id } = await order(user, await makeCombo());
    expect(await buy(user, id, { pay_mode: 'usdt' })).toMatchObject({ code: 1114 });
    expect(await state({ user, id })).toBe('topay');
  });
});

/** What says that an order is paid. */
const paidState = (kind: 'epusdt' | 'tokenpay'): Record<string, number> =>
  kind === 'epusdt' ? { status: 2 } : { Status: 1 };
