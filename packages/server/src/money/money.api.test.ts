import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeNotified } from '../orders/index.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { startHmacScene } from '../payments/testing/hmac-scene.ts';
import { HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import type { TestAnswer, TestData, TestSession } from '../testing-app.ts';
import { lookAtRequest } from './grant.ts';
import { texts } from './texts.ts';

/* What staff and customers do about money that no purchase took. */

const { app, hmac, admin } = await startHmacScene();
const { deps, clock } = app;
const operator = await app.account({ type: 'admin' });
await app.changeSettings({ admin_id: operator.userId });
const { makeCombo, order, buy, one, wallet, receipt } = shopOf(app, admin);

const PATHS = {
  counts: '/api/admin/money/counts',
  deliveries: '/api/admin/money/delivery_list',
  claims: '/api/admin/money/claim_list',
  settle: '/api/admin/money/settle_claim',
  dismiss: '/api/admin/money/dismiss_claim',
  unclaimed: '/api/admin/money/unclaimed_list',
  resolve: '/api/admin/money/resolve_unclaimed',
  requests: '/api/admin/money/request_list',
  decline: '/api/admin/money/decline_request',
  claim: '/api/order/claim_money',
} as const;
const as = (who: TestSession, path: keyof typeof PATHS, payload: object = {}): Promise<TestAnswer> =>
  app.call(PATHS[path], payload, who);
const bell = async (who: TestSession): Promise<string[]> =>
  (await app.call('/api/user_notive/list', {}, who)).data.map(({ desc }: TestData) => desc);

let money = 0;
const bought = async () => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id)).data;
  return { user, id: _id as string, number: trade._id.replaceAll('-', '') as string };
};
const store = (said: object, mustAsk = false) =>
  inTransaction(deps.db, (trx) => {
    const claim = { merchant: hmac.merchant, currency: 'CNY' as const, tradeNumber: '', amount: 30_000, ...said };
    return storeNotified(trx, deps, { instance: 'hmac', claim: { reference: `D${(money += 1)}`, ...claim }, mustAsk });
  });
const idOf = (stored: Awaited<ReturnType<typeof store>>): string => ('id' in stored ? stored.id : '');
/** A claim that its provider did not confirm. */
const doubtful = async (said: object): Promise<string> => {
  const id = idOf(await store(said, true));
  const change = { state: 'doubtful', verdict: 'unconfirmed', next_try_at: null };
  await deps.db.updateTable('claims').set(change).where('id', '=', id).execute();
  return id;
};
/** Money that names no trade, of so many thousandths. */
const stray = async (said: object = {}): Promise<TestData> => {
  await as(admin, 'settle', { claim_id: idOf(await store(said)) });
  return (await as(admin, 'unclaimed')).data[0];
};
const resolve = (payment: TestData, form: object) =>
  as(admin, 'resolve', { payment_id: payment._id, reason: '核实', ...form });

test('requests are searched for an address, a number or an order at the server', async () => {
  const { user, id } = await bought();
  await as(user, 'claim', { order_id: id, reference: 'Looked for-77' });
  const found = async (filterStr: string): Promise<string[]> =>
    (await as(admin, 'requests', { filterStr })).data.map(({ order_id }: TestData) => order_id);
  const [row] = (await as(admin, 'requests', { filterStr: 'FOR-77' })).data;
  expect(row).toMatchObject({ order_id: id, reference: 'Looked for-77' });
  expect(await found(row.email.toUpperCase())).toEqual([id]);
  expect(await found(row.desc.slice(1))).toContain(id);
  expect(await found('%')).toEqual([]);
  expect(await found('nobody@example.com')).toEqual([]);
});

test('of the open requests the longest wait stands first', async () => {
  const asked: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { user, id } = await bought();
    await as(user, 'claim', { order_id: id, reference: `waits ${n}` });
    asked.push(id);
    clock.advance(MINUTE_MS);
  }
  const listed = async (): Promise<string[]> =>
    (await as(admin, 'requests', { filterStr: 'waits' })).data.map(({ order_id }: TestData) => order_id);
  expect(await listed()).toEqual(asked);
});

test('claims are listed with what is known of them, all or those in one state', async () => {
  const { id, number } = await bought();
  const claim = await doubtful({ tradeNumber: number, reference: 'listed' });
  const { data } = await as(admin, 'claims', { state: 'doubtful' });
  expect(data).toEqual([
    expect.objectContaining({
      _id: claim,
      platform: hmac.label,
      reference: 'listed',
      amount: 30,
      state: 'doubtful',
      verdict: 'unconfirmed',
      must_ask: true,
      order_id: id,
    }),
  ]);
  expect((await as(admin, 'claims')).data).toHaveLength(1);
  expect((await as(admin, 'claims', { state: 'settled' })).data).toEqual([]);
});

test('money says for whom and for what it came, and is found by the buyer and by the order', async () => {
  const { user, id, number } = await bought();
  const claim = await doubtful({ tradeNumber: number, reference: 'named' });
  const named = { tradeno: number, order_id: id, user_id: user.userId, email: user.email };
  const found = async (filterStr: string) =>
    (await as(admin, 'claims', { filterStr })).data.map(({ _id }: TestData) => _id);
  const { desc } = await one(user, id);
  expect((await as(admin, 'claims', { filterStr: user.email })).data).toMatchObject([{ ...named, desc }]);
  expect(await found(id)).toEqual([claim]);
  expect(await found('another@example.com')).toEqual([]);
  await as(admin, 'settle', { claim_id: claim });
});

test('staff are told how much waits for them', async () => {
  const { user, id, number } = await bought();
  const before = (await as(admin, 'counts')).data;
  const claim = await doubtful({ tradeNumber: number, reference: 'counted' });
  const lying = await stray({ reference: 'counted stray' });
  await as(user, 'claim', { order_id: id, reference: 'counted request' });
  const { claims, unclaimed, requests } = before;
  expect((await as(admin, 'counts')).data).toEqual({
    claims: claims + 1,
    unclaimed: unclaimed + 1,
    requests: requests + 1,
  });
  await as(admin, 'settle', { claim_id: claim });
  await resolve(lying, { to: 'returned' });
  expect((await as(admin, 'counts')).data).toMatchObject({ claims, unclaimed });
});

test('staff settle a doubtful claim, once, however often they say so at the same time', async () => {
  const { user, id, number } = await bought();
  const claim = await doubtful({ tradeNumber: number });
  const answers = await Promise.all([1, 2, 3].map(() => as(admin, 'settle', { claim_id: claim })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code, codes.conflict.code]);
  expect(answers.find(({ code }) => code === 0)?.data).toEqual({ outcome: 'paid' });
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 0]);
});

test('a claim whose money was written down by a receipt is joined with it, and pays nothing again', async () => {
  const { user, id, number } = await bought();
  await receipt(id, 30, 'by-hand');
  const claim = await doubtful({ tradeNumber: number, reference: 'by-hand' });
  expect((await as(admin, 'settle', { claim_id: claim })).data).toEqual({ outcome: 'joined' });
  expect(await wallet(user)).toBe(0);
});

test('a claim that tells of no money is dismissed, and cannot be settled any more', async () => {
  const { user, id, number } = await bought();
  const claim = await doubtful({ tradeNumber: number });
  expect((await as(admin, 'dismiss', { claim_id: claim, reason: '伪造' })).code).toBe(0);
  expect((await as(admin, 'settle', { claim_id: claim })).code).toBe(codes.conflict.code);
  expect((await as(admin, 'dismiss', { claim_id: claim, reason: '伪造' })).code).toBe(codes.conflict.code);
  expect((await one(user, id)).status).toBe('topay');
});

test('what there is not cannot be decided', async () => {
  const id = crypto.randomUUID();
  const forms = [
    as(admin, 'settle', { claim_id: id }),
    as(admin, 'dismiss', { claim_id: id, reason: 'x' }),
    as(admin, 'resolve', { payment_id: id, to: 'returned', reason: 'x' }),
    as(admin, 'decline', { request_id: id, answer: 'x' }),
    as(admin, 'resolve', { payment_id: id, to: 'order', reason: 'x' }),
  ];
  for (const { code } of await Promise.all(forms)) expect(code).toBe(codes.notFound.code);
});

test('unclaimed money pays the order that staff name, once', async () => {
  const { user, id } = await bought();
  const payment = await stray();
  expect(payment).toMatchObject({ amount: 30, currency: 'CNY', reason: 'unknown', email: '' });
  const answers = await Promise.all([1, 2].map(() => resolve(payment, { to: 'order', order_id: id })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, codes.conflict.code]);
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 0]);
  expect((await as(admin, 'unclaimed')).data).toEqual([]);
});

test('unclaimed money goes to the wallet that staff name, and its owner is told', async () => {
  const user = await app.account();
  const payment = await stray({ amount: 12_340 });
  const { email } = (await app.call('/api/user/userinfo', {}, user)).data;
  expect((await resolve(payment, { to: 'wallet', email })).data).toEqual({ outcome: 'credited' });
  expect([await wallet(user), (await bell(user)).some((text) => text.includes('12.34'))]).toEqual([12.34, true]);
  expect((await resolve(payment, { to: 'returned' })).code).toBe(codes.conflict.code);
});

test('no money goes to the wallet of an agency’s customer, or of nobody', async () => {
  const customer = await app.account({ isAgencyUser: true });
  const { email } = (await app.call('/api/user/userinfo', {}, customer)).data;
  const payment = await stray();
  expect((await resolve(payment, { to: 'wallet', email })).code).toBe(codes.conflict.code);
  expect((await resolve(payment, { to: 'wallet', email: 'nobody@example.com' })).code).toBe(codes.notFound.code);
  expect((await resolve(payment, { to: 'order', order_id: crypto.randomUUID() })).code).toBe(codes.notFound.code);
  expect((await resolve(payment, { to: 'explained' })).data).toEqual({ outcome: 'explained' });
});

test('a surplus that was joined for an agency’s customer goes to another order, and the books agree', async () => {
  const [{ user, id, number }, other] = [await bought(), await bought()];
  await receipt(id, 30, 'with-surplus');
  await deps.db.updateTable('users').set({ is_agency_user: true }).where('id', '=', user.userId).execute();
  const claim = idOf(await store({ tradeNumber: number, reference: 'with-surplus', amount: 32_000 }));
  expect((await as(admin, 'settle', { claim_id: claim })).data).toEqual({ outcome: 'joined' });
  const [surplus] = (await as(admin, 'unclaimed')).data;
  expect(surplus).toMatchObject({ amount: 2, reason: 'agency' });
  expect((await resolve(surplus, { to: 'order', order_id: other.id })).data).toEqual({ outcome: 'credited' });
  expect(await wallet(other.user)).toBe(2);
});

test.each(['returned', 'explained'] as const)('money in another currency is noted as %s in its own', async (to) => {
  const payment = await stray({ currency: 'USDT', amount: 4_167 });
  expect((await as(admin, 'unclaimed', { currency: 'USDT' })).data).toEqual([
    expect.objectContaining({ _id: payment._id, amount: 4.167, currency: 'USDT' }),
  ]);
  expect((await resolve(payment, { to })).data).toEqual({ outcome: to });
  expect((await as(admin, 'unclaimed', { currency: 'USDT' })).data).toEqual([]);
});

test('money in another currency goes to a wallet or an order for what staff say it is worth', async () => {
  const { user, id } = await bought();
  const { email } = (await app.call('/api/user/userinfo', {}, user)).data;
  const usdt = () => stray({ currency: 'USDT', amount: 4_167 });
  const payment = await usdt();
  for (const form of [
    { to: 'wallet', email },
    { to: 'order', order_id: id },
  ])
    expect((await resolve(payment, form)).code).toBe(codes.conflict.code);
  expect((await resolve(payment, { to: 'wallet', email, yuan: 29.5 })).data).toEqual({ outcome: 'credited' });
  expect(await wallet(user)).toBe(29.5);
  expect((await resolve(await usdt(), { to: 'order', order_id: id, yuan: 30 })).data).toEqual({ outcome: 'paid' });
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 29.5]);
});

test('the answer to a claim of money is the same whatever is known of its number', async () => {
  const [asking, payer] = [await bought(), await bought()];
  await store({ tradeNumber: payer.number, reference: 'of-the-payer' });
  await stray({ reference: 'of-nobody' });
  const ask = (reference: string) => as(asking.user, 'claim', { order_id: asking.id, reference });
  const answers = [await ask('of-the-payer'), await ask('of-nobody'), await ask('never-seen')];
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect([(await one(asking.user, asking.id)).status, await wallet(asking.user)]).toEqual(['topay', 0]);
  const { data } = await as(admin, 'requests');
  for (const { _id: id } of data) await runJob(lookAtRequest, deps, { id });
  const known = Object.fromEntries(data.map((row: TestData) => [row.reference, row.money]));
  expect(known).toMatchObject({ 'of-the-payer': 'unsure', 'of-nobody': 'unclaimed', 'never-seen': 'none' });
  expect((await bell(operator)).some((text) => text.includes('never-seen'))).toBe(true);
});

test('what staff give to an order or a wallet answers the request for it', async () => {
  const { user, id } = await bought();
  const payment = await stray({ reference: 'asked-for' });
  for (const _time of [1, 2]) await as(user, 'claim', { order_id: id, reference: 'ASKED for' });
  const mine = async () =>
    (await as(admin, 'requests')).data.filter(({ order_id }: TestData) => order_id === id) as TestData[];
  expect(await mine()).toEqual([expect.objectContaining({ state: 'open', money: 'unclaimed' })]);
  await resolve(payment, { to: 'order', order_id: id });
  expect(await mine()).toEqual([expect.objectContaining({ state: 'granted', money: 'used', unclaimed: null })]);
});

test('a request that is declined tells its customer why, and can be made again', async () => {
  const { user, id } = await bought();
  const ask = () => as(user, 'claim', { order_id: id, reference: 'mistaken' });
  const requests = async (): Promise<TestData[]> => (await as(admin, 'requests', { filterStr: 'mistaken' })).data;
  await ask();
  const request = (await requests())[0]!;
  const decline = () => as(admin, 'decline', { request_id: request._id, answer: '没有这笔款项' });
  expect([(await decline()).code, (await decline()).code]).toEqual([0, codes.conflict.code]);
  expect(await bell(user)).toContain(texts.declined(request.desc, '没有这笔款项'));
  expect((await ask()).code).toBe(0);
  expect((await requests())[0]).toMatchObject({ state: 'open', reference: 'mistaken' });
});

test('money is claimed at most five times an hour, and for one’s own orders only', async () => {
  const [{ user, id }, other] = [await bought(), await bought()];
  const ask = (order_id: string, n: number) => as(user, 'claim', { order_id, reference: `guess-${n}` });
  expect((await ask(other.id, 0)).code).toBe(codes.notFound.code);
  const tried = [];
  for (let n = 1; n <= 6; n += 1) tried.push((await ask(id, n)).code);
  expect(tried).toEqual([0, 0, 0, 0, 0, codes.throttled.code]);
  clock.advance(HOUR_MS);
  expect((await ask(id, 7)).code).toBe(0);
});

test('a claim of money has the provider asked again, however old the trade is', async () => {
  const { user, id, number } = await bought();
  const asked = () =>
    deps.db
      .selectFrom('trade_queries as q')
      .innerJoin('trades as t', 't.id', 'q.trade_id')
      .select('q.next_at')
      .where('t.order_id', '=', id)
      .executeTakeFirstOrThrow();
  await sql`update trade_queries set next_at = null where replace(trade_id::text, '-', '') = ${number}`.execute(
    deps.db,
  );
  clock.advance(MINUTE_MS);
  await as(user, 'claim', { order_id: id, reference: 'lost-notice' });
  expect((await asked()).next_at).toEqual(clock.now());
});

test('the delivery log is filtered by instance, verdict and time, and says nothing of what was sent', async () => {
  const at = clock.now();
  const row = (n: number, more: object) => ({
    id: deps.ids.next(),
    fold_key: `k${n}`,
    instance: 'hmac',
    verdict: 'stored',
    bytes: 10,
    first_at: at,
    last_at: new Date(at.getTime() + n),
    ...more,
  });
  await deps.db
    .insertInto('pay_deliveries')
    .values([row(1, {}), row(2, { verdict: 'refused', why: '签名不正确' }), row(3, { instance: 'other' })])
    .execute();
  const found = async (filter: object) =>
    (await as(admin, 'deliveries', filter)).data.map(({ instance, verdict }: TestData) => `${instance} ${verdict}`);
  expect(await found({})).toEqual(['other stored', 'hmac refused', 'hmac stored']);
  expect(await found({ instance: 'hmac', verdict: 'refused' })).toEqual(['hmac refused']);
  expect(await found({ from: new Date(at.getTime() + 3).toISOString() })).toEqual(['other stored']);
  expect(await found({ to: new Date(at.getTime() - 1).toISOString() })).toEqual([]);
  const [shown] = (await as(admin, 'deliveries')).data;
  const ofMoney = ['reference', 'amount', 'currency', 'tradeno', 'order_id', 'desc', 'user_id', 'email'];
  const own = ['_id', 'bytes', 'first_at', 'instance', 'last_at', 'platform', 'times', 'verdict', 'why'];
  expect(Object.keys(shown).toSorted()).toEqual([...own, ...ofMoney].toSorted());
});

test('a notification says how much came, for whom and for what', async () => {
  const { user, id, number } = await bought();
  const claim_id = idOf(await store({ tradeNumber: number, reference: 'told', amount: 30_000 }));
  const at = { first_at: clock.now(), last_at: clock.now() };
  const row = {
    id: deps.ids.next(),
    fold_key: 'told',
    instance: 'hmac',
    verdict: 'stored',
    claim_id,
    bytes: 10,
    ...at,
  };
  await deps.db.insertInto('pay_deliveries').values(row).execute();
  const { desc } = await one(user, id);
  const named = { tradeno: number, order_id: id, desc, user_id: user.userId, email: user.email };
  const shown = (await as(admin, 'deliveries')).data.find(({ _id }: TestData) => _id === row.id);
  expect(shown).toMatchObject({ reference: 'told', amount: 30, currency: 'CNY', ...named });
  await as(admin, 'settle', { claim_id });
});

test('strangers, customers and operations staff may none of it, and an admin needs a second look', async () => {
  const { claim: _own, ...staff } = PATHS;
  const [customer, operations] = [await app.account(), await app.account({ type: 'yunying', steppedUp: true })];
  const payload = { claim_id: crypto.randomUUID(), payment_id: crypto.randomUUID(), to: 'returned', reason: 'x' };
  for (const path of Object.keys(staff) as (keyof typeof staff)[]) {
    for (const who of [customer, operations])
      expect((await as(who, path, { ...payload, request_id: payload.claim_id, answer: 'x' })).code, path).toBe(
        codes.roleForbidden.code,
      );
    expect((await app.call(PATHS[path], payload)).code, path).toBe(codes.sessionExpired.code);
  }
  for (const path of ['settle', 'dismiss', 'resolve'] as const)
    expect((await as(operator, path, payload)).code, path).toBe(codes.stepUpNeeded.code);
  const agency = await app.account({ isAgencyUser: true });
  const claimed = await as(agency, 'claim', { order_id: payload.claim_id, reference: 'abcd' });
  expect(claimed.code).toBe(codes.roleForbidden.code);
});
