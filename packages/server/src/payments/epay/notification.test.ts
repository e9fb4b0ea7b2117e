import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildQuery, documented, envelopeOf, noticeParams, signNotice } from '../../../../../testkit/epay/notices.ts';
import { freshPair, phpMd5, type Params } from '../../../../../testkit/epay/php-signing.ts';
import { BadNotification, type Notified, type PaymentProvider } from '../../platform/payment-providers.ts';
import { createEpay } from './epay.ts';
import { patient, rawOf, testConfig, testEpay, testParts, testRequest } from './testing.ts';
import { NUMBER, startGatewayScene } from './testing-scene.ts';
import { epayTexts } from './texts.ts';

const { refused } = epayTexts;
const PARTS = 'multipart/form-data; boundary=b';
const NOTIFY = testParts({ now: () => new Date() }).notifyUrl;

const { gateway, clock, time, claimOf } = await startGatewayScene();

/** What looks like a form in parts, and may be none. */
const formsInParts = fc
  .array(fc.constantFrom('--b', '--b--', '\r\n', '\r\n\r\n', 'Content-Disposition: form-data; name=a', ':', 'x'))
  .map((pieces) => `--b${pieces.join('')}`);

describe.each(['epay_v1', 'epay_v2'] as const)('notifications of %s', (kind) => {
  const version = kind === 'epay_v1' ? 1 : 2;
  let provider: PaymentProvider;
  let valid: Params;
  beforeAll(async () => {
    gateway.books.orders.clear();
    provider = testEpay(kind, gateway, clock);
    await provider.ask(testRequest(NUMBER), patient());
    const order = gateway.pay(NUMBER);
    expect(order.version).toBe(version);
    valid = noticeParams(order, gateway.keys, { shape: documented, now: time.now });
  });

  const read = (params: Params): Notified => readText(buildQuery(params));
  const readText = (query: string): Notified =>
    provider.readNotification!({ method: 'GET', query, contentType: '', headers: {}, body: Buffer.alloc(0) });
  const resigned = (changes: Params): Params =>
    signNotice({ ...valid, ...changes }, version, { keys: gateway.keys, now: time.now });
  const claimed = (amount = 9900): object => ({
    kind: 'claim',
    mustAsk: version === 1,
    claim: claimOf(amount),
  });

  test('every shape that real gateways send is believed', () => {
    const order = gateway.books.orders.get(NUMBER)!;
    for (const transport of ['get', 'post', 'parts', 'json'] as const)
      for (const money of ['two', 'php', 'four'] as const)
        for (const odd of [
          {},
          { extra: true },
          { numericPid: true },
          { type: 'wxpay' },
          { productName: true },
          { extra: true, numericPid: true, type: 'bank', productName: true },
        ]) {
          const shape = { ...documented, ...odd, transport, money };
          const params = noticeParams(order, gateway.keys, { shape, now: time.now });
          const sent = envelopeOf(NOTIFY, params, shape);
          expect(provider.readNotification!(rawOf(sent)), JSON.stringify(shape)).toEqual(claimed());
        }
    expect(read(resigned({ money: '10' }))).toEqual(claimed(10_000));
    // Fields by POST in the address, the charset in capitals, an ampersand too many.
    expect(readText(`&${buildQuery(valid)}&`)).toEqual(claimed());
    expect(
      provider.readNotification!(rawOf({ method: 'POST', query: buildQuery(valid), contentType: '', body: '' })),
    ).toEqual(claimed());
  });

  test('what is signed and not paid is no claim and no error', () => {
    for (const status of ['TRADE_CLOSED', 'WAIT_BUYER_PAY', 'trade_success'])
      expect(read(resigned({ trade_status: status }))).toEqual({ kind: 'ignored', why: epayTexts.unpaid });
  });

  const foreignKeys = {
    pid: '1001',
    key: 'x'.repeat(32),
    signKeyMode: 'plain',
    platformPrivate: freshPair().privateKey,
  } as const;

  const without = (name: string): Params => {
    const rest = { ...valid };
    delete rest[name];
    return rest;
  };
  const again = (changes: Params): Params =>
    signNotice({ ...valid, ...changes }, version, { keys: gateway.keys, now: time.now });
  /** Each with why it is refused. */
  const mutations = (): readonly (readonly [string, string | Params, string?])[] => [
    ['nothing', ''],
    ['less money', { ...valid, money: '0.01' }, refused.signature],
    ['more money', { ...valid, money: '99.90' }, refused.signature],
    ['the same money in other digits', { ...valid, money: '9.900' }, refused.signature],
    ['another trade', { ...valid, out_trade_no: NUMBER.replace('0', '1') }, refused.signature],
    ['another number of theirs', { ...valid, trade_no: '20261121000002' }, refused.signature],
    ['another name', { ...valid, name: '套餐-B' }, refused.signature],
    ['another way to pay', { ...valid, type: 'qqpay' }, refused.signature],
    ['an added field', { ...valid, buyer: 'x' }, refused.signature],
    ['no name', without('name'), refused.signature],
    ['no signature', without('sign'), refused.signature],
    ['an empty signature', { ...valid, sign: '' }, refused.signature],
    ['a signature in capitals', { ...valid, sign: valid['sign']!.toUpperCase() }, refused.signature],
    ['a shorter signature', { ...valid, sign: valid['sign']!.slice(0, -1) }, refused.signature],
    ['no type of signature', without('sign_type'), refused.signType],
    ['the other type of signature', { ...valid, sign_type: version === 1 ? 'RSA' : 'MD5' }, refused.signType],
    ['the type in small letters', { ...valid, sign_type: valid['sign_type']!.toLowerCase() }, refused.signType],
    [
      'MD5 by a key that is public',
      { ...valid, sign: phpMd5(without('sign'), gateway.merchant.platformKey), sign_type: 'MD5' },
      version === 1 ? refused.signature : refused.signType,
    ],
    ['MD5 with an empty key', { ...valid, sign: phpMd5(without('sign'), '') }, refused.signature],
    ["another's key", signNotice(valid, version, { keys: foreignKeys, now: time.now }), refused.signature],
    ['another merchant, well signed', again({ pid: '1002' }), refused.merchant],
    ['no merchant, well signed', again({ pid: '' }), refused.merchant],
    ['no state, well signed', again({ trade_status: '' }), refused.missing],
    ['no trade, well signed', again({ out_trade_no: '' }), refused.missing],
    ['no number of theirs, well signed', again({ trade_no: '' }), refused.missing],
    ['a number with a blank, well signed', again({ trade_no: '1 2' }), refused.missing],
    ['no money, well signed', again({ money: '' }), refused.amount],
    ...['-9.90', '1e2', '9,90', '9.9001', '0', '0x9', '99999999999'].map(
      (money) => [`${money} yuan, well signed`, again({ money }), refused.amount] as const,
    ),
    ...['notify_url', 'return_url', 'clientip', 'device', 'method', 'key'].map(
      (name) => [`a request's ${name}, well signed`, again({ [name]: 'https://a.cn/' }), refused.request] as const,
    ),
    ['a request that is reflected', reflected(), refused.request],
    ['an ampersand in a value, well signed', again({ param: 'a&trade_status=TRADE_SUCCESS' }), refused.value],
    ['a line in a value, well signed', again({ name: 'a\nb' }), refused.value],
    ['a value without end, well signed', again({ param: 'x'.repeat(5000) }), refused.value],
    ['a field twice', `${buildQuery(valid)}&money=9.90`, refused.twice],
    ['a signature as an array', `${buildQuery(without('sign'))}&sign[]=${valid['sign']}`, refused.name],
    ['a field with a key', `${buildQuery(valid)}&sign[a]=1`, refused.name],
    ['a name that is split', `${buildQuery(valid)}&a%26b=1`, refused.name],
    ['bytes that are no text', `${buildQuery(valid)}&param2=%ff`, refused.form],
    ['too many fields', `${buildQuery(valid)}${'&a=1'.repeat(70)}`, refused.size],
    ['too many bytes', `${buildQuery(valid)}&x=${'y'.repeat(17_000)}`, refused.size],
  ];
  const reflected = (): Params => {
    const made = gateway.books.orders.get(NUMBER)!.made;
    return again({ ...made, trade_status: '', trade_no: '' });
  };

  test('of more than fifty mutations none is believed, and each is refused for its reason', () => {
    const all = mutations();
    expect(all.length).toBeGreaterThan(50);
    for (const [name, sent, why] of all) {
      const act = (): Notified => (typeof sent === 'string' ? readText(sent) : read(sent));
      expect(act, name).toThrow(BadNotification);
      if (why !== undefined) expect(act, name).toThrow(why);
    }
    expect(read(valid)).toEqual(claimed());
  });

  test('bodies of other kinds are refused', () => {
    const params = JSON.stringify(valid);
    const post =
      (body: string, contentType = 'application/json', query = ''): (() => Notified) =>
      () =>
        provider.readNotification!(rawOf({ method: 'POST', query, contentType, body }));
    expect(post(params)()).toEqual(claimed());
    for (const [body, why] of [
      [`[${params}]`, refused.form],
      ['{', refused.form],
      ['null', refused.form],
      [params.replace('}', ',"money":"9.90"}'), refused.twice],
      [params.replace('}', ',"mone\\u0079":"9.90"}'), refused.twice],
      [params.replace('}', ',"a":["1"]}'), refused.nested],
      [params.replace('}', ',"a":{"b":1}}'), refused.nested],
      [params.replace('}', ',"a":true}'), refused.nested],
      [params.replace('}', ',}'), refused.nested],
      [params.replace(/"sign":"[^"]+"/, '"sign":0'), refused.signature],
      [params.replace(/"sign":"[^"]+"/, '"sign":["x"]'), refused.nested],
      [params.replace('"pid":"1001"', '"pid":1001.0'), refused.signature],
    ] as const)
      expect(post(body), body).toThrow(why);
    expect(post(buildQuery(valid), 'multipart/form-data; boundary=x')).toThrow(refused.form);
    expect(post(buildQuery(valid), '', buildQuery(valid))).toThrow(refused.place);
    expect(post('', '')).toThrow(refused.place);
    expect(() =>
      provider.readNotification!(rawOf({ method: 'GET', query: '', contentType: '', body: params })),
    ).toThrow(refused.place);
  });

  test('a form in parts is read like one in a line; files, repeated fields and text around the parts are refused', () => {
    const part = (name: string, value: string, more = ''): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
    const form = (params: Params, more = ''): string =>
      Object.entries(params)
        .map(([name, value]) => part(name, value, more))
        .join('');
    const post = (body: string, boundary = 'b'): Notified => {
      const contentType = `multipart/form-data; boundary=${boundary}`;
      return provider.readNotification!(rawOf({ method: 'POST', query: '', contentType, body }));
    };
    const parts = form(valid);
    for (const more of ['', '\r\nContent-Type: text/plain; charset=utf-8', '\r\ncontent-transfer-encoding: 8bit'])
      expect(post(`${form(valid, more)}--b--\r\n`)).toEqual(claimed());
    expect(post(`${parts}--b--`, '"b"; charset=utf-8')).toEqual(claimed());
    for (const [why, body, boundary] of [
      [refused.file, `${parts}${part('a', 'x', '; filename="a.txt"')}--b--`],
      [refused.file, `${form(valid, "; filename*=utf-8''a")}--b--`],
      [refused.form, `${parts}${part('a', 'x', '\r\nContent-Type: image/png')}--b--`],
      [refused.form, `${form(valid, '\r\nContent-Transfer-Encoding: base64')}--b--`],
      [refused.form, `${form(valid, '\r\nContent-Disposition: form-data; name="a"')}--b--`],
      [refused.form, `${parts}--b\r\n\r\nx\r\n--b--`],
      [refused.form, `x\r\n${parts}--b--`],
      [refused.form, `${parts}--b--\r\nx`],
      [refused.form, parts],
      [refused.form, `${parts}--bb--`],
      [refused.form, `${parts.replaceAll('\r\n', '\n')}--b--`],
      [refused.form, `${parts}--b--`, 'c'],
      [refused.form, `${parts}--b--`, ''],
      [refused.form, `${parts}--b--`, 'b; boundary=c'],
      [refused.twice, `${parts}${part('money', '9.90')}--b--`],
      [refused.name, `${parts}${part('sign[]', 'x')}--b--`],
      [refused.value, `${parts}${part('buyer', 'a&trade_status=TRADE_SUCCESS')}--b--`],
      [refused.value, `${parts}${part('buyer', 'a\r\nb')}--b--`],
      [refused.request, `${parts}${part('notify_url', 'https://a.cn/')}--b--`],
      [refused.signature, `${parts}${part('buyer', 'x')}--b--`],
      [refused.size, `${parts}${Array.from({ length: 70 }, (_, i) => part(`a${i}`, '')).join('')}--b--`],
      [refused.size, `${parts}${part('x', 'y'.repeat(17_000))}--b--`],
    ] as const)
      expect(() => post(body, boundary), JSON.stringify([body.slice(-80), boundary])).toThrow(why);
  });

  test('a changed, missing, added or exchanged value is never believed', () => {
    const names = Object.keys(valid).filter((name) => valid[name] !== '');
    const anyName = fc.constantFrom(...names);
    const filled = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
    const mutated = fc.oneof(
      fc.tuple(anyName, filled).map(([name, value]) => ({ ...valid, [name]: value })),
      anyName.map((name) => without(name)),
      anyName.map((name) => ({ ...valid, [name]: '' })),
      fc
        .tuple(fc.stringMatching(/^[a-z_]{1,12}$/), filled)
        .filter(([name]) => !Object.hasOwn(valid, name))
        .map(([name, value]) => ({ ...valid, [name]: value })),
      fc.tuple(anyName, anyName).map(([a, b]) => ({ ...valid, [a]: valid[b]!, [b]: valid[a]! })),
      fc.tuple(anyName, fc.nat(60), filled).map(([name, at, sign]) => ({
        ...valid,
        [name]: valid[name]!.slice(0, at) + sign + valid[name]!.slice(at + 1),
      })),
    );
    const text = JSON.stringify(valid);
    fc.assert(
      fc.property(mutated, (params) => {
        fc.pre(
          (JSON.stringify(params) !== text && names.some((name) => params[name] !== valid[name])) || extraOf(params),
        );
        expect(() => read(params)).toThrow(BadNotification);
      }),
      { numRuns: 400 },
    );
  });
  const extraOf = (params: Params): boolean => Object.keys(params).some((name) => !Object.hasOwn(valid, name));

  test('whatever is sent is read or refused, and nothing else is thrown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET' as const, 'POST' as const),
        fc.string(),
        fc.constantFrom('', 'application/json', 'application/x-www-form-urlencoded', 'text/plain', PARTS),
        fc.oneof(fc.string(), fc.json(), fc.webQueryParameters(), formsInParts),
        (method, query, contentType, body) => {
          expect(() => provider.readNotification!(rawOf({ method, query, contentType, body }))).toThrow(
            BadNotification,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('an instance without its secret believes nothing, and no refusal says what was sent', () => {
    const config = testConfig(kind, gateway);
    const bare = createEpay(
      config.kind === 'epay_v1' ? { ...config, key: '' } : { ...config, platformKey: '' },
      testParts(clock),
    );
    const forged = { ...without('sign'), sign: phpMd5(without('sign'), '') };
    for (const params of [valid, forged])
      expect(() => bare.readNotification!(rawOf(envelopeOf(NOTIFY, params, documented)))).toThrow(refused.secret);
    for (const [, sent] of mutations())
      try {
        if (typeof sent !== 'string') read(sent);
      } catch (fault) {
        expect(Object.values(refused)).toContain((fault as Error).message);
      }
  });
});

test('version 2 believes nothing that is older than 300 s, or from later than that', async () => {
  gateway.books.orders.clear();
  const provider = testEpay('epay_v2', gateway, clock);
  await provider.ask(testRequest(NUMBER), patient());
  gateway.pay(NUMBER);
  const start = time.now;
  const sent = rawOf(gateway.envelope(NUMBER));
  for (const seconds of [-300, 0, 300]) {
    time.now = start + seconds * 1000;
    expect(provider.readNotification!(sent).kind).toBe('claim');
  }
  for (const seconds of [-301, 301, 600, -600]) {
    time.now = start + seconds * 1000;
    expect(() => provider.readNotification!(sent)).toThrow(refused.time);
  }
  // A retry carries a time of its own.
  expect(provider.readNotification!(rawOf(gateway.envelope(NUMBER))).kind).toBe('claim');
  const params = noticeParams(gateway.books.orders.get(NUMBER)!, gateway.keys, { shape: documented, now: time.now });
  for (const timestamp of ['', '1795233600000', '1e9', '0', ' 179523360']) {
    const wrong = signNotice({ ...params, timestamp }, 2, { keys: gateway.keys, now: time.now });
    expect(() => provider.readNotification!(rawOf(envelopeOf(NOTIFY, wrong, documented)))).toThrow(refused.time);
  }
});
