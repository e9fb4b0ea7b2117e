import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAlipay, type AlipayGateway } from '../../../../../testkit/alipay/gateway.ts';
import { formOf, signNotice, type Params } from '../../../../../testkit/alipay/signing.ts';
import { freshPair } from '../../../../../testkit/epay/php-signing.ts';
import { BadNotification, type Notified, type PaymentProvider } from '../../platform/payment-providers.ts';
import { epayTexts } from '../epay/texts.ts';
import { patient, rawOf, testRequest } from '../epay/testing.ts';
import { testAlipay } from './testing.ts';
import { alipayTexts } from './texts.ts';

const { refused } = alipayTexts;
const { refused: formRefused } = epayTexts;
const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

const clock = { now: () => new Date('2026-11-21T04:00:00Z') };
let alipay: AlipayGateway;
let provider: PaymentProvider;
let bare: Params;
let valid: Params;
beforeAll(async () => {
  alipay = await startAlipay({ clock: () => clock.now() });
  provider = testAlipay(alipay, clock);
  await provider.ask(testRequest(NUMBER), patient());
  alipay.pay(NUMBER);
  bare = alipay.params(NUMBER);
  valid = signNotice(bare, alipay.keys.platformPrivate);
});
afterAll(() => alipay.close());

const readText = (body: string, who = provider, contentType = FORM): Notified =>
  who.readNotification!(rawOf({ method: 'POST', query: '', contentType, body }));
const read = (params: Params, who = provider): Notified => readText(formOf(params), who);
/** The same with other values, well signed. */
const again = (changes: Params): Params => signNotice({ ...bare, ...changes }, alipay.keys.platformPrivate);
const without = (name: string, from = valid): Params =>
  Object.fromEntries(Object.entries(from).filter(([each]) => each !== name));
const claimed = (amount = 9900): object => ({
  kind: 'claim',
  mustAsk: false,
  claim: {
    reference: alipay.books.get(NUMBER).theirs,
    merchant: alipay.merchant.appId,
    tradeNumber: NUMBER,
    amount,
    currency: 'CNY',
    paidAt: clock.now(),
  },
});

test('what Alipay really sends is believed: empty fields, a refund of nothing, JSON in values, other money', () => {
  expect(bare['body']).toBe('');
  expect(bare['refund_fee']).toBe('0.00');
  expect(read(valid)).toEqual(claimed());
  expect(read(again({ trade_status: 'TRADE_FINISHED' }))).toEqual(claimed());
  expect(read(again({ total_amount: '10' }))).toEqual(claimed(10_000));
  expect(read(again({ passback_params: 'a%3D1%26b%3D2', subject: '套餐 100% + A&B' }))).toEqual(claimed());
  expect(read(again({ a_field_of_tomorrow: 'x' }))).toEqual(claimed());
  expect(readText(formOf(valid), provider, '')).toEqual(claimed());
});

test('what is signed and not paid is no claim and no error', () => {
  for (const status of ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'trade_success', 'TRADE_PENDING'])
    expect(read(again({ trade_status: status }))).toEqual({ kind: 'ignored', why: alipayTexts.unpaid });
});

test('a refund never settles, whatever the state says: it is told as what it is', () => {
  for (const trade_status of ['TRADE_SUCCESS', 'TRADE_CLOSED', 'TRADE_FINISHED'])
    expect(
      read(again({ trade_status, refund_fee: '4.95', out_biz_no: 'R1', gmt_refund: '2026-11-21 12:30:00.123' })),
    ).toEqual({
      kind: 'takenBack',
      takenBack: {
        reason: 'refund',
        reference: `${alipay.books.get(NUMBER).theirs}-R1`,
        merchant: alipay.merchant.appId,
        payment: alipay.books.get(NUMBER).theirs,
        tradeNumber: NUMBER,
        amount: 4950,
        isTotal: true,
        currency: 'CNY',
        at: new Date('2026-11-21T04:30:00Z'),
      },
    });
  expect(read(again({ refund_fee: '9.90' }))).toMatchObject({ kind: 'takenBack', takenBack: { amount: 9900 } });
});

/** Each with why it is refused. */
const mutations = (): readonly (readonly [string, string | Params, string])[] => [
  ['less money', { ...valid, total_amount: '0.01' }, refused.signature],
  ['more money', { ...valid, total_amount: '99.90' }, refused.signature],
  ['the same money in other digits', { ...valid, total_amount: '9.9' }, refused.signature],
  ['another trade', { ...valid, out_trade_no: NUMBER.replace('0', '1') }, refused.signature],
  ['another number of theirs', { ...valid, trade_no: '2026112122001400000099' }, refused.signature],
  ['another application', { ...valid, app_id: '2021000000000001' }, refused.signature],
  ['another seller', { ...valid, seller_id: '2088000000000001' }, refused.signature],
  ['a refund taken out', { ...again({ refund_fee: '9.90' }), refund_fee: '0.00' }, refused.signature],
  [
    'a state made of another',
    { ...again({ trade_status: 'TRADE_CLOSED' }), trade_status: 'TRADE_SUCCESS' },
    refused.signature,
  ],
  ['an empty field left out', without('body'), refused.signature],
  ['an added field', { ...valid, extra: 'x' }, refused.signature],
  ['no notification number', without('notify_id'), refused.signature],
  ['no signature', without('sign'), refused.signature],
  ['an empty signature', { ...valid, sign: '' }, refused.signature],
  ['a signature in small letters', { ...valid, sign: valid['sign']!.toLowerCase() }, refused.signature],
  ['a signature with a blank', { ...valid, sign: ` ${valid['sign']}` }, refused.signature],
  ['a signature of another alphabet', { ...valid, sign: `${valid['sign']!.slice(0, -3)}-_=` }, refused.signature],
  ['a shorter signature', { ...valid, sign: valid['sign']!.slice(4) }, refused.signature],
  ['no type of signature', without('sign_type'), refused.signType],
  ['SHA-1, well signed', signNotice(bare, alipay.keys.platformPrivate, 'RSA-SHA1'), refused.signType],
  ['a type that nobody knows', { ...valid, sign_type: 'RSA3' }, refused.signType],
  ['the name of an object’s own', { ...valid, sign_type: '__proto__' }, refused.signType],
  ['the type in small letters', { ...valid, sign_type: 'rsa2' }, refused.signType],
  ["another's key", signNotice(bare, freshPair().privateKey), refused.signature],
  [
    'our own key',
    signNotice(bare, `-----BEGIN PRIVATE KEY-----\n${alipay.merchant.privateKey}\n-----END PRIVATE KEY-----`),
    refused.signature,
  ],
  ['another application, well signed', again({ app_id: '2021000000000001' }), refused.application],
  ['no application, well signed', again({ app_id: '' }), refused.application],
  ['another seller, well signed', again({ seller_id: '2088000000000001' }), refused.seller],
  ['no state, well signed', again({ trade_status: '' }), refused.missing],
  ['no trade, well signed', again({ out_trade_no: '' }), refused.missing],
  ['no number of theirs, well signed', again({ trade_no: '' }), refused.missing],
  ['a number with a blank, well signed', again({ trade_no: '1 2' }), refused.missing],
  ...['', '-9.90', '1e2', '9,90', '9.9001', '0', '0x9', '99999999999'].map(
    (total_amount) => [`${total_amount} yuan, well signed`, again({ total_amount }), refused.amount] as const,
  ),
  ...['method', 'biz_content', 'notify_url', 'return_url'].map(
    (name) => [`a request's ${name}, well signed`, again({ [name]: 'x' }), refused.request] as const,
  ),
  ['a field inside a value, well signed', again({ subject: 'a&trade_status=TRADE_SUCCESS' }), refused.value],
  ['a line in a value, well signed', again({ subject: 'a\nb' }), refused.value],
  ['a value without end, well signed', again({ subject: 'x'.repeat(5000) }), refused.value],
  ['a field twice', `${formOf(valid)}&total_amount=9.90`, formRefused.twice],
  ['a signature as an array', `${formOf(without('sign'))}&sign[]=x`, formRefused.name],
  ['bytes that are no text', `${formOf(valid)}&x=%ff`, formRefused.form],
  ['too many fields', `${formOf(valid)}${'&a=1'.repeat(70)}`, formRefused.size],
  ['nothing', '', refused.place],
];

test('of more than fifty mutations none is believed, and each is refused for its reason', () => {
  const all = mutations();
  expect(all.length).toBeGreaterThan(50);
  for (const [name, sent, why] of all) {
    const act = (): Notified => (typeof sent === 'string' ? readText(sent) : read(sent));
    expect(act, name).toThrow(BadNotification);
    expect(act, name).toThrow(why);
  }
  expect(read(valid)).toEqual(claimed());
});

test('only a form that was posted is looked at', () => {
  const query = formOf(valid);
  for (const sent of [
    { method: 'GET', query, contentType: '', body: '' },
    { method: 'POST', query, contentType: FORM, body: '' },
    { method: 'POST', query, contentType: FORM, body: query },
    { method: 'POST', query: '', contentType: 'application/json', body: JSON.stringify(valid) },
    { method: 'POST', query: '', contentType: 'multipart/form-data; boundary=x', body: query },
  ] as const)
    expect(() => provider.readNotification!(rawOf(sent)), sent.contentType).toThrow(refused.place);
});

test('an instance without its key, or with our own in the place of theirs, believes nothing', () => {
  for (const changes of [{ platformKey: '' }, { privateKey: '' }, { platformKey: alipay.merchant.privateKey }])
    expect(() => read(valid, testAlipay(alipay, clock, changes))).toThrow(refused.secret);
  const own = testAlipay(alipay, clock, { platformKey: alipay.keys.merchantPublic });
  expect(() => read(valid, own)).toThrow(refused.secret);
  const other = testAlipay(alipay, clock, { platformKey: freshPair().publicKey });
  expect(() => read(valid, other)).toThrow(refused.signature);
  // Where no seller is set, whoever has signed for the application is paid.
  expect(read(again({ seller_id: '2088000000000001' }), testAlipay(alipay, clock, { sellerId: '' }))).toEqual(
    claimed(),
  );
});

test('a changed, missing or added value is never believed, and nothing but a refusal is thrown', () => {
  const names = Object.keys(valid);
  const filled = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
  const mutated = fc.oneof(
    fc.tuple(fc.constantFrom(...names), filled).map(([name, value]) => ({ ...valid, [name]: value })),
    fc.constantFrom(...names).map((name) => without(name)),
    fc.tuple(fc.stringMatching(/^[a-z_]{1,12}$/), filled).map(([name, value]) => ({ ...valid, [name]: value })),
  );
  const text = JSON.stringify(valid);
  fc.assert(
    fc.property(mutated, (params) => {
      fc.pre(JSON.stringify(params) !== text);
      expect(() => read(params)).toThrow(BadNotification);
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('', FORM, 'text/plain'), (body, contentType) => {
      expect(() => readText(body, provider, contentType)).toThrow(BadNotification);
    }),
    { numRuns: 100 },
  );
});
