import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshPair } from '../../../../../testkit/epay/php-signing.ts';
import { startWechat, type WechatGateway } from '../../../../../testkit/wechat/gateway.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { PaymentProvider, PaymentRequest } from '../../platform/payment-providers.ts';
import { patient, testParts, testRequest } from '../epay/testing.ts';
import { lackIn } from '../merchants.ts';
import { merchantOf } from './merchant.ts';
import { rawNotice, testWechat, testWechatConfig } from './testing.ts';
import { wechatTexts } from './texts.ts';

const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
const OTHER = NUMBER.replace('0', '1');
const { test: words } = wechatTexts;

let now = Date.parse('2026-11-21T04:00:00Z');
const clock = { now: () => new Date(now) };
let wechat: WechatGateway;
let provider: PaymentProvider;
beforeAll(async () => {
  wechat = await startWechat({ clock: () => clock.now() });
  provider = testWechat(wechat, clock);
});
afterAll(() => wechat.close());
beforeEach(() => {
  now = Date.parse('2026-11-21T04:00:00Z');
  wechat.recover();
  wechat.books.orders.clear();
});

/** Until half an hour from now. */
const request = (changes: Partial<PaymentRequest> = {}): PaymentRequest =>
  testRequest(NUMBER, { mode: 'wxpay', expiresAt: new Date(now + 30 * 60_000), ...changes });
const ask = (changes: Partial<PaymentRequest> = {}, who = provider) => who.ask(request(changes), patient());
const query = (who = provider) => who.query!(NUMBER, patient());
const paid = () => ({
  reference: wechat.books.get(NUMBER).theirs,
  merchant: wechat.merchant.mchid,
  tradeNumber: NUMBER,
  amount: 9900,
  currency: 'CNY',
  paidAt: new Date(now),
});

test('a code is asked for, paid, told and asked about, by both kinds of keys', async () => {
  for (const changes of [{}, { platformCert: '' }, { keyId: '', platformKey: '' }]) {
    wechat.recover();
    wechat.books.orders.clear();
    const who = testWechat(wechat, clock, changes);
    const { qrcode = '', ...rest } = await ask({}, who);
    expect(qrcode).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/);
    expect(rest).toEqual({});
    expect(wechat.books.get(NUMBER).made).toEqual({
      appid: wechat.merchant.appId,
      mchid: wechat.merchant.mchid,
      description: '商品-2c3d4e5f',
      out_trade_no: NUMBER,
      time_expire: '2026-11-21T12:30:00+08:00',
      notify_url: 'https://shop.example.com/api/pay/notify/epay_test/n0',
      amount: { total: 990, currency: 'CNY' },
    });
    expect(await query(who)).toBe('unpaid');
    wechat.pay(NUMBER);
    expect(await query(who)).toEqual(paid());
    if ('keyId' in changes) wechat.signsBy = 'certificate';
    expect(who.readNotification!(rawNotice(wechat.envelope(NUMBER)))).toMatchObject({ claim: paid() });
    expect(await who.test!(patient())).toBeUndefined();
  }
});

test('WeChat’s page opens for five minutes and its code for two hours, however long the payment lasts', async () => {
  const h5 = testWechat(wechat, clock, { product: 'h5' });
  const until = (minutes: number): Date => new Date(now + minutes * 60_000);
  const opensUntil = async (changes: Partial<PaymentRequest>): Promise<Date | undefined> => {
    wechat.books.orders.clear();
    return (await ask(changes, h5)).opensUntil;
  };
  expect(await opensUntil({ device: 'mobile' })).toEqual(until(5));
  expect(await opensUntil({ device: 'mobile', expiresAt: until(5) })).toBeUndefined();
  expect(await opensUntil({ expiresAt: until(120) })).toBeUndefined();
  expect(await opensUntil({ expiresAt: until(1440) })).toEqual(until(120));
});

test('WeChat’s page opens on a phone and leads back; a computer gets a code', async () => {
  const h5 = testWechat(wechat, clock, { product: 'h5' });
  const { payurl = '' } = await ask({ device: 'mobile' }, h5);
  expect(payurl).toMatch(new RegExp(`^${wechat.url}cashier/${NUMBER}\\?prepay_id=wx`));
  expect(wechat.books.get(NUMBER).made['scene_info']).toEqual({
    payer_client_ip: '203.0.113.7',
    h5_info: { type: 'Wap' },
  });
  const press = (headers: Record<string, string>) => fetch(payurl, { method: 'POST', redirect: 'manual', headers });
  expect((await press({})).headers.get('location')).toBeNull();
  const back = await press({ referer: 'https://shop.example.com/' });
  expect(back.headers.get('location')).toBe('https://shop.example.com/pay/return');
  expect(await h5.query!(NUMBER, patient())).toEqual(paid());
  wechat.books.orders.clear();
  expect((await ask({}, h5)).qrcode).toMatch(/^weixin:/);
  wechat.books.orders.clear();
  expect((await ask({ device: 'mobile' })).qrcode).toMatch(/^weixin:/);
  await expect(ask({ mode: 'alipay' })).rejects.toThrow('does not serve alipay');
});

test('a trade is closed, also twice, and not once it is paid', async () => {
  await ask();
  await provider.close!(NUMBER, patient());
  expect(await query()).toBe('closed');
  await provider.close!(NUMBER, patient());
  await provider.close!(OTHER, patient());
  wechat.books.orders.clear();
  await ask();
  wechat.pay(NUMBER);
  await provider.close!(NUMBER, patient());
  expect(await query()).toEqual(paid());
  wechat.trouble.status = 502;
  await expect(provider.close!(NUMBER, patient())).rejects.toThrow();
});

test('an answer that nobody, somebody else or an unknown key has signed begins nothing and says nothing', async () => {
  await ask();
  wechat.pay(NUMBER);
  for (const [signature, doubt, said] of [
    ['missing', 'headers', words.headers],
    ['foreign', 'signature', words.signature],
    ['unknown', 'serial', words.serialUnknown],
  ] as const) {
    wechat.trouble.signature = signature;
    expect(await query(), signature).toBe('unknown');
    await expect(ask()).rejects.toThrow(`wrong ${doubt} of WeChat Pay's answer`);
    expect(await provider.test!(patient())).toBe(said);
  }
});

test('lies about another trade, another merchant, other states and odd money are unknown', async () => {
  await ask();
  wechat.pay(NUMBER);
  for (const lies of [
    { out_trade_no: OTHER },
    { mchid: '1900000110' },
    { appid: 'wx0000000000000000' },
    { trade_state: 'REFUND' },
    { trade_state: 'USERPAYING' },
    { trade_state: '__proto__' },
    { amount: { total: 990, currency: 'USD' } },
    { amount: { total: '990', currency: 'CNY' } },
    { amount: { payer_total: 990, currency: 'CNY' } },
    { transaction_id: '' },
  ]) {
    wechat.trouble.lies = lies;
    expect(await query(), JSON.stringify(lies)).toBe('unknown');
  }
  for (const trade_state of ['REVOKED', 'CLOSED']) {
    wechat.trouble.lies = { trade_state };
    expect(await query()).toBe('closed');
  }
  // A refusal proves nothing: not that there is no such trade either.
  wechat.recover();
  expect(await provider.query!(OTHER, patient())).toBe('unknown');
});

test('an interface that is down, slow, broken or a page is silent, and begins nothing', async () => {
  await ask();
  wechat.pay(NUMBER);
  const http = createOutgoing({ allowPrivate: true, patienceMs: 200 });
  const hasty = testWechat(wechat, clock, { parts: { http } });
  for (const [trouble, said, why] of [
    [{ down: true }, words.unreachable, { code: 'unreachable' }],
    [{ slow: 1500 }, words.slow, { code: 'slow' }],
    [{ status: 500 }, words.notJson, { reason: 'unreachable' }],
    [{ html: true }, words.notJson, { reason: 'invalid' }],
  ] as const) {
    Object.assign(wechat.trouble, trouble);
    expect(await query(hasty), said).toBe('silent');
    await expect(ask({}, hasty)).rejects.toMatchObject(why);
    expect(await hasty.test!(patient())).toBe(said);
    wechat.recover();
  }
  expect(await query()).toEqual(paid());
});

test('a bill tells what was paid and what went back on a day, and is believed by its digest', async () => {
  const list = () => provider.listOf!('2026-11-21', patient());
  expect(await list()).toEqual([]);
  await ask();
  const { theirs } = wechat.pay(NUMBER);
  wechat.books.get(NUMBER).refundedFen = 495;
  const about = { tradeNumber: NUMBER, currency: 'CNY', at: new Date(now) };
  expect(await list()).toEqual([
    { kind: 'paid', reference: theirs, amount: 9900, ...about },
    { kind: 'refunded', reference: `50${theirs}`, amount: 4950, ...about },
  ]);
  expect(await provider.listOf!('2026-11-20', patient())).toEqual([]);
  wechat.trouble.bill = 'creating';
  expect(await list()).toBe('notYet');
  wechat.trouble.bill = 'other';
  await expect(list()).rejects.toThrow('is not the one');
  wechat.recover();
  wechat.trouble.signature = 'foreign';
  await expect(list()).rejects.toThrow('did not answer');
});

test('what is typed wrongly is said in words', async () => {
  const config = testWechatConfig(wechat);
  const lacks = (changes: Partial<typeof config>, allowPrivate = true) =>
    lackIn(merchantOf({ ...config, ...changes }, testParts(clock, { http: createOutgoing({ allowPrivate }) })));
  expect(lacks({})).toBeUndefined();
  expect(lacks({ gateway: '' }, false)).toBeUndefined();
  expect(lacks({}, false)).toBe(words.insecure);
  expect(lacks({ gateway: 'https://10.0.0.1/' }, false)).toBe(words.private);
  expect(lacks({ gateway: 'https://api.mch.weixin.qq.com/v3/' })).toBe(words.gateway);
  expect(lacks({ mchid: '' })).toBe(words.mchid);
  expect(lacks({ appId: '2021' })).toBe(words.appId);
  expect(lacks({ serial: 'x' })).toBe(words.serial);
  expect(lacks({ apiKey: 'short' })).toBe(words.apiKey);
  expect(lacks({ privateKey: 'x' })).toBe(words.privateKey);
  expect(lacks({ keyId: '', platformKey: '', platformCert: '' })).toBe(words.noKeys);
  expect(lacks({ keyId: '' })).toBe(words.keyId);
  expect(lacks({ platformKey: 'x' })).toBe(words.platformKey);
  expect(lacks({ platformCert: 'x' })).toBe(words.platformCert);
  expect(lacks({ platformKey: wechat.keys.merchantPublic })).toBe(words.ownKey);
  const test = (changes: Partial<typeof config>) => testWechat(wechat, clock, changes).test!(patient());
  expect(await test({ mchid: '1900000110' })).toBe(words.codes['SIGN_ERROR']);
  expect(await test({ serial: '0123456789ABCDEF' })).toBe(words.codes['SIGN_ERROR']);
  expect(await test({ privateKey: freshPair().privateKey })).toBe(words.codes['SIGN_ERROR']);
  expect(await test({ appId: 'wx0000000000000000' })).toBe(words.codes['APPID_MCHID_NOT_MATCH']);
  expect(await test({ platformKey: freshPair().publicKey })).toBe(words.signature);
  expect(await testWechat(wechat, clock, { parts: { notifyUrl: '' } }).test!(patient())).toBe(words.urls);
  wechat.trouble.clockAhead = 400_000;
  expect(await test({})).toBe(words.time);
});
