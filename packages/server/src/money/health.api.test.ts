import { afterAll, expect, test } from 'vitest';
import { shopOf } from '../orders/testing/shop.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import { OutgoingFault } from '../platform/outgoing.ts';
import { PaymentFault } from '../platform/payment-providers.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';

/* How payments went, and what becomes of a payment instance that keeps failing. */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
await app.changeSettings({ admin_id: admin.userId });
const { makeCombo, order, buy, check, cancel, pay } = shopOf(app, admin);
const [ali, wx] = [createHmacProvider('ali'), createHmacProvider('wx')];
/** What the provider's next answers are: it works without. */
let fault: (() => unknown) | undefined;
let meanwhile: (() => Promise<unknown>) | undefined;
const { ask } = ali;
ali.ask = async (...asked) => {
  await meanwhile?.();
  if (fault) throw fault();
  return ask(...asked);
};
serveBy(app, { alipay: ali, wxpay: wx });

const combo = await makeCombo();
const down = (): unknown => new OutgoingFault('unreachable');
/** A customer begins to pay a new order. */
const begin = async (user?: TestSession) => {
  const who = user ?? (await app.account());
  const { _id: id } = await order(who, combo);
  clock.advance(SECOND_MS);
  return { user: who, id: id as string, code: (await buy(who, id)).code };
};
const beginMany = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await begin();
};
const watch = () => runJob(allJobs.find(({ name }) => name === 'orders.watch-health') as Job<unknown>, deps, {});
const told = async (): Promise<string[]> => {
  const query = deps.db.selectFrom('notifications').select('text').where('text', 'like', '支付通道“%');
  return (await query.orderBy('created_at').orderBy('id').execute()).map(({ text }) => text);
};
const health = async (input: object = {}): Promise<TestData[]> =>
  (await app.call('/api/admin/money/pay_health', input, admin)).data;
const onOverview = async (): Promise<TestData> =>
  (await app.call('/api/admin/overview/now', {}, admin)).data.waiting.find(({ _id }: TestData) => _id === 'providers');
const modesOf = async ({ user, id }: { user: TestSession; id: string }) => (await check(user, id)).data.modes;

test('what became of the payments of a day is counted, each once and by its reason', async () => {
  const buyer = await begin();
  const trade = await deps.db
    .selectFrom('trades')
    .select('id')
    .where('order_id', '=', buyer.id)
    .executeTakeFirstOrThrow();
  clock.advance(90 * SECOND_MS);
  expect(await pay(trade.id, 30)).toBe('paid');
  const leaving = await begin();
  await cancel(leaving.user, leaving.id);
  await begin();
  for (const thrown of [
    down,
    () => new OutgoingFault('slow'),
    () => new PaymentFault('refused', 'no'),
    () => new PaymentFault('invalid', 'wrong signature'),
    () => new Error('lacks what it needs'),
    down,
  ]) {
    fault = thrown;
    expect((await begin()).code).not.toBe(0);
  }
  fault = undefined;
  const counts = {
    platform: ali.label,
    day: '2026-11-21',
    begun: 9,
    paid: 1,
    failed: { unreachable: 2, timeout: 1, refused: 1, invalid: 1, other: 1 },
    unpaid: 1,
    open: 1,
    median_seconds: 90,
    failing: false,
  };
  expect(await health()).toEqual([{ _id: '2026-11-21 ali', ...counts }]);
  expect(await health({ instance: 'ali', days: 1 })).toHaveLength(1);
  expect(await health({ instance: 'wx' })).toEqual([]);
  clock.advance(DAY_MS);
  expect(await health({ days: 1 })).toEqual([]);
  expect(await health({ days: 2 })).toHaveLength(1);
});

test('a provider that fails while its customer leaves has failed; one that answers then has not', async () => {
  clock.advance(DAY_MS);
  const user = await app.account();
  const { _id: id } = await order(user, combo);
  meanwhile = () => cancel(user, id);
  expect((await buy(user, id)).code).not.toBe(0);
  fault = down;
  const other = await app.account();
  const { _id: next } = await order(other, combo);
  meanwhile = () => cancel(other, next);
  expect((await buy(other, next)).code).not.toBe(0);
  [meanwhile, fault] = [undefined, undefined];
  expect(await health({ days: 1 })).toMatchObject([{ begun: 2, unpaid: 1, failed: { unreachable: 1 } }]);
});

test('one customer who tries again and again is no alarm, nor are failures with a success behind them', async () => {
  clock.advance(DAY_MS);
  fault = down;
  const user = await app.account();
  const { id } = await begin(user);
  for (let n = 0; n < 6; n += 1) {
    clock.advance(SECOND_MS);
    expect((await buy(user, id)).code).not.toBe(0);
  }
  await beginMany(3);
  await watch();
  expect(await told()).toEqual([]);
  fault = undefined;
  const fine = await begin();
  fault = down;
  await beginMany(4);
  await watch();
  expect([await told(), await modesOf(fine)]).toEqual([[], ['alipay', 'wxpay']]);
  expect(await onOverview()).toMatchObject({ count: 0, since: null });
});

test('an instance that keeps failing is offered last and told of once, until it has begun a payment', async () => {
  await begin();
  await watch();
  await watch();
  const noted = clock.now().toISOString();
  expect(await told()).toEqual([expect.stringMatching(/“.*”.*5 位用户无法发起支付（主要原因：无法连接）/)]);
  expect(await onOverview()).toEqual({ _id: 'providers', count: 1, since: noted });
  expect(await health({ days: 1 })).toMatchObject([{ failing: true }]);
  const waiting = { user: await app.account(), id: '' };
  waiting.id = (await order(waiting.user, combo))._id;
  expect(await modesOf(waiting)).toEqual(['wxpay', 'alipay']);
  // Nobody tries it for hours: that does not show that it works.
  clock.advance(3 * HOUR_MS);
  await watch();
  expect([await told(), await onOverview()]).toMatchObject([{ length: 1 }, { count: 1 }]);
  fault = undefined;
  clock.advance(MINUTE_MS);
  const fine = await begin();
  await watch();
  await watch();
  expect(await told()).toEqual([expect.stringContaining('连续失败'), expect.stringContaining('已恢复')]);
  expect(await modesOf(fine)).toEqual(['alipay', 'wxpay']);
  expect(await onOverview()).toMatchObject({ count: 0, since: null });
});

test('refusals of less than an instance takes are no sign that it fails; refusals of what it took are', async () => {
  clock.advance(DAY_MS);
  fault = undefined;
  await begin();
  fault = () => new PaymentFault('refused', 'amount_too_small');
  const cheap = await makeCombo({ price: 1 });
  for (let n = 0; n < 6; n += 1) {
    const who = await app.account();
    clock.advance(SECOND_MS);
    expect((await buy(who, (await order(who, cheap))._id)).code).not.toBe(0);
  }
  await watch();
  expect(await onOverview()).toMatchObject({ count: 0 });
  await beginMany(5);
  await watch();
  expect(await onOverview()).toMatchObject({ count: 1 });
  fault = undefined;
  clock.advance(MINUTE_MS);
  await begin();
  await watch();
  expect(await onOverview()).toMatchObject({ count: 0 });
});

test('an instance that is offered no more is forgotten, and nobody is told that it works', async () => {
  clock.advance(DAY_MS);
  fault = down;
  await beginMany(5);
  await watch();
  expect(await onOverview()).toMatchObject({ count: 1 });
  serveBy(app, { wxpay: wx });
  await watch();
  await watch();
  expect(await onOverview()).toMatchObject({ count: 0 });
  expect(await told()).toHaveLength(5);
  serveBy(app, { alipay: ali, wxpay: wx });
  await watch();
  expect(await told()).toHaveLength(6);
});

test('whoever is no admin sees no figures, and a span of days has its bounds', async () => {
  const ask = (input: object, who: TestSession) => app.call('/api/admin/money/pay_health', input, who);
  expect((await ask({}, await app.account())).code).not.toBe(0);
  for (const days of [0, 32, 1.5]) expect((await ask({ days }, admin)).code, String(days)).not.toBe(0);
});
