import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEpusdtGateway, type EpusdtGateway, type Flavour } from '../../../../../testkit/epusdt/gateway.ts';
import type { Params } from '../../../../../testkit/epusdt/go-signing.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import { BadNotification, type Begun, type Notified, type PaymentProvider } from '../../platform/payment-providers.ts';
import { patient } from '../epay/testing.ts';
import { partsAt, rawPost, usdtRequest } from '../usdt-gateways/testing.ts';
import { usdtGatewayTexts } from '../usdt-gateways/texts.ts';
import type { EpusdtConfig, EpusdtRoute } from './config.ts';
import { createEpusdt } from './epusdt.ts';

const { refused, test: words } = usdtGatewayTexts;
const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
const ABSENT = NUMBER.replace('0', '1');
/** Asked for by who does not wait for the answer, so that it may come to the gateway during a later test. */
const LATE = NUMBER.replace('0', '2');

let now = Date.parse('2026-11-21T04:00:00Z');
const clock = { now: () => new Date(now) };
beforeEach(() => {
  now = Date.parse('2026-11-21T04:00:00Z');
});

const configOf = ({ url, merchant }: EpusdtGateway, route: EpusdtRoute): EpusdtConfig => ({
  instance: 'epusdt_test',
  label: 'USDT 网关',
  gateway: url,
  route,
  pid: merchant.pid,
  key: merchant.key,
  coin: '',
  subject: '',
});

test('the signature is that of the documentation', () => {
  const token = 'tok';
  const config = { ...configOf({ url: 'https://a.cn/', merchant: { pid: '', key: token } } as EpusdtGateway, 'v1') };
  const body =
    '{"trade_id":"b1","order_id":"T1","amount":99,"actual_amount":13.685,"token":"TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",' +
    '"status":2,"block_transaction_id":"","signature":"96360322c9b638202833845fe3424846"}';
  expect(createEpusdt(config, partsAt(clock)).readNotification!(rawPost({ body }))).toMatchObject({
    claim: { reference: 'b1', tradeNumber: 'T1', amount: 99_000 },
  });
});

describe.each([
  ['epusdt', 'v1', 'md5'],
  ['bepusdt', 'v1', 'md5'],
  ['gmpay', 'gmpay', 'hmac'],
  ['gmpay', 'gmpay_md5', 'md5'],
] as const)('%s by the interface %s', (flavour: Flavour, route, algorithm) => {
  let gateway: EpusdtGateway;
  let provider: PaymentProvider;
  let begun: Begun;
  beforeAll(async () => {
    gateway = await startEpusdtGateway(flavour, { clock: () => clock.now(), algorithm });
    provider = createEpusdt(configOf(gateway, route), partsAt(clock));
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    gateway.recover();
    gateway.books.orders.clear();
    const { providerNo = '' } = await provider.ask(usdtRequest(NUMBER), patient());
    begun = { providerNo, amount: 9900 };
  });

  const made = (changes: Partial<EpusdtConfig>, parts = partsAt(clock)): PaymentProvider =>
    createEpusdt({ ...configOf(gateway, route), ...changes }, parts);
  const query = (who = provider, about = begun) => who.query!(NUMBER, patient(), about);
  const paid = () => ({
    reference: begun.providerNo,
    merchant: gateway.merchant.pid,
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
    expect(begun.providerNo).toBe(order.no);
    expect(await query()).toBe('unpaid');
    gateway.pay(NUMBER);
    expect(await query()).toEqual({ ...paid(), isStateOnly: true });
    // What MD5 has signed counts when the gateway, asked by us, says the same.
    expect(read(notice())).toEqual({ kind: 'claim', claim: paid(), mustAsk: true });
    expect(provider.acknowledgement?.body).toBe('ok');
    expect(provider.close).toBeUndefined();
    expect(await provider.test!(patient())).toBeUndefined();
  });

  test('the page leads to the gateway, and can be paid as long as the gateway says', async () => {
    gateway.books.orders.clear();
    expect(await provider.ask(usdtRequest(NUMBER), patient())).toEqual({
      payurl: expect.stringContaining(`${gateway.url}pay/checkout-counter/`) as string,
      providerNo: gateway.books.of(NUMBER).no,
      expiresAt: new Date(now + 600_000),
    });
    // No order waits for ever for a gateway that says so.
    for (const expiration_time of [99_999_999_999_999, 999_999_999, Math.floor(now / 1000) + 86_401]) {
      gateway.books.orders.clear();
      gateway.lies.begin = { expiration_time };
      expect(await provider.ask(usdtRequest(NUMBER), patient())).not.toHaveProperty('expiresAt');
    }
  });

  test('an order that waits, or whose time is over, is told of and is no claim; a later paid one counts', () => {
    for (const status of [1, 3, 4, 5, 6])
      expect(read(notice({ status })), String(status)).toEqual({ kind: 'ignored', why: usdtGatewayTexts.unpaid });
    gateway.books.of(NUMBER).status = 'expired';
    gateway.pay(NUMBER);
    expect(read(notice())).toMatchObject({ kind: 'claim' });
  });

  test('numbers count as they are written: 9.9, 10 and 9.9000', () => {
    gateway.pay(NUMBER);
    for (const [amount, milli] of [
      [10, 10_000],
      ['9.9000', 9900],
      ['9.90', 9900],
      [0.01, 10],
    ] as const)
      expect(read(notice({ amount })), String(amount)).toMatchObject({ claim: { amount: milli } });
    // The text of a number is signed, not the number.
    expect(() => read(notice().replace('"amount":9.9,', '"amount":9.90,'))).toThrow(refused.signature);
    const odd = notice({ more: 'field', network: 'tron' });
    expect(read(odd)).toMatchObject({ kind: 'claim' });
  });

  const again = (params: Params): string => {
    const { signature: _, ...rest } = params;
    return notice(rest);
  };
  const mutations = (): readonly (readonly [string, string, string])[] => {
    const right = valid();
    const plain = JSON.stringify(right);
    const changed = (changes: object): string => JSON.stringify({ ...right, ...changes });
    const without = (name: string): string =>
      JSON.stringify(Object.fromEntries(Object.entries(right).filter(([key]) => key !== name)));
    const forged = (token: string): string => {
      const text = Object.keys(right)
        .filter((name) => name !== 'signature')
        .toSorted()
        .map((name) => `${name}=${right[name]}`)
        .join('&');
      return createHash('md5')
        .update(text + token)
        .digest('hex');
    };
    const sign = String(right['signature']);
    return [
      ['less money', changed({ amount: 0.01 }), refused.signature],
      ['more money', changed({ amount: 99 }), refused.signature],
      ['the same money as a text', changed({ amount: '9.90' }), refused.signature],
      ['another trade', changed({ order_id: ABSENT }), refused.signature],
      ['another number of theirs', changed({ trade_id: 'b2' }), refused.signature],
      ['another coin amount', changed({ actual_amount: 0.1 }), refused.signature],
      ['another address', changed({ token: 'TX' }), refused.signature],
      ['another transaction', changed({ block_transaction_id: 'a' }), refused.signature],
      ['another state', changed({ status: 1 }), refused.signature],
      ['an added field', changed({ buyer: 'x' }), refused.signature],
      ['no state', without('status'), refused.signature],
      ['no signature', without('signature'), refused.signature],
      ['an empty signature', changed({ signature: '' }), refused.signature],
      ['a signature of null', changed({ signature: null }), refused.signature],
      ['a signature in capitals', changed({ signature: sign.toUpperCase() }), refused.signature],
      ['a shorter signature', changed({ signature: sign.slice(1) }), refused.signature],
      ['a signature that is a number', changed({ signature: 0 }), refused.signature],
      ['a signature as an array', changed({ signature: [sign] }), refused.nested],
      ['MD5 with an empty token', changed({ signature: forged('') }), refused.signature],
      ["another's token", changed({ signature: forged('tok') }), refused.signature],
      ['no trade, well signed', again({ ...right, order_id: '' }), refused.missing],
      ['no number of theirs, well signed', again({ ...right, trade_id: '' }), refused.missing],
      ['no state, well signed', again({ ...right, status: '' }), refused.missing],
      ...[-9.9, 0, '1e2', '9,90', '9.9001', '', '99999999999'].map(
        (amount) => [`${amount} yuan, well signed`, again({ ...right, amount }), refused.amount] as const,
      ),
      ['a request that is reflected', again({ ...right, notify_url: 'https://a.cn/' }), refused.request],
      ['a way back, well signed', again({ ...right, redirect_url: 'https://a.cn/' }), refused.request],
      ['an ampersand in a value', again({ ...right, token: 'a&status=2' }), refused.value],
      ['a line in a value', again({ ...right, token: 'a\nb' }), refused.value],
      ['a value without end', again({ ...right, token: 'x'.repeat(5000) }), refused.value],
      ['a field twice', plain.replace('{', '{"status":1,'), refused.twice],
      ['an object in it', plain.replace('}', ',"a":{"b":1}}'), refused.nested],
      ['a truth in it', plain.replace('}', ',"a":true}'), refused.nested],
      ['a list', `[${plain}]`, refused.form],
      ['half of it', plain.slice(0, 40), refused.form],
      ['too many bytes', plain.replace('}', `,"x":"${'y'.repeat(17_000)}"}`), refused.size],
      ['nothing', '', refused.place],
      ...(flavour === 'gmpay'
        ? ([
            ['another merchant, well signed', again({ ...right, pid: '1001' }), refused.merchant],
            ['no merchant, well signed', again({ ...right, pid: '' }), refused.merchant],
          ] as const)
        : []),
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

  test('what is sent in another way is refused', () => {
    const body = JSON.stringify(valid());
    const sent = (changes: object) => () => provider.readNotification!({ ...rawPost({ body }), ...changes });
    expect(sent({})()).toMatchObject({ kind: 'claim' });
    expect(sent({ contentType: '' })()).toMatchObject({ kind: 'claim' });
    expect(sent({ method: 'GET' })).toThrow(refused.place);
    expect(sent({ query: 'status=2' })).toThrow(refused.place);
    expect(sent({ contentType: 'application/x-www-form-urlencoded' })).toThrow(refused.form);
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

  test('a gateway that is down, slow or broken begins nothing and is silent', async () => {
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
    expect(await query()).toEqual({ ...paid(), isStateOnly: true });
  });

  test('an answer about another payment begins nothing, and one that says nothing is unknown', async () => {
    for (const lie of [
      { order_id: ABSENT },
      { amount: 0.01 },
      { amount: '' },
      { trade_id: '' },
      { trade_id: '../x' },
      { payment_url: 'javascript:alert(1)' },
      { payment_url: '' },
    ]) {
      gateway.books.orders.clear();
      gateway.lies.begin = lie;
      await expect(provider.ask(usdtRequest(NUMBER), patient()), JSON.stringify(lie)).rejects.toThrow(
        /gateway|no page to pay at/,
      );
    }
    gateway.recover();
    for (const lie of [{ trade_id: 'x' }, { status: 7 }, { status: 5 }, { status: '' }]) {
      gateway.books.orders.clear();
      const { providerNo = '' } = await provider.ask(usdtRequest(NUMBER), patient());
      gateway.lies.status = lie;
      expect(await query(provider, { providerNo, amount: 9900 }), JSON.stringify(lie)).toBe('unknown');
    }
    gateway.recover();
    // Without its number nobody can be asked; a number that the gateway does not know says nothing.
    expect(await query(provider, { providerNo: '', amount: 9900 })).toBe('unknown');
    expect(await query(provider, { providerNo: 'absent', amount: 9900 })).toBe('unknown');
  });

  test('an instance that lacks something says what, begins nothing, believes and knows nothing', async () => {
    const body = JSON.stringify(valid());
    for (const [changes, sentence] of [
      [{ key: ' ' }, words.key],
      [{ gateway: 'usdt.example.com' }, words.gateway],
      [{ coin: 'USDT TRC' }, words.coin],
      ...(flavour === 'gmpay' ? ([[{ pid: '' }, words.pid]] as const) : []),
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
    expect(await made({ key: 'another' }).test!(patient())).toBe(words.wrongKey);
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
    // Nothing was begun by it.
    expect([...gateway.books.orders.keys()]).toEqual([NUMBER]);
  });

  test('nothing is signed that could be split into another text, and no sum that languages print differently', async () => {
    gateway.books.orders.clear();
    for (const changes of [
      { returnUrl: 'https://a.cn/x&status=2' },
      { notifyUrl: 'https://a.cn/?status=2' },
      { subject: 'a&status=2' },
      { subject: '' },
      { tradeNumber: 'a&status=2' },
      { amount: 9905 },
      { amount: 1_000_000_000 },
      { mode: 'alipay' as const },
    ])
      await expect(provider.ask(usdtRequest(NUMBER, changes), patient()), JSON.stringify(changes)).rejects.toThrow();
    expect(gateway.books.orders.size).toBe(0);
  });
});
