import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  startTokenPayGateway,
  tokenPaySignature,
  type Params,
  type TokenPayGateway,
} from '../../../../../testkit/tokenpay/gateway.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import { BadNotification, type Begun, type Notified, type PaymentProvider } from '../../platform/payment-providers.ts';
import { patient } from '../epay/testing.ts';
import { partsAt, rawPost, usdtRequest } from '../usdt-gateways/testing.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import type { TokenPayConfig } from './config.ts';
import { createTokenPay } from './tokenpay.ts';

const { refused, test: words } = usdtGatewayTexts;
const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
const ABSENT = NUMBER.replace('0', '1');
/** Asked for by who does not wait for the answer, so that it may come to the gateway during a later test. */
const LATE = NUMBER.replace('0', '2');

const clock = { now: () => new Date('2026-11-21T04:00:00Z') };
let gateway: TokenPayGateway;
let provider: PaymentProvider;
let begun: Begun;
beforeAll(async () => {
  gateway = await startTokenPayGateway({ clock: () => clock.now() });
  provider = made({});
});
afterAll(() => gateway.close());
beforeEach(async () => {
  gateway.recover();
  gateway.books.orders.clear();
  const { providerNo = '' } = await provider.ask(usdtRequest(NUMBER), patient());
  begun = { providerNo, amount: 9900 };
});

const made = (changes: Partial<TokenPayConfig>, parts = partsAt(clock)): PaymentProvider =>
  createTokenPay(
    {
      instance: 'tokenpay_test',
      label: 'USDT 网关',
      gateway: gateway.url,
      key: gateway.merchant.key,
      coin: '',
      ...changes,
    },
    parts,
  );
const query = (who = provider, about = begun) => who.query!(NUMBER, patient(), about);
const paid = () => ({
  reference: begun.providerNo,
  merchant: '',
  tradeNumber: NUMBER,
  amount: 9900,
  currency: 'CNY',
});
const read = (body: string): Notified => provider.readNotification!(rawPost({ body }));
const notice = (more: Params = {}): string => gateway.envelope(NUMBER, more).body;
const valid = (): Params => {
  gateway.pay(NUMBER);
  return JSON.parse(notice()) as Params;
};

test('a payment is begun, asked for by its number, told and acknowledged', async () => {
  const order = gateway.books.of(NUMBER);
  expect(order).toMatchObject({
    fen: 990,
    notifyUrl: 'https://shop.example.com/api/pay/notify/usdt_test/n0',
    returnUrl: 'https://shop.example.com/pay/return',
  });
  expect(await provider.ask(usdtRequest(NUMBER), patient())).toEqual({
    payurl: `${gateway.url}Pay?Id=${order.no}`,
    providerNo: order.no,
  });
  expect(await query()).toBe('unpaid');
  gateway.pay(NUMBER);
  expect(await query()).toEqual(paid());
  expect(read(notice())).toEqual({ kind: 'claim', claim: paid(), mustAsk: true });
  expect(provider.acknowledgement?.body).toBe('ok');
  expect(provider.close).toBeUndefined();
  expect(await provider.test!(patient())).toBeUndefined();
});

test('1 is paid; 2, which is paid in the dialect of epusdt, is over here', async () => {
  for (const Status of [0, 2, 3])
    expect(read(notice({ Status })), String(Status)).toEqual({ kind: 'ignored', why: usdtGatewayTexts.unpaid });
  expect(read(notice({ Status: 1 }))).toMatchObject({ kind: 'claim' });
  // Nobody is told of an order that is over: it is asked for.
  gateway.expire(NUMBER);
  expect(gateway.books.due(gateway.now())).toEqual([]);
  expect(await query()).toBe('closed');
});

test('releases that say numbers and capitals are understood as well', async () => {
  gateway.release.isNamed = false;
  expect(await query()).toBe('unpaid');
  gateway.pay(NUMBER);
  expect(await query()).toEqual(paid());
  gateway.expire(NUMBER);
  expect(await query()).toBe('closed');
});

test('every shape that real gateways send is believed', () => {
  gateway.pay(NUMBER);
  for (const more of [
    { ActualAmount: '9.90' },
    { ActualAmount: '9.9000' },
    { ActualAmount: 9.9 },
    { PassThroughInfo: 'x' },
    { IsDynamicAmount: 1, PayAmount: '1.40' },
    { Other: 'field' },
  ])
    expect(read(notice(more)), JSON.stringify(more)).toMatchObject({ claim: { amount: 9900 } });
});

const again = (params: Params): string => {
  const { Signature: _, ...rest } = params;
  return notice(rest);
};
const mutations = (): readonly (readonly [string, string, string])[] => {
  const right = valid();
  const plain = JSON.stringify(right);
  const changed = (changes: object): string => JSON.stringify({ ...right, ...changes });
  const without = (name: string): string =>
    JSON.stringify(Object.fromEntries(Object.entries(right).filter(([key]) => key !== name)));
  const sign = String(right['Signature']);
  return [
    ['less money', changed({ ActualAmount: '0.01' }), refused.signature],
    ['more money', changed({ ActualAmount: '99' }), refused.signature],
    ['the same money in other digits', changed({ ActualAmount: '9.90' }), refused.signature],
    ['another trade', changed({ OutOrderId: ABSENT }), refused.signature],
    ['another number of theirs', changed({ Id: right['Id']!.toString().replace(/^./, 'z') }), refused.signature],
    ['another coin', changed({ Currency: 'TRX' }), refused.signature],
    ['another currency', changed({ BaseCurrency: 'USD' }), refused.signature],
    ['another state', changed({ Status: 0 }), refused.signature],
    ['another address', changed({ ToAddress: 'TX' }), refused.signature],
    ['another transaction', changed({ BlockTransactionId: 'a' }), refused.signature],
    ['an added field', changed({ Buyer: 'x' }), refused.signature],
    ['no state', without('Status'), refused.signature],
    ['no signature', without('Signature'), refused.signature],
    ['a signature in small letters', plain.replace('"Signature"', '"signature"'), refused.signature],
    ['an empty signature', changed({ Signature: '' }), refused.signature],
    ['a signature of null', changed({ Signature: null }), refused.signature],
    ['a signature in capitals', changed({ Signature: sign.toUpperCase() }), refused.signature],
    ['a shorter signature', changed({ Signature: sign.slice(1) }), refused.signature],
    ['a signature as an array', changed({ Signature: [sign] }), refused.nested],
    ['an empty token', changed({ Signature: tokenPaySignature(right, '') }), refused.signature],
    ["another's token", changed({ Signature: tokenPaySignature(right, 'tok') }), refused.signature],
    ['yuan that are dollars, well signed', again({ ...right, BaseCurrency: 'USD' }), refused.currency],
    ['no currency, well signed', again({ ...right, BaseCurrency: '' }), refused.currency],
    ['no trade, well signed', again({ ...right, OutOrderId: '' }), refused.missing],
    ['no number of theirs, well signed', again({ ...right, Id: '' }), refused.missing],
    ['no state, well signed', again({ ...right, Status: '' }), refused.missing],
    ...['-9.9', '0', '1e2', '9,90', '9.9001', '', '99999999999'].map(
      (money) => [`${money} yuan, well signed`, again({ ...right, ActualAmount: money }), refused.amount] as const,
    ),
    ['a request that is reflected', again({ ...right, NotifyUrl: 'https://a.cn/' }), refused.request],
    ['a way back, well signed', again({ ...right, RedirectUrl: 'https://a.cn/' }), refused.request],
    ['an ampersand in a value', again({ ...right, PassThroughInfo: 'a&Status=1' }), refused.value],
    ['a line in a value', again({ ...right, PassThroughInfo: 'a\nb' }), refused.value],
    ['a field twice', plain.replace('{', '{"Status":0,'), refused.twice],
    ['an object in it', plain.replace('}', ',"a":{"b":1}}'), refused.nested],
    ['a list', `[${plain}]`, refused.form],
    ['half of it', plain.slice(0, 40), refused.form],
    ['too many bytes', plain.replace('}', `,"x":"${'y'.repeat(17_000)}"}`), refused.size],
    ['nothing', '', refused.place],
  ];
};

test('of more than forty mutations none is believed, and each is refused for its reason', () => {
  const all = mutations();
  expect(all.length).toBeGreaterThan(40);
  for (const [name, sent, why] of all) {
    expect(() => read(sent), name).toThrow(BadNotification);
    expect(() => read(sent), name).toThrow(why);
  }
  expect(read(notice())).toMatchObject({ kind: 'claim' });
});

test('whatever is sent is read or refused, and nothing else is thrown', () => {
  const body = JSON.stringify(valid());
  const near = fc
    .tuple(fc.nat(body.length), fc.string({ maxLength: 8 }))
    .map(([at, text]) => body.slice(0, at) + text + body.slice(at + text.length));
  fc.assert(
    fc.property(fc.oneof(near, fc.json(), fc.string()), (sent) => {
      fc.pre(sent !== body);
      try {
        expect(read(sent)).toMatchObject({ claim: { amount: 9900, tradeNumber: NUMBER } });
      } catch (fault) {
        expect(fault).toBeInstanceOf(BadNotification);
      }
    }),
    { numRuns: 200 },
  );
});

describe('a gateway in trouble', () => {
  test('that is down, slow or broken begins nothing and is silent', async () => {
    gateway.pay(NUMBER);
    const quick = made({}, partsAt(clock, {}, 200));
    for (const [trouble, why] of [
      [{ down: true }, { code: 'unreachable' }],
      [{ slow: 1500 }, { code: 'slow' }],
      [{ status: 500 }, { reason: 'unreachable' }],
      [{ html: true }, { reason: 'invalid' }],
      [{ status: 302 }, { reason: 'invalid' }],
    ] as const) {
      Object.assign(gateway.trouble, trouble);
      await expect(quick.ask(usdtRequest(LATE), patient()), JSON.stringify(trouble)).rejects.toMatchObject(why);
      expect(await query(quick), JSON.stringify(trouble)).toBe('silent');
      gateway.recover();
    }
    expect(await query()).toEqual(paid());
  });

  test('that answers about another payment begins nothing', async () => {
    for (const lie of [
      { OutOrderId: ABSENT },
      { ActualAmount: '0.01' },
      { BaseCurrency: 'USD' },
      { Id: '1' },
      { data: 'javascript:alert(1)' },
      { data: '/Pay?Id=1' },
    ]) {
      gateway.books.orders.clear();
      gateway.lies.begin = lie;
      await expect(provider.ask(usdtRequest(NUMBER), patient()), JSON.stringify(lie)).rejects.toThrow(
        /gateway|no page to pay at/,
      );
    }
  });

  test('that says nothing of this trade is unknown; one that says another sum is taken at its word', async () => {
    gateway.pay(NUMBER);
    for (const lie of [{ OutOrderId: ABSENT }, { Id: 'x' }, { Status: 'Strange' }, { ActualAmount: '1e2' }]) {
      gateway.lies.query = lie;
      expect(await query(), JSON.stringify(lie)).toBe('unknown');
    }
    gateway.lies.query = { ActualAmount: 0.01 };
    expect(await query()).toMatchObject({ amount: 10 });
    gateway.recover();
    expect(await query(provider, { providerNo: '', amount: 9900 })).toBe('unknown');
    expect(await query(provider, { providerNo: NUMBER, amount: 9900 })).toBe('unknown');
    expect(await query(made({ key: 'another' }))).toBe('unknown');
  });
});

test('an instance that lacks something says what, begins nothing, believes and knows nothing', async () => {
  const body = JSON.stringify(valid());
  for (const [changes, sentence] of [
    [{ key: ' ' }, words.key],
    [{ gateway: 'usdt.example.com' }, words.gateway],
    [{ coin: 'USDT TRC' }, words.coin],
  ] as const) {
    const lacking = made(changes);
    expect(await lacking.test!(patient())).toBe(sentence);
    await expect(lacking.ask(usdtRequest(NUMBER), patient())).rejects.toThrow('lacks what it needs');
    expect(await query(lacking)).toBe('silent');
  }
  expect(() => made({ key: '' }).readNotification!(rawPost({ body }))).toThrow(refused.secret);
  const outside = { ...partsAt(clock), http: createOutgoing({ allowPrivate: false }) };
  expect(await made({}, outside).test!(patient())).toBe(words.insecure);
});

test('the test of an instance says in words what is wrong', async () => {
  expect(await made({ key: 'another' }).test!(patient())).toBe(words.wrongToken);
  expect(await made({ coin: 'EVM_BSC_USDT_BEP20' }).test!(patient())).toContain('网关不支持币种 EVM_BSC_USDT_BEP20');
  for (const [trouble, sentence] of [
    [{ html: true }, words.notJson],
    [{ status: 500 }, words.status(500)],
    [{ down: true }, words.unreachable],
  ] as const) {
    Object.assign(gateway.trouble, trouble);
    expect(await provider.test!(patient())).toBe(sentence);
    gateway.recover();
  }
  expect(await made({}, partsAt(clock, { notifyUrl: '' })).test!(patient())).toBe(words.urls);
  expect([...gateway.books.orders.keys()]).toEqual([NUMBER]);
});
