import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startAlipay } from '../../../../testkit/alipay/gateway.ts';
import { copiedFromAlipay } from '../../../../testkit/alipay/till.ts';
import { startEpayGateway } from '../../../../testkit/epay/gateway.ts';
import { copiedFrom } from '../../../../testkit/epay/till.ts';
import { startEpusdtGateway } from '../../../../testkit/epusdt/gateway.ts';
import { startStripeGateway } from '../../../../testkit/stripe/gateway.ts';
import { startTokenPayGateway } from '../../../../testkit/tokenpay/gateway.ts';
import { startWechat } from '../../../../testkit/wechat/gateway.ts';
import { copiedFromWechat } from '../../../../testkit/wechat/till.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { runJob, type Job } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import type { TestData } from '../testing-app.ts';
import { allJobs } from '../wiring.ts';

/* An order that is paid from a desk and from a phone, by every kind of provider. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const given = { clock: () => clock.now() };
const [first, second, alipay, wechat, stripe, epusdt, tokenpay] = await Promise.all([
  startEpayGateway(given),
  startEpayGateway({ ...given, series: '2026112200' }),
  startAlipay(given),
  startWechat(given),
  startStripeGateway(given),
  startEpusdtGateway('bepusdt', given),
  startTokenPayGateway(given),
]);
const gateways = [first, second, alipay, wechat, stripe, epusdt, tokenpay];
afterAll(async () => {
  await Promise.all(gateways.map((each) => each.close()));
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet } = shopOf(app, admin);

const copiedFromStripe = { gateway: stripe.url, ...stripe.account, currency: 'CNY' };
const copiedFromEpusdt = { gateway: epusdt.url, key: epusdt.merchant.key, route: 'v1' };
const copiedFromTokenPay = { gateway: tokenpay.url, key: tokenpay.merchant.key };

/** A provider's notification of a trade. */
interface Told {
  readonly url: string;
  readonly body: string;
  readonly method?: 'GET' | 'POST';
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
/** What a provider answers to a class of devices. */
type Where = readonly ('qrcode' | 'payurl' | 'urlscheme')[];
interface Kind {
  readonly mode: 'alipay' | 'wxpay' | 'usdt';
  readonly form: object;
  readonly gateway: { pay(number: string): unknown; envelope(number: string): Told };
  readonly desk: Where;
  readonly phone: Where;
}
const byEpay = { desk: ['qrcode'], phone: ['payurl'] } as const;
const byPage = { desk: ['payurl'], phone: ['payurl'] } as const;
const kinds: readonly (readonly [string, Kind])[] = [
  ['epay_v1', { mode: 'alipay', form: copiedFrom(first, 1), gateway: first, ...byEpay }],
  ['epay_v1', { mode: 'wxpay', form: copiedFrom(first, 1), gateway: first, ...byEpay }],
  ['epay_v2', { mode: 'alipay', form: copiedFrom(second, 2), gateway: second, ...byEpay }],
  ['epay_v2', { mode: 'wxpay', form: copiedFrom(second, 2), gateway: second, ...byEpay }],
  [
    'alipay_f2f',
    {
      mode: 'alipay',
      form: copiedFromAlipay(alipay),
      gateway: alipay,
      desk: ['qrcode'],
      phone: ['qrcode', 'urlscheme'],
    },
  ],
  ['alipay_page', { mode: 'alipay', form: copiedFromAlipay(alipay), gateway: alipay, ...byPage }],
  ['alipay_wap', { mode: 'alipay', form: copiedFromAlipay(alipay), gateway: alipay, ...byPage }],
  [
    'wechat_native',
    { mode: 'wxpay', form: copiedFromWechat(wechat), gateway: wechat, desk: ['qrcode'], phone: ['qrcode'] },
  ],
  ['wechat_h5', { mode: 'wxpay', form: copiedFromWechat(wechat), gateway: wechat, ...byEpay }],
  ['stripe', { mode: 'alipay', form: copiedFromStripe, gateway: stripe, ...byPage }],
  ['stripe', { mode: 'wxpay', form: copiedFromStripe, gateway: stripe, ...byPage }],
  ['epusdt', { mode: 'usdt', form: copiedFromEpusdt, gateway: epusdt, ...byPage }],
  ['tokenpay', { mode: 'usdt', form: copiedFromTokenPay, gateway: tokenpay, ...byPage }],
];

const instances = new Map<string, TestData>();
/** The instance of a kind, switched on; made once. */
const instanceOf = async (kind: string, form: object): Promise<TestData> => {
  const known = instances.get(kind);
  if (known) return known;
  const ask = (what: string, payload: object) => app.call(`/api/admin/pay_instance/${what}`, payload, admin);
  const { _id, version } = (await ask('create', { kind, label: kind, ...form })).data;
  const made = (await ask('switch', { _id, version, on: true })).data;
  if (kind === 'stripe') stripe.notifyUrl = made.notify_url;
  instances.set(kind, made);
  return made;
};

const JOBS = ['orders.ask-trades', 'orders.settle-claim'];
/** Runs what waits in the queue of claims, and what comes of that. */
const work = async (): Promise<void> => {
  for (const _time of ['asked', 'settled']) {
    const { rows } = await sql<{ name: string; payload: object }>`
      select t.identifier as name, j.payload from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any(${JOBS})`.execute(deps.db);
    for (const { name, payload } of rows)
      await runJob(allJobs.find((each) => each.name === name) as Job<unknown>, deps, payload);
  }
};

const tell = async ({ url, body, method = 'POST', contentType = '', headers }: Told): Promise<number> => {
  const { pathname, search } = new URL(url);
  const sent = headers ?? { 'content-type': contentType };
  return (await gate.app.inject({ method, url: pathname + search, headers: sent, payload: body })).statusCode;
};
const filled = ({ qrcode, payurl, urlscheme }: TestData): string[] =>
  Object.entries({ qrcode, payurl, urlscheme }).flatMap(([name, text]) => (text === '' ? [] : [name]));
const stateOf = async ({ _id }: TestData): Promise<string> =>
  (await deps.db.selectFrom('trades').select('status').where('id', '=', _id).executeTakeFirstOrThrow()).status;

beforeEach(() => {
  clock.advance(MINUTE_MS);
  // As PHP's curl posts an array.
  for (const each of [first, second]) each.shape.transport = 'parts';
});
afterEach(async () => expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]));

test.each(kinds)('%s: a desk and a phone each pay by their own link, and money pays once', async (kind, about) => {
  const { mode, form, gateway, desk, phone } = about;
  const { name } = await instanceOf(kind, form);
  await app.changeSettings({ [mode]: name });
  const user = await app.account();
  const { _id: id } = await order(user, await makeCombo());
  const from = async (isMobile: boolean): Promise<TestData> => (await buy(user, id, { pay_mode: mode, isMobile })).data;
  const made = { desk: await from(false), phone: await from(true) };
  expect([filled(made.desk), filled(made.phone)]).toEqual([[...desk], [...phone]]);
  expect(made.desk._id === made.phone._id).toBe(mode === 'usdt');
  clock.advance(MINUTE_MS);
  for (const isMobile of [false, true]) {
    const { seconds_left: _left, ...again } = await from(isMobile);
    expect(made[isMobile ? 'phone' : 'desk']).toMatchObject(again);
  }
  const paying = mode === 'usdt' ? [made.desk] : [made.phone, made.desk];
  for (const { _id, payurl } of paying) {
    if (payurl !== '') await fetch(payurl);
    const number = (_id as string).replaceAll('-', '');
    gateway.pay(number);
    expect(await tell(gateway.envelope(number))).toBe(200);
    await work();
    expect((await one(user, id)).status).toBe('paied');
  }
  expect(await Promise.all(paying.map(stateOf))).toEqual(mode === 'usdt' ? ['paied'] : ['paied', 'credited']);
  expect(await wallet(user)).toBe(mode === 'usdt' ? 0 : 30);
});
