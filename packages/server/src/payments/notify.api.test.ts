import { afterAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { shopOf } from '../orders/testing/shop.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import type { CrashPoint } from '../platform/crash.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';
import { notifyPathOf } from './notify.ts';
import { createHmacProvider, serveBy, type Booked } from './testing/hmac-provider.ts';

/* The addresses to which providers notify: what they send is stored before it is acknowledged, or it is refused. */

const app = await createTestApp();
const { deps, clock, gate } = app;
const [hmac, other] = [createHmacProvider('hmac'), createHmacProvider('other')];
serveBy(app, { alipay: hmac, wxpay: other });
afterAll(() => app.close());
beforeEach(() => {
  clock.advance(60_000);
  Object.assign(hmac, { isWeak: false, mood: 'works' });
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet } = shopOf(app, admin);
const path = notifyPathOf(deps.secrets, 'hmac');

const FORM = 'application/x-www-form-urlencoded';

const get = (query: string, at = path) => gate.app.inject({ method: 'GET', url: `${at}?${query}` });
const post = (payload: string | Buffer, type = FORM, at = path) =>
  gate.app.inject({ method: 'POST', url: at, headers: type ? { 'content-type': type } : {}, payload });

let made = 1000;
const bought = async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const { _id: trade } = (await buy(user, _id)).data;
  const said: Booked = { tradeNumber: trade.replaceAll('-', ''), reference: `N${(made += 1)}`, amount: 30_000 };
  return { user, id: _id as string, said };
};

/** Runs what waits in the queue of claims, as the worker would. */
const work = async (): Promise<void> => {
  const { rows } = await sql<{ name: string; payload: object }>`
    select t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier in ('orders.ask-trades', 'orders.settle-claim')`.execute(
    deps.db,
  );
  for (const { name, payload } of rows)
    await runJob(allJobs.find((one) => one.name === name) as Job<unknown>, deps, payload);
};

const log = () => deps.db.selectFrom('pay_deliveries').selectAll().orderBy('last_at', 'desc').execute();
const claims = async (): Promise<number> =>
  Number(
    (
      await deps.db
        .selectFrom('claims')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const expectRefused = async (answer: Awaited<ReturnType<typeof get>>, status = 400) => {
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toMatch(/success|ok/i);
};

test.each(['GET', 'POST'])(
  'a notification by %s is stored, acknowledged, and pays after that, once',
  async (method) => {
    const { user, id, said } = await bought();
    const text = hmac.notificationOf(said);
    for (const _time of [1, 2]) {
      const answer = method === 'GET' ? await get(text) : await post(text);
      expect([answer.statusCode, answer.body]).toEqual([200, 'success']);
    }
    expect((await one(user, id)).status).toBe('topay');
    await work();
    expect((await one(user, id)).status).toBe('paied');
    expect(await wallet(user)).toBe(0);
    expect(
      (await log())
        .slice(0, 2)
        .map(({ verdict }) => verdict)
        .toSorted(),
    ).toEqual(['known', 'stored']);
  },
);

test('twenty notifications of the same money at once are all acknowledged, and pay once', async () => {
  const { user, id, said } = await bought();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(hmac.notificationOf(said))));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['success']));
  await work();
  expect((await one(user, id)).status).toBe('paied');
  expect(await wallet(user)).toBe(0);
});

test('a weakly signed notification pays only after the provider has said it too', async () => {
  const { user, id, said } = await bought();
  hmac.isWeak = true;
  expect((await get(hmac.notificationOf(said))).body).toBe('success');
  await work();
  expect((await one(user, id)).status).toBe('topay');
  hmac.books.set(said.tradeNumber, said);
  clock.advance(60_000);
  for (const _time of [1, 2]) await work();
  expect((await one(user, id)).status).toBe('paied');
});

test('what is not believed is refused, stored nowhere, and never answered with 5xx', async () => {
  const { said } = await bought();
  const before = await claims();
  const right = hmac.notificationOf(said);
  const sign = new URLSearchParams(right).get('sign')!;
  const queries = [
    '',
    '%',
    '%00',
    '&&&&====',
    'sign=',
    `sign[]=${sign}`,
    right.replace('30000', '1'),
    right.replace(sign, ''),
    right.replace(sign, sign.toUpperCase()),
    right.replace(sign, sign.slice(1)),
    `${right}&money=99`,
    `${right}&extra=1`,
    other.notificationOf(said),
    hmac.notificationOf({ ...said, merchant: 'somebody-else' }),
    hmac.notificationOf(said, { money: '-30000' }),
    hmac.notificationOf(said, { money: '1e400' }),
    hmac.notificationOf(said, { money: '0.5' }),
    hmac.notificationOf(said, { money: 'NaN' }),
    hmac.notificationOf(said, { money: '9007199254740993' }),
    hmac.notificationOf(said, { currency: 'USD' }),
    hmac.notificationOf(said, { currency: 'cny' }),
    hmac.notificationOf(said, { number: '' }),
    hmac.notificationOf(said, { number: '   ' }),
    hmac.notificationOf(said, { number: 'a\0b' }),
    hmac.notificationOf(said, { number: 'x'.repeat(129) }),
    hmac.notificationOf(said, { trade: 'y'.repeat(65) }),
  ];
  for (const query of queries) {
    await expectRefused(await get(query));
    await expectRefused(await post(query));
  }
  for (const type of ['application/json', 'multipart/form-data', 'text/xml', 'nonsense', ''])
    await expectRefused(await post(Buffer.from([0xff, 0xfe, 0]), type));
  await expectRefused(await post('a'.repeat(17_000)), 413);
  await expectRefused(await get(`${right}&pad=${'a'.repeat(4000)}`));
  expect(await claims()).toBe(before);
});

test('money that is told of again as something else is refused and stays what it was', async () => {
  const { said } = await bought();
  expect((await get(hmac.notificationOf(said))).body).toBe('success');
  clock.advance(1000);
  await expectRefused(await get(hmac.notificationOf({ ...said, amount: 31_000 })), 409);
  expect((await log())[0]).toMatchObject({ verdict: 'contradicts', instance: 'hmac' });
  clock.advance(1000);
  // Another instance has numbers of its own: what it says by this one is other money.
  expect((await get(other.notificationOf(said), notifyPathOf(deps.secrets, 'other'))).body).toBe('success');
  expect((await log())[0]).toMatchObject({ verdict: 'stored', instance: 'other' });
});

test('an address that nobody was given is not found, and leaves no trace', async () => {
  const { said } = await bought();
  const before = (await log()).length;
  const own = path.split('/').at(-1);
  for (const at of [`/api/pay/notify/other/${own}`, '/api/pay/notify/hmac/0', '/api/pay/notify/__proto__/x'])
    await expectRefused(await get(hmac.notificationOf(said), at), 404);
  await expectRefused(await get('', notifyPathOf(deps.secrets, 'nobody')), 404);
  expect(await log()).toHaveLength(before);
});

test('what is not stored is not acknowledged, and what was stored when the process died is settled later', async () => {
  const { user, id, said } = await bought();
  const text = hmac.notificationOf(said);
  const well = deps.crash;
  const dieAt = (wanted: CrashPoint): void => {
    const at = (point: CrashPoint): void => {
      if (point === wanted) throw new Error('died');
    };
    Object.assign(deps, { crash: { at } });
  };
  dieAt('claim.stored');
  await expectRefused(await get(text), 500);
  for (const point of ['claim.before-settle', 'settle.before-commit'] as const) {
    dieAt(point);
    await work().catch(() => undefined);
    expect((await one(user, id)).status).toBe('topay');
  }
  dieAt('claim.settled');
  await work().catch(() => undefined);
  Object.assign(deps, { crash: well });
  await work();
  expect((await get(text)).body).toBe('success');
  expect((await one(user, id)).status).toBe('paied');
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});

test('money that was taken back settles nothing, moves nothing, and staff are told', async () => {
  const { user, id, said } = await bought();
  const text = hmac.notificationOf(said, { state: 'refunded' });
  const before = await claims();
  expect((await get(text)).body).toBe('success');
  await work();
  expect(await claims()).toBe(before);
  expect((await one(user, id)).status).toBe('topay');
  expect((await log())[0]).toMatchObject({ verdict: 'stored', claim_id: null, instance: 'hmac' });
  await expectRefused(await get(hmac.notificationOf({ ...said, merchant: 'somebody' }, { state: 'refunded' })));
});

test('a provider is refused in the form that its kind defines', async () => {
  const { said } = await bought();
  Object.assign(hmac, { refusal: { contentType: 'application/json', body: '{"code":"FAIL"}' } });
  const answer = await get(hmac.notificationOf(said, { money: '-1' }));
  expect([answer.statusCode, answer.body]).toEqual([400, '{"code":"FAIL"}']);
  expect(answer.headers['content-type']).toContain('application/json');
  delete (hmac as { refusal?: unknown }).refusal;
});

test('a notification of money that went back flags the order, once', async () => {
  const { id, said } = await bought();
  await get(hmac.notificationOf(said));
  await work();
  for (const verdict of ['stored', 'known']) {
    // The payment's own notification is written down too: only a later time makes the newest line this one.
    clock.advance(2 * HOUR_MS);
    expect((await get(hmac.notificationOf(said, { state: 'refunded' }))).body).toBe('success');
    expect((await log())[0]).toMatchObject({ verdict, why: '退款通知，订单已标记' });
  }
  const { data } = await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, admin);
  expect(data).toMatchObject({ status: 'paied', flags: [{ state: 'open', events: [{ amount: 30 }] }] });
});

test('a provider that is asked about a trade that nobody paid, and says that it went back, is not believed', async () => {
  const { user, id, said } = await bought();
  hmac.books.set(said.tradeNumber, { ...said, isRefunded: true });
  clock.advance(30_000);
  await work();
  const { data } = await app.call('/api/admin/trades/get_order_for_trade', { order_id: id }, admin);
  expect([data.flags, (await one(user, id)).status]).toEqual([[], 'topay']);
});

test('what is no money is acknowledged and written down; the log folds what repeats, and is kept for 30 days', async () => {
  clock.advance(HOUR_MS);
  const { said } = await bought();
  const ended = hmac.notificationOf(said, { state: 'ended' });
  for (const _time of [1, 2, 3]) expect((await get(ended)).body).toBe('success');
  expect((await log())[0]).toMatchObject({ verdict: 'ignored', why: 'the payment has ended', times: 3 });
  clock.advance(1000);
  for (const _time of [1, 2]) await get('sign=secret-of-somebody');
  const [refused] = await log();
  expect(refused).toMatchObject({ verdict: 'refused', why: 'the signature is wrong', times: 2, claim_id: null });
  expect(JSON.stringify(await log())).not.toContain('secret-of-somebody');
  clock.advance(30 * DAY_MS + 1000);
  await runJob(
    allJobs.find(({ name }) => name === 'payments.forget-deliveries')!,
    deps,
    {},
  );
  expect(await log()).toEqual([]);
});
