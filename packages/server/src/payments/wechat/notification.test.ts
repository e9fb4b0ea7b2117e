import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshPair } from '../../../../../testkit/epay/php-signing.ts';
import type { PayNotice } from '../../../../../testkit/pay-server.ts';
import { startWechat, type WechatGateway } from '../../../../../testkit/wechat/gateway.ts';
import type { NoticeChanges } from '../../../../../testkit/wechat/notices.ts';
import { BadNotification, type Notified, type PaymentProvider } from '../../platform/payment-providers.ts';
import { patient, testRequest } from '../epay/testing.ts';
import { rawNotice, testWechat } from './testing.ts';
import { wechatTexts } from './texts.ts';

const { refused } = wechatTexts;
const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';

const clock = { now: () => new Date('2026-11-21T04:00:00Z') };
let wechat: WechatGateway;
let provider: PaymentProvider;
beforeAll(async () => {
  wechat = await startWechat({ clock: () => clock.now() });
  provider = testWechat(wechat, clock);
  await provider.ask(testRequest(NUMBER, { mode: 'wxpay' }), patient());
  wechat.pay(NUMBER);
});
afterAll(() => wechat.close());
beforeEach(() => wechat.recover());

const made = (changes: NoticeChanges = {}): PayNotice => wechat.envelope(NUMBER, changes);
const read = (notice: PayNotice, who = provider): Notified => who.readNotification!(rawNotice(notice));
const claimed = (amount = 9900): object => ({
  kind: 'claim',
  mustAsk: false,
  claim: {
    reference: wechat.books.get(NUMBER).theirs,
    merchant: wechat.merchant.mchid,
    tradeNumber: NUMBER,
    amount,
    currency: 'CNY',
    paidAt: clock.now(),
  },
});
/** A notification with other headers. */
const headed = (changes: Readonly<Record<string, string>>): PayNotice => {
  const { headers, ...rest } = made();
  return { ...rest, headers: { ...headers, ...changes } };
};
const unheaded = (name: string): PayNotice => {
  const { headers, ...rest } = made();
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)) };
};
const bodied = (change: (body: string) => string): PayNotice => {
  const notice = made();
  return { ...notice, body: change(notice.body) };
};

test('the whole amount counts, though a coupon of WeChat’s has paid a part of it', () => {
  expect(wechat.transaction(NUMBER)['amount']).toMatchObject({ total: 990, payer_total: 989 });
  expect(read(made())).toEqual(claimed());
});

test('both kinds of keys are believed during a switch, and each alone when there is one', () => {
  const [key, certificate] = [
    testWechat(wechat, clock, { platformCert: '' }),
    testWechat(wechat, clock, { keyId: '', platformKey: '' }),
  ];
  wechat.signsBy = 'publicKey';
  expect(read(made())).toEqual(claimed());
  expect(read(made(), key)).toEqual(claimed());
  expect(() => read(made(), certificate)).toThrow(refused.serial);
  wechat.signsBy = 'certificate';
  expect(read(made())).toEqual(claimed());
  expect(read(made(), certificate)).toEqual(claimed());
  expect(() => read(made(), key)).toThrow(refused.serial);
});

test('what is signed and not paid is no claim and no error', () => {
  const ignored = { kind: 'ignored', why: wechatTexts.unpaid };
  for (const trade_state of ['NOTPAY', 'CLOSED', 'PAYERROR', 'success'])
    expect(read(made({ inside: { trade_state } }))).toEqual(ignored);
  expect(read(made({ outside: { event_type: 'TRANSACTION.FAIL' } }))).toEqual(ignored);
  expect(read(made({ outside: { event_type: 'PAYSCORE.USER_PAID' } }))).toEqual(ignored);
});

test('a refund never settles, whatever the state says: it is told as what it is', () => {
  const inside = {
    refund_id: '50000000382019052709732678859',
    out_refund_no: 'R1',
    refund_status: 'SUCCESS',
    success_time: '2026-11-21T12:30:00+08:00',
    amount: { total: 990, refund: 495, payer_total: 989, payer_refund: 494 },
  };
  const refund = (changes: object = {}, event_type = 'REFUND.SUCCESS') =>
    read(made({ inside: { ...inside, ...changes }, outside: { event_type } }));
  expect(refund()).toEqual({
    kind: 'takenBack',
    takenBack: {
      reason: 'refund',
      reference: inside.refund_id,
      merchant: wechat.merchant.mchid,
      payment: wechat.books.get(NUMBER).theirs,
      tradeNumber: NUMBER,
      amount: 4950,
      isTotal: false,
      currency: 'CNY',
      at: new Date('2026-11-21T04:30:00Z'),
    },
  });
  for (const event of ['REFUND.ABNORMAL', 'REFUND.CLOSED', 'REFUND.'])
    expect(refund({ refund_status: 'CLOSED' }, event)).toEqual({ kind: 'ignored', why: wechatTexts.notRefunded });
  expect(() => refund({ mchid: '1900000110' })).toThrow(refused.merchant);
  expect(() => refund({ refund_id: '' })).toThrow(refused.missing);
  expect(() => refund({ amount: { refund: -1 } })).toThrow(refused.amount);
});

/** Each with why it is refused. */
const mutations = (): readonly (readonly [string, PayNotice, string])[] => {
  const { keys, merchant } = wechat;
  const [signature, fine] = [made().headers['wechatpay-signature']!, made()];
  const foreign = freshPair().privateKey;
  return [
    ['no signature', unheaded('wechatpay-signature'), refused.headers],
    ['no time', unheaded('wechatpay-timestamp'), refused.headers],
    ['no nonce', unheaded('wechatpay-nonce'), refused.headers],
    ['no name of a key', unheaded('wechatpay-serial'), refused.headers],
    ['an empty signature', headed({ 'wechatpay-signature': '' }), refused.headers],
    [
      'their test of our check of signatures',
      headed({ 'wechatpay-signature': `WECHATPAY/SIGNTEST/${signature}` }),
      refused.signatureTest,
    ],
    ['301 s old', made({ age: 301 }), refused.time],
    ['301 s to come', made({ age: -301 }), refused.time],
    ['a time in milliseconds', headed({ 'wechatpay-timestamp': '1795233600000' }), refused.time],
    ['a time that is no number', headed({ 'wechatpay-timestamp': '1e9' }), refused.time],
    ['another time', headed({ 'wechatpay-timestamp': String(clock.now().getTime() / 1000 - 1) }), refused.signature],
    ['another nonce', headed({ 'wechatpay-nonce': 'x' }), refused.signature],
    ['the signature of another', headed({ 'wechatpay-signature': signature }), refused.signature],
    ['a shorter signature', headed({ 'wechatpay-signature': signature.slice(4) }), refused.signature],
    [
      'a signature with a blank',
      { ...fine, headers: { ...fine.headers, 'wechatpay-signature': `${fine.headers['wechatpay-signature']} ` } },
      refused.signature,
    ],
    [
      "another's key by the same name",
      made({ key: { serial: keys.publicKey.serial, privateKey: foreign } }),
      refused.signature,
    ],
    [
      'the certificate by the name of the key',
      made({ key: { ...keys.certificate, serial: keys.publicKey.serial } }),
      refused.signature,
    ],
    [
      'the key by the name of the certificate',
      made({ key: { ...keys.publicKey, serial: keys.certificate.serial } }),
      refused.signature,
    ],
    ['a key that nobody knows', made({ key: { serial: 'PUB_KEY_ID_1', privateKey: foreign } }), refused.serial],
    ['the name of an object’s own', made({ key: { serial: '__proto__', privateKey: foreign } }), refused.serial],
    [
      'our own certificate',
      made({ key: { serial: merchant.serial, privateKey: merchant.privateKey } }),
      refused.serial,
    ],
    ['a changed body', bodied((body) => body.replace('支付成功', '支付失败')), refused.signature],
    ['a body written anew', bodied((body) => JSON.stringify(JSON.parse(body), undefined, 1)), refused.signature],
    ['a blank behind the body', bodied((body) => `${body} `), refused.signature],
    ['another event in it', bodied((body) => body.replace('TRANSACTION.SUCCESS', 'REFUND.SUCCESS')), refused.signature],
    ['closed by another key, well signed', made({ apiKey: 'x'.repeat(32) }), refused.cipher],
    ['about something else, well signed', made({ resource: { associated_data: 'refund' } }), refused.cipher],
    ['another nonce inside, well signed', made({ resource: { nonce: '000000000000' } }), refused.cipher],
    ['a nonce of another length, well signed', made({ resource: { nonce: '' } }), refused.cipher],
    [
      'other bytes inside, well signed',
      made({ resource: { ciphertext: Buffer.alloc(64).toString('base64') } }),
      refused.cipher,
    ],
    [
      'a tag alone, well signed',
      made({ resource: { ciphertext: Buffer.alloc(16).toString('base64') } }),
      refused.cipher,
    ],
    ['another way of closing, well signed', made({ resource: { algorithm: 'AEAD_SM4_GCM' } }), refused.form],
    ['nothing closed in it, well signed', made({ outside: { resource: undefined } }), refused.form],
    ['a text in its place, well signed', made({ outside: { resource: 'x' } }), refused.form],
    ['another merchant, well signed', made({ inside: { mchid: '1900000110' } }), refused.merchant],
    ['no merchant, well signed', made({ inside: { mchid: undefined } }), refused.merchant],
    ['another application, well signed', made({ inside: { appid: 'wx0000000000000000' } }), refused.application],
    ['no state, well signed', made({ inside: { trade_state: undefined } }), refused.missing],
    ['no trade, well signed', made({ inside: { out_trade_no: '' } }), refused.missing],
    ['no number of theirs, well signed', made({ inside: { transaction_id: undefined } }), refused.missing],
    ['a number as a number, well signed', made({ inside: { transaction_id: 42 } }), refused.missing],
    ...[undefined, null, '990', -990, 0, 9.9, 1e300].map(
      (total) =>
        [
          `${total} fen, well signed`,
          made({ inside: { amount: { total, currency: 'CNY' } } }),
          refused.amount,
        ] as const,
    ),
    [
      'the payer’s share alone, well signed',
      made({ inside: { amount: { payer_total: 990, payer_currency: 'CNY' } } }),
      refused.amount,
    ],
    ['dollars, well signed', made({ inside: { amount: { total: 990, currency: 'USD' } } }), refused.amount],
    ['no currency, well signed', made({ inside: { amount: { total: 990 } } }), refused.amount],
  ];
};

test('of more than forty mutations none is believed, and each is refused for its reason', () => {
  const all = mutations();
  expect(all.length).toBeGreaterThan(40);
  for (const [name, notice, why] of all) {
    expect(() => read(notice), name).toThrow(BadNotification);
    expect(() => read(notice), name).toThrow(why);
  }
  for (const age of [300, 0, -300]) expect(read(made({ age }))).toEqual(claimed());
});

test('only JSON that was posted is looked at', () => {
  const raw = rawNotice(made());
  for (const changes of [
    { method: 'GET' as const },
    { query: 'a=1' },
    { contentType: 'application/x-www-form-urlencoded' },
    { contentType: '' },
    { body: Buffer.alloc(0) },
  ])
    expect(() => provider.readNotification!({ ...raw, ...changes })).toThrow(refused.place);
  expect(provider.readNotification!({ ...raw, contentType: 'Application/JSON; charset=utf-8' })).toEqual(claimed());
});

test('an instance without a key, or with our own in the place of theirs, believes nothing', () => {
  for (const changes of [
    { platformKey: '', platformCert: '', keyId: '' },
    { platformKey: '' },
    { privateKey: '' },
    { apiKey: '' },
    { platformKey: wechat.keys.merchantPublic },
  ])
    expect(() => read(made(), testWechat(wechat, clock, changes))).toThrow(refused.secret);
  expect(() => read(made(), testWechat(wechat, clock, { platformKey: freshPair().publicKey }))).toThrow(
    refused.signature,
  );
  expect(() => read(made(), testWechat(wechat, clock, { apiKey: 'x'.repeat(32) }))).toThrow(refused.cipher);
  expect(() => read(made(), testWechat(wechat, clock, { mchid: '1900000110' }))).toThrow(refused.merchant);
});

test('what is not taken is told in words that mean nothing else', () => {
  expect(provider.refusal).toEqual({
    contentType: 'application/json; charset=utf-8',
    body: '{"code":"FAIL","message":"refused"}',
  });
  expect(provider.refusal?.body).not.toMatch(/success|ok/i);
});

test('a notification that is changed anywhere is never believed, and nothing but a refusal is thrown', () => {
  const { headers, body, url } = made();
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.string({ maxLength: 3 }), (at, text) => {
      const changed = body.slice(0, at) + text + body.slice(at + 1);
      fc.pre(changed !== body);
      expect(() => read({ url, headers, body: changed })).toThrow(BadNotification);
    }),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(headers)), fc.string(), (name, value) => {
      fc.pre(name.startsWith('wechatpay') && name !== 'wechatpay-signature-type' && headers[name] !== value);
      expect(() => read({ url, headers: { ...headers, [name]: value }, body })).toThrow(BadNotification);
    }),
    { numRuns: 100 },
  );
});
