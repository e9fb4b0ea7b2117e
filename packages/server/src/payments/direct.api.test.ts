import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startAlipay } from '../../../../testkit/alipay/gateway.ts';
import { copiedFromAlipay } from '../../../../testkit/alipay/till.ts';
import { freshPair } from '../../../../testkit/epay/php-signing.ts';
import type { PayNotice } from '../../../../testkit/pay-server.ts';
import { startWechat } from '../../../../testkit/wechat/gateway.ts';
import { copiedFromWechat } from '../../../../testkit/wechat/till.ts';
import { askTrades } from '../orders/queries.ts';
import { settleClaim } from '../orders/inbox.ts';
import { shopOf } from '../orders/testing/shop.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { createTestApp } from '../testing.ts';
import type { TestData } from '../testing-app.ts';

/* Alipay and WeChat Pay through the whole product; the simulators check our signatures by code of their own. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const { deps, clock, gate } = app;
const given = { clock: () => clock.now() };
const [alipay, wechat, otherAlipay, otherWechat] = await Promise.all([
  startAlipay(given),
  startWechat(given),
  startAlipay({ ...given, series: '20261121220099' }),
  startWechat({ ...given, series: '4200009911202611' }),
]);
afterAll(async () => {
  await Promise.all([alipay, wechat, otherAlipay, otherWechat].map((each) => each.close()));
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, cancel, one, wallet } = shopOf(app, admin);
const instance = async (form: object): Promise<TestData> => {
  const { _id, version } = (await app.call('/api/admin/pay_instance/create', { label: '直连', ...form }, admin)).data;
  return (await app.call('/api/admin/pay_instance/switch', { _id, version, on: true }, admin)).data;
};
const alipayOne = await instance({ kind: 'alipay_f2f', ...copiedFromAlipay(alipay) });
const wechatOne = await instance({ kind: 'wechat_native', ...copiedFromWechat(wechat) });
const elsewhere = {
  alipay: await instance({ kind: 'alipay_f2f', ...copiedFromAlipay(otherAlipay) }),
  wxpay: await instance({ kind: 'wechat_native', ...copiedFromWechat(otherWechat) }),
};
await app.call('/api/admin/config/set_config', { alipay: alipayOne.name, wxpay: wechatOne.name }, admin);

/** Answers that prove nothing. */
const WORTHLESS = [
  { signature: 'missing' },
  { signature: 'foreign' },
  { status: 500 },
  { status: 403 },
  { html: true },
  { down: true },
] as const;

describe.each([
  {
    mode: 'alipay' as const,
    provider: alipay,
    own: alipayOne,
    success: 'success',
    lower: { total_amount: '0.01' } as object,
    changed: (number: string, changes: object) => alipay.envelope(number, changes as Record<string, string>),
    dollars: undefined as object | undefined,
    refund: { refund_fee: '30.00', out_biz_no: 'R1', trade_status: 'TRADE_CLOSED' } as object,
    foreign: (number: string): PayNotice => ({ ...alipay.envelope(number), body: otherAlipay.envelope(number).body }),
  },
  {
    mode: 'wxpay' as const,
    provider: wechat,
    own: wechatOne,
    success: '{"code":"SUCCESS"}',
    lower: { inside: { amount: { total: 1, currency: 'CNY' } } },
    changed: (number: string, changes: object) => wechat.envelope(number, changes),
    dollars: { inside: { amount: { total: 3000, currency: 'USD' } } },
    refund: {
      inside: { refund_id: '5000000038', refund_status: 'SUCCESS', amount: { refund: 3000 } },
      outside: { event_type: 'REFUND.SUCCESS' },
    },
    foreign: (number: string): PayNotice => ({
      ...wechat.envelope(number, {
        key: { serial: wechat.keys.publicKey.serial, privateKey: freshPair().privateKey },
      }),
    }),
  },
])('$mode', ({ mode, provider, own, success, lower, changed, dollars, refund, foreign }) => {
  beforeEach(() => {
    clock.advance(MINUTE_MS);
    provider.recover();
  });
  afterEach(async () => {
    await deps.db.updateTable('trade_queries').set({ next_at: null }).execute();
    expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
  });

  const bought = async () => {
    const user = await app.account();
    const { _id } = await order(user, await makeCombo());
    const trade = (await buy(user, _id, { pay_mode: mode })).data;
    return { user, id: _id as string, trade, number: (trade._id as string).replaceAll('-', '') };
  };
  /** Sends a notification to an instance, its own or another one. */
  const send = ({ headers, body }: PayNotice, to = own) =>
    gate.app.inject({ method: 'POST', url: new URL(to.notify_url as string).pathname, headers, payload: body });
  const told = (notice: PayNotice) => send(notice).then(({ statusCode, body }) => [statusCode, body]);
  /** Has everything settled that was stored. */
  const settleAll = async (): Promise<void> => {
    for (const { id } of await deps.db.selectFrom('claims').select('id').where('state', '=', 'waiting').execute())
      await runJob(settleClaim, deps, { id });
  };
  const query = async (): Promise<void> => {
    await deps.db.updateTable('trade_queries').set({ next_at: clock.now() }).where('next_at', 'is not', null).execute();
    await runJob(askTrades, deps, { instance: own.name });
    await settleAll();
  };
  const status = async ({ user, id }: Awaited<ReturnType<typeof bought>>) => (await one(user, id)).status;

  test('a purchase is shown as a code, told, acknowledged, and pays once however often it is told', async () => {
    const it = await bought();
    expect(it.trade.qrcode).toMatch(mode === 'alipay' ? /^https:\/\/qr\.alipay\.com\// : /^weixin:/);
    provider.pay(it.number);
    for (const _time of [1, 2]) expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => told(provider.envelope(it.number))));
    expect(new Set(answers.map(String))).toEqual(new Set([`200,${success}`]));
    await settleAll();
    expect(await status(it)).toBe('paied');
    expect(await wallet(it.user)).toBe(0);
  });

  test('without any notification an active query settles it', async () => {
    const it = await bought();
    provider.pay(it.number);
    await query();
    expect(await status(it)).toBe('paied');
    expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    await settleAll();
    expect(await wallet(it.user)).toBe(0);
  });

  test('answers that are unsigned, forged, faults or pages leave it open; the true one pays', async () => {
    const it = await bought();
    provider.pay(it.number);
    for (const trouble of WORTHLESS) {
      Object.assign(provider.trouble, trouble);
      await query();
      expect(await status(it), JSON.stringify(trouble)).toBe('topay');
      provider.recover();
      clock.advance(MINUTE_MS);
    }
    await query();
    expect(await status(it)).toBe('paied');
  });

  test('what is told of an order that was cancelled a moment before goes to the wallet', async () => {
    const it = await bought();
    await cancel(it.user, it.id);
    provider.pay(it.number);
    expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    await settleAll();
    expect(await status(it)).toBe('cancled');
    expect(await wallet(it.user)).toBe(30);
  });

  test('money that is told of before the code was shown pays the order', async () => {
    const user = await app.account();
    const { _id } = await order(user, await makeCombo());
    provider.trouble.slow = 500;
    const known = provider.books.orders.size;
    const buying = buy(user, _id, { pay_mode: mode });
    await expect.poll(() => provider.books.orders.size).toBe(known + 1);
    const number = [...provider.books.orders.keys()].at(-1)!;
    provider.pay(number);
    expect(await told(provider.envelope(number))).toEqual([200, success]);
    await settleAll();
    expect((await buying).code).toBe(0);
    expect((await one(user, _id)).status).toBe('paied');
    expect(await wallet(user)).toBe(0);
  });

  test('a trade that was closed by them and is told as paid after all goes to the wallet', async () => {
    const it = await bought();
    await cancel(it.user, it.id);
    const booked = provider.books.get(it.number);
    booked.status = 'closed';
    await query();
    expect(await status(it)).toBe('cancled');
    Object.assign(booked, { status: 'paid', paidFen: booked.fen, paidAt: clock.now().getTime() });
    expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    await settleAll();
    expect(await wallet(it.user)).toBe(30);
  });

  test('what comes after its time was over pays the order while that is open', async () => {
    const it = await bought();
    clock.advance(3 * 60 * MINUTE_MS);
    provider.pay(it.number);
    expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    await settleAll();
    expect(await status(it)).toBe('paied');
  });

  test('less money than was asked pays nothing and goes to the wallet; another currency is refused', async () => {
    const it = await bought();
    provider.pay(it.number);
    if (dollars) expect((await told(changed(it.number, dollars)))[0]).toBe(400);
    expect(await told(changed(it.number, lower))).toEqual([200, success]);
    await settleAll();
    expect(await status(it)).toBe('topay');
    expect(await wallet(it.user)).toBe(0.01);
  });

  test("another instance's key, and a notification for another instance, are refused and stored nowhere", async () => {
    const it = await bought();
    provider.pay(it.number);
    // The other account has a trade of the same number in its own books.
    const other = mode === 'alipay' ? otherAlipay : otherWechat;
    other.books.make({ ...provider.books.get(it.number), status: 'wait' });
    other.pay(it.number);
    const before = await deps.db.selectFrom('claims').select('id').execute();
    for (const refused of [await send(foreign(it.number)), await send(provider.envelope(it.number), elsewhere[mode])]) {
      expect(refused.statusCode).toBe(400);
      expect(refused.body).not.toMatch(/success|ok/i);
    }
    expect(await deps.db.selectFrom('claims').select('id').execute()).toHaveLength(before.length);
    expect(await status(it)).toBe('topay');
  });

  test('a refund that is told settles nothing and moves nothing, before and after the payment', async () => {
    const it = await bought();
    provider.pay(it.number);
    expect(await told(changed(it.number, refund))).toEqual([200, success]);
    await settleAll();
    expect(await status(it)).toBe('topay');
    expect(await told(provider.envelope(it.number))).toEqual([200, success]);
    await settleAll();
    expect(await told(changed(it.number, refund))).toEqual([200, success]);
    await settleAll();
    expect(await status(it)).toBe('paied');
    expect(await wallet(it.user)).toBe(0);
  });

  test('a test of the instance says that it works, and in words when a key is wrong', async () => {
    const ask = async () => (await app.call('/api/admin/pay_instance/test', { _id: own._id }, admin)).data.problem;
    expect(await ask()).toBeNull();
    provider.trouble.signature = 'foreign';
    expect(await ask()).toContain('未通过验签');
  });

  test('secrets are shown to nobody, and the account stays once there are trades', async () => {
    await bought();
    const answer = await app.call('/api/admin/pay_instance/list', {}, admin);
    const stored = await deps.db.selectFrom('pay_instances').selectAll().execute();
    const secret = provider.merchant.privateKey.replaceAll(/-----[^-]+-----|\n/g, '').slice(0, 64);
    expect(JSON.stringify([answer, stored]).replaceAll('\\n', '')).not.toContain(secret);
    const copied = mode === 'alipay' ? copiedFromAlipay(alipay) : copiedFromWechat(wechat);
    const [known] = (answer.data as TestData[]).filter(({ _id }) => _id === own._id);
    const change = { label: '直连', ...copied, appId: mode === 'alipay' ? '2021000000000001' : 'wx0000000000000000' };
    const saved = await app.call(
      '/api/admin/pay_instance/update',
      { ...change, _id: own._id, version: known!['version'] },
      admin,
    );
    expect(saved).toMatchObject({ code: 1100, data: { field: 'appId' } });
  });
});
