import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAlipay, type AlipayGateway } from '../../../../../testkit/alipay/gateway.ts';
import { freshPair } from '../../../../../testkit/epay/php-signing.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import { ListFault, type PaymentProvider, type PaymentRequest } from '../../platform/payment-providers.ts';
import { patient, rawOf, testParts, testRequest } from '../epay/testing.ts';
import { lackIn } from '../merchants.ts';
import { merchantOf } from './merchant.ts';
import { testAlipay, testAlipayConfig } from './testing.ts';
import { alipayTexts } from './texts.ts';

const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
const { test: words } = alipayTexts;

let now = Date.parse('2026-11-21T04:00:00Z');
const clock = { now: () => new Date(now) };
let alipay: AlipayGateway;
let provider: PaymentProvider;
beforeAll(async () => {
  alipay = await startAlipay({ clock: () => clock.now() });
  provider = testAlipay(alipay, clock);
});
afterAll(() => alipay.close());
beforeEach(() => {
  now = Date.parse('2026-11-21T04:00:00Z');
  alipay.recover();
  alipay.books.orders.clear();
});

/** Until half an hour from now. */
const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  testRequest(NUMBER, { expiresAt: new Date(now + 30 * 60_000), ...changes });
const ask = (changes: Partial<PaymentRequest> = {}, who = provider) => who.ask(request(changes), patient());
const query = (who = provider) => who.query!(NUMBER, patient());
const paid = () => ({
  reference: alipay.books.get(NUMBER).theirs,
  merchant: alipay.merchant.appId,
  tradeNumber: NUMBER,
  amount: 9900,
  currency: 'CNY',
  paidAt: new Date(now),
});

test('a code is asked for, scanned, paid, told and asked about', async () => {
  const { qrcode = '', ...rest } = await ask();
  expect(qrcode).toMatch(/^https:\/\/qr\.alipay\.com\/bax/);
  expect(rest).toEqual({});
  expect(alipay.books.get(NUMBER).made).toEqual({
    out_trade_no: NUMBER,
    total_amount: '9.90',
    subject: '商品-2c3d4e5f',
    seller_id: alipay.merchant.sellerId,
    timeout_express: '30m',
    qr_code_timeout_express: '30m',
  });
  expect(alipay.books.get(NUMBER).notifyUrl).toBe('https://shop.example.com/api/pay/notify/epay_test/n0');
  // Nobody has scanned it: Alipay says that there is no such trade.
  expect(await query()).toBe('unpaid');
  alipay.scan(NUMBER);
  expect(await query()).toBe('unpaid');
  alipay.pay(NUMBER);
  expect(await query()).toEqual(paid());
  const { headers, body } = alipay.envelope(NUMBER);
  const told = rawOf({ method: 'POST', query: '', contentType: headers['content-type']!, body });
  expect(provider.readNotification!(told)).toMatchObject({ claim: paid() });
  expect(provider.acknowledgement?.body).toBe('success');
  expect(await provider.test!(patient())).toBeUndefined();
});

test('on a phone a link opens the app at the same code, which stays beside it', async () => {
  for (const mode of ['alipay', 'urlscheme'] as const) {
    const { qrcode = '', urlscheme } = await ask({ mode, device: 'mobile' });
    expect(urlscheme).toBe(`alipays://platformapi/startapp?saId=10000007&qrcode=${encodeURIComponent(qrcode)}`);
  }
  await expect(ask({ mode: 'wxpay' })).rejects.toThrow('does not serve wxpay');
});

test.each(['page', 'wap'] as const)(
  'the %s of Alipay is a signed link that it takes, until the trade is over',
  async (product) => {
    const { payurl = '', ...rest } = await ask({}, testAlipay(alipay, clock, { product, subject: '会员/{id}' }));
    expect(rest).toEqual({});
    expect(alipay.books.orders.size).toBe(0);
    expect(await (await fetch(payurl)).text()).toContain('确认支付');
    expect(alipay.books.get(NUMBER).made).toMatchObject({
      subject: '会员 2c3d4e5f',
      time_expire: '2026-11-21 12:30:00',
      product_code: product === 'page' ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
    });
    expect(alipay.books.get(NUMBER).returnUrl).toBe('https://shop.example.com/pay/return');
    // Whoever changes it has not signed it.
    expect(await (await fetch(payurl.replace('9.90', '0.01'))).text()).toContain('验签出错');
  },
);

test('a trade is closed before and after its code was scanned, and not once it is paid', async () => {
  await ask();
  await provider.close!(NUMBER, patient());
  alipay.scan(NUMBER);
  await provider.close!(NUMBER, patient());
  expect(await query()).toBe('closed');
  await provider.close!(NUMBER, patient());
  await provider.close!('f'.repeat(32), patient());
  alipay.trouble.status = 502;
  await expect(provider.close!(NUMBER, patient())).rejects.toThrow();
});

test('an answer that nobody, somebody else, or an old hash has signed begins nothing and says nothing', async () => {
  await ask();
  alipay.pay(NUMBER);
  for (const signature of ['missing', 'foreign', 'sha1'] as const) {
    alipay.trouble.signature = signature;
    expect(await query(), signature).toBe('unknown');
    await expect(ask(), signature).rejects.toThrow('an answer of Alipay is unsigned');
    expect(await provider.test!(patient())).toBe(words.signature);
  }
});

test('what Alipay refuses unsigned is refused, and says by which of its codes', async () => {
  alipay.trouble.signature = 'missing';
  const other = testAlipay(alipay, clock, { appId: '2021000000000001' });
  await expect(ask({}, other)).rejects.toMatchObject({ reason: 'refused' });
  await expect(ask({}, other)).rejects.toThrow('isv.invalid-app-id');
  await expect(ask()).rejects.toMatchObject({ reason: 'invalid' });
});

test('lies about another trade, other states and odd money are unknown', async () => {
  await ask();
  alipay.pay(NUMBER);
  for (const lies of [
    { out_trade_no: 'f'.repeat(32) },
    { trade_status: 'PAID' },
    { trade_status: '' },
    { total_amount: '-1' },
    { total_amount: '1e2' },
    { trade_no: '' },
    { code: '20000', sub_code: 'ACQ.SYSTEM_ERROR' },
    { code: '40004', sub_code: 'ACQ.INVALID_PARAMETER' },
  ]) {
    alipay.trouble.lies = lies;
    expect(await query(), JSON.stringify(lies)).toBe('unknown');
  }
  alipay.trouble.lies = { trade_status: 'TRADE_FINISHED' };
  expect(await query()).toEqual(paid());
});

test('a gateway that is down, slow, broken or a page is silent, and begins nothing', async () => {
  await ask();
  alipay.pay(NUMBER);
  const http = createOutgoing({ allowPrivate: true, patienceMs: 200 });
  const hasty = testAlipay(alipay, clock, { parts: { http } });
  for (const [trouble, said, why] of [
    [{ down: true }, words.unreachable, { code: 'unreachable' }],
    [{ slow: 1500 }, words.slow, { code: 'slow' }],
    [{ status: 500 }, words.status(500), { reason: 'unreachable' }],
    [{ html: true }, words.notJson, { reason: 'invalid' }],
  ] as const) {
    Object.assign(alipay.trouble, trouble);
    expect(await query(hasty), said).toBe('silent');
    await expect(ask({}, hasty)).rejects.toMatchObject(why);
    expect(await hasty.test!(patient())).toBe(said);
    alipay.recover();
  }
  expect(await query()).toEqual(paid());
});

test('only the characters that are signed are looked at', async () => {
  await ask();
  alipay.scan(NUMBER);
  const http = createOutgoing({ allowPrivate: true });
  // The true answer of an unpaid trade, with a paid one that nobody signed behind it under the same name.
  const forged = testAlipay(alipay, clock, {
    parts: {
      http: {
        ...http,
        send: async (sent) => {
          const answer = await http.send(sent);
          const { out_trade_no, total_amount } = { out_trade_no: NUMBER, total_amount: '9.90' };
          const lie = { code: '10000', out_trade_no, total_amount, trade_status: 'TRADE_SUCCESS', trade_no: '1' };
          return {
            ...answer,
            text: answer.text.replace(/\}$/, `,"alipay_trade_query_response":${JSON.stringify(lie)}}`),
          };
        },
      },
    },
  });
  expect(await query(forged)).toBe('unpaid');
});

const list = (who = provider, day = '2026-11-21') => who.listOf!(day, patient());

test('a bill tells what was paid and what went back on a day, as notifications name it', async () => {
  const subject = '会员,月卡 {id}';
  const shop = testAlipay(alipay, clock, { subject });
  await ask({}, shop);
  const { theirs } = alipay.pay(NUMBER);
  alipay.books.get(NUMBER).refundedFen = 495;
  // What others take by the same account.
  await ask({ tradeNumber: 'shop_77' }, shop);
  alipay.pay('shop_77');
  const about = { tradeNumber: NUMBER, currency: 'CNY', at: new Date(now) };
  expect(await list(shop)).toEqual([
    { kind: 'paid', reference: theirs, amount: 9900, ...about },
    { kind: 'refunded', reference: `${theirs}-R495`, amount: 4950, ...about },
  ]);
  const { headers, body } = alipay.envelope(NUMBER);
  const told = shop.readNotification!(
    rawOf({ method: 'POST', query: '', contentType: headers['content-type']!, body }),
  );
  expect(told).toMatchObject({ takenBack: { reference: `${theirs}-R495`, amount: 4950 } });
});

test('a bill that is not there is waited for until noon; without one, or leave to read it, there is none', async () => {
  await ask();
  alipay.pay(NUMBER);
  alipay.trouble.bill = 'none';
  expect(await list()).toBe('notYet');
  now = Date.parse('2026-11-22T12:00:00+08:00') - 1;
  expect(await list()).toBe('notYet');
  now += 1;
  expect(await list()).toBe('none');
  alipay.trouble.bill = 'denied';
  expect(await list()).toBe('none');
});

test('a bill that is cut, changed, too large or of other columns is a fault, and nothing of it is read', async () => {
  await ask();
  alipay.pay(NUMBER);
  for (const [bill, why] of [
    ['cut', 'it has no end'],
    ['changed', /a file is (?:broken|not what its sum says)/],
    ['html', 'it has no end'],
    ['columns', 'other columns'],
    ['amount', 'cannot be read'],
    ['huge', 'it is too large'],
  ] as const) {
    alipay.trouble.bill = bill;
    const fault: unknown = await list().catch((thrown: unknown) => thrown);
    expect(fault, bill).toBeInstanceOf(ListFault);
    expect(String(fault), bill).toMatch(why);
  }
  alipay.recover();
  for (const signature of ['missing', 'foreign', 'sha1'] as const) {
    alipay.trouble.signature = signature;
    await expect(list(), signature).rejects.toThrow('Alipay did not answer');
  }
  alipay.recover();
  expect(await list()).toHaveLength(1);
});

test('what is typed wrongly is said in words', async () => {
  const config = testAlipayConfig(alipay);
  const lacks = (changes: Partial<typeof config>, allowPrivate = true) =>
    lackIn(merchantOf({ ...config, ...changes }, testParts(clock, { http: createOutgoing({ allowPrivate }) })));
  expect(lacks({})).toBeUndefined();
  expect(lacks({ gateway: '' }, false)).toBeUndefined();
  expect(lacks({}, false)).toBe(words.insecure);
  expect(lacks({ gateway: 'https://10.0.0.1/gateway.do' }, false)).toBe(words.private);
  expect(lacks({ gateway: 'openapi' })).toBe(words.gateway);
  expect(lacks({ appId: 'wx1' })).toBe(words.appId);
  expect(lacks({ sellerId: '208' })).toBe(words.sellerId);
  expect(lacks({ privateKey: 'x' })).toBe(words.privateKey);
  expect(lacks({ privateKey: freshPair(1024).privateKey })).toBe(words.privateKey);
  expect(lacks({ platformKey: '' })).toBe(words.platformKey);
  expect(lacks({ platformKey: alipay.keys.merchantPublic })).toBe(words.ownKey);
  const test = (changes: Partial<typeof config>) => testAlipay(alipay, clock, changes).test!(patient());
  expect(await test({ appId: '2021000000000001' })).toBe(words.codes['isv.invalid-app-id']);
  expect(await test({ privateKey: freshPair().privateKey })).toBe(words.codes['isv.invalid-signature']);
  expect(await test({ platformKey: freshPair().publicKey })).toBe(words.signature);
  expect(await test({ platformKey: '' })).toBe(words.platformKey);
  expect(await testAlipay(alipay, clock, { parts: { notifyUrl: '' } }).test!(patient())).toBe(words.urls);
  alipay.trouble.clockAhead = 400_000;
  expect(await test({})).toBe(words.time);
});
