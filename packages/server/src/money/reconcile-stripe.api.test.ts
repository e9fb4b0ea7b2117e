import type { DifferenceKind } from '@skyport/contract/reconcile';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { startStripeGateway, type EventOf } from '../../../../testkit/stripe/gateway.ts';
import type { BookedSession } from '../../../../testkit/stripe/sessions.ts';
import type { FormNode } from '../../../../testkit/stripe/signing.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { HOUR_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import { allJobs } from '../wiring.ts';
import { until } from '../../../../testkit/until.ts';

/* A day at Stripe, whose own books are listed page by page, against what its events had us store. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const DAY = '2026-11-22';
clock.advance(Date.parse(`${DAY}T12:00:00+08:00`) - clock.now().getTime());
const stripe = await startStripeGateway({ clock: () => clock.now() });
afterAll(async () => {
  await stripe.close();
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
await app.changeSettings({ admin_id: admin.userId });
const { makeCombo, order, buy, one } = shopOf(app, admin);

const instanceCall = (what: string, form: object) => app.call(`/api/admin/pay_instance/${what}`, form, admin);
const form = { kind: 'stripe', label: 'Stripe', gateway: stripe.url, ...stripe.account, currency: 'CNY' };
const { _id: instanceId, version } = (await instanceCall('create', form)).data;
const { name: instance, notify_url } = (await instanceCall('switch', { _id: instanceId, version, on: true })).data;
stripe.notifyUrl = notify_url;
await app.call('/api/admin/config/set_config', { alipay: instance }, admin);
await until('the setting', () => deps.settings.current().alipay === instance);

const combo = await makeCombo();
const tell = async (number: string, of?: EventOf): Promise<void> => {
  const { url, body: payload, headers } = stripe.envelope(number, of);
  const answer = await gate.app.inject({ method: 'POST', url: URL.parse(url)!.pathname, headers, payload });
  expect([answer.statusCode, answer.body]).toEqual([200, 'ok']);
};
/** A new customer pays; Stripe tells of it unless it is to be silent. */
const paid = async (isTold = true) => {
  clock.advance(SECOND_MS);
  const user = await app.account();
  const { _id: id } = await order(user, combo);
  const number = ((await buy(user, id)).data._id as string).replaceAll('-', '');
  const session = stripe.pay(number);
  if (isTold) await tell(number);
  return { session, number, state: async () => (await one(user, id)).status as string };
};
/** All of it goes back; gives what the refunds of its charge are called by then. */
const refund = (session: BookedSession): string => {
  session.refunded = session.minor;
  return `${session.intent.replace('pi_', 'ch_')}-${session.refunded}`;
};
/** The charge is of another trade by its marks. */
const moveElsewhere = ({ form: { payment_intent_data: data } }: BookedSession): void => {
  ((data as FormNode)['metadata'] as FormNode)['trade'] = 'f'.repeat(32);
};
const settleClaims = async (): Promise<void> => {
  const settle = allJobs.find(({ name }) => name === 'orders.settle-claim') as Job<unknown>;
  const { rows } = await sql<{ payload: object }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'orders.settle-claim'`.execute(deps.db);
  for (const { payload } of rows) await runJob(settle, deps, payload);
};
const reconcile = () => runJob(allJobs.find(({ name }) => name === 'money.reconcile') as Job<unknown>, deps, {});
const money = async (what: string, asked: object = {}) =>
  (await app.call(`/api/admin/money/${what}`, asked, admin)).data;

/** How many differences of each kind are planted, and how many payments both have: more than one page of the list. */
const [EACH, SAME] = [5, 15];
const missing: Awaited<ReturnType<typeof paid>>[] = [];

test('twenty differences planted in its books are found, and no other', async () => {
  const planted = new Map<string, DifferenceKind>();
  const many = async (count: number, isTold = true) => {
    const all: Awaited<ReturnType<typeof paid>>[] = [];
    for (let n = 0; n < count; n += 1) all.push(await paid(isTold));
    return all;
  };
  await many(SAME);
  missing.push(...(await many(EACH, false)));
  const [extra, other, gone, known] = [await many(EACH), await many(EACH), await many(EACH), await many(EACH)];
  await settleClaims();
  for (const { session } of missing) planted.set(session.intent, 'missing');
  for (const { session } of extra) {
    stripe.sessions.delete(session.id);
    planted.set(session.intent, 'extra');
  }
  for (const [n, { session }] of other.entries()) {
    if (n % 2 === 0) session.minor += 1;
    else moveElsewhere(session);
    planted.set(session.intent, 'mismatched');
  }
  for (const { session } of gone) planted.set(refund(session), 'refund');
  for (const { session, number } of known) {
    refund(session);
    await tell(number, { type: 'charge.refunded' });
  }
  clock.advance(15 * HOUR_MS);
  await reconcile();
  const found: { reference: string; kind: DifferenceKind }[] = await money('difference_list');
  expect(found).toHaveLength(4 * EACH);
  expect(new Map(found.map(({ reference, kind }) => [reference, kind]))).toEqual(planted);
  const runs: { day: string }[] = await money('reconciliation_list');
  expect(runs.find(({ day }) => day === DAY)).toMatchObject({ state: 'done', way: 'list', differences: 4 * EACH });
});

test('what only Stripe has is settled from the list, and pays its order', async () => {
  const found: { _id: string; kind: string }[] = await money('difference_list', { state: 'open' });
  for (const { _id } of found.filter(({ kind }) => kind === 'missing'))
    await money('settle_difference', { difference_id: _id });
  await settleClaims();
  expect(await Promise.all(missing.map(({ state }) => state()))).toEqual(missing.map(() => 'paied'));
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});
