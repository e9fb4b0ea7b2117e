import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEpayGateway } from '../../../../../testkit/epay/gateway.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import type { PaymentProvider, PaymentRequest } from '../../platform/payment-providers.ts';
import type { EpayConfig } from './config.ts';
import { createEpay } from './epay.ts';
import { patient, rawOf, testConfig, testEpay, testParts, testRequest } from './testing.ts';
import { NUMBER, startGatewayScene } from './testing-scene.ts';
import { epayTexts } from './texts.ts';

const ABSENT = NUMBER.replace('0', '1');
/** Asked for by who does not wait for the answer, so that it may come to the gateway during a later test. */
const LATE = NUMBER.replace('0', '2');
const { test: words } = epayTexts;

const { gateway, clock, time, claimOf: paid } = await startGatewayScene();
beforeEach(() => {
  gateway.recover();
  gateway.books.orders.clear();
});

/** A provider with another configuration. */
const made = (kind: EpayConfig['kind'], changes: Partial<EpayConfig>, parts = testParts(clock)): PaymentProvider =>
  createEpay({ ...testConfig(kind, gateway), ...changes } as EpayConfig, parts);

/** A provider that waits for a fifth of a second only. */
const hasty = (kind: EpayConfig['kind']): PaymentProvider =>
  made(kind, {}, testParts(clock, { http: createOutgoing({ allowPrivate: true, patienceMs: 200 }) }));

describe.each(['epay_v1', 'epay_v2'] as const)('%s against a gateway', (kind) => {
  let provider: PaymentProvider;
  beforeAll(() => {
    provider = testEpay(kind, gateway, clock);
  });
  const ask = (changes: Partial<PaymentRequest> = {}) => provider.ask(testRequest(NUMBER, changes), patient());
  const query = (who = provider, number = NUMBER) => who.query!(number, patient());
  /** The gateway's own page, which must take the link as it is. */
  const opens = async (address: string): Promise<string> => (await fetch(address)).text();

  test('a payment is begun, told, asked for and acknowledged', async () => {
    const cashier = `${gateway.url}cashier/${NUMBER}`;
    expect(await ask()).toEqual({ qrcode: cashier });
    expect(await ask({ device: 'mobile' })).toEqual({ payurl: cashier });
    expect(gateway.books.orders.get(NUMBER)).toMatchObject({
      version: kind === 'epay_v1' ? 1 : 2,
      fen: 990,
      made: {
        name: '商品-2c3d4e5f',
        type: 'alipay',
        notify_url: 'https://shop.example.com/api/pay/notify/epay_test/n0',
        return_url: 'https://shop.example.com/pay/return',
      },
    });
    expect(await query()).toBe('unpaid');
    gateway.pay(NUMBER);
    expect(await query()).toEqual(paid());
    expect(provider.readNotification!(rawOf(gateway.envelope(NUMBER)))).toMatchObject({ claim: paid() });
    expect(provider.acknowledgement).toEqual({ contentType: 'text/plain; charset=utf-8', body: 'success' });
    expect(provider.merchant).toBe(gateway.merchant.pid);
    expect(await provider.test!(patient())).toBeUndefined();
  });

  test('each way to pay and each kind of answer', async () => {
    gateway.offer = 'urlscheme';
    expect(await ask({ mode: 'urlscheme', device: 'mobile' })).toEqual({
      urlscheme: expect.stringMatching(/^alipays:\/\/platformapi/) as string,
    });
    gateway.books.orders.clear();
    gateway.offer = undefined;
    expect(await ask({ mode: 'wxpay' })).toEqual({ qrcode: `${gateway.url}cashier/${NUMBER}` });
    expect(gateway.books.orders.get(NUMBER)!.made['type']).toBe('wxpay');
    await expect(ask({ mode: 'usdt', network: 'tron' })).rejects.toThrow('does not serve usdt');
  });

  test('a picture of a code is answered as it is; one of another kind, broken or too large leads to the page', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAGEdVEQAAAABJRU5ErkJggg==';
    for (const type of ['png', 'jpeg', 'webp', 'gif']) {
      gateway.offer = `data:image/${type};base64,${pixel}`;
      expect(await ask()).toEqual({ qrcode: gateway.offer });
    }
    gateway.offer = `data:image/png;base64,${'A'.repeat(40_000)}`;
    expect(await ask({ device: 'mobile' })).toEqual({ qrcode: gateway.offer });
    for (const data of [
      `image/svg+xml;base64,${pixel}`,
      `text/html;base64,${pixel}`,
      'image/png,abc',
      'image/png;base64,',
      `image/png;base64,${pixel}A`,
      `image/png;base64,${pixel}" onerror="`,
      `image/png;base64,${'A'.repeat(70_000)}`,
      'x',
    ] as const) {
      gateway.offer = `data:${data}`;
      const { qrcode, payurl } = await ask();
      expect([qrcode, payurl], data.slice(0, 60)).toEqual([undefined, expect.stringContaining('/submit')]);
    }
  });

  test('what cannot be shown, and whoever cannot be asked, leads to the page of the gateway', async () => {
    const page = new RegExp(`^${gateway.url}${kind === 'epay_v1' ? 'submit.php' : 'api/pay/submit'}\\?`);
    for (const offer of ['html', 'jsapi'] as const) {
      gateway.offer = offer;
      const { payurl = '' } = await ask();
      expect(payurl).toMatch(page);
      expect(await opens(payurl)).toContain('确认支付');
    }
    gateway.recover();
    gateway.books.orders.clear();
    const { clientAddress: _, ...silent } = testRequest(NUMBER);
    const { payurl = '' } = await provider.ask(silent, patient());
    expect(gateway.books.orders.size).toBe(0);
    // Version 2 takes the time in the link for 300 s.
    const end = kind === 'epay_v1' ? undefined : new Date(time.now + 300_000);
    expect((await provider.ask(silent, patient())).opensUntil).toEqual(end);
    expect(await opens(payurl)).toContain('确认支付');
    expect(gateway.books.orders.get(NUMBER)?.fen).toBe(990);
    // A firewall before the interface, and a refusal of it.
    gateway.trouble.html = true;
    expect((await ask()).payurl).toMatch(page);
    gateway.recover();
    expect((await ask({ amount: 10_000 })).payurl).toMatch(page);
    gateway.trouble.status = 403;
    expect((await ask()).payurl).toMatch(page);
  });

  test('a gateway that is down, slow or broken begins nothing and is silent', async () => {
    await ask();
    gateway.pay(NUMBER);
    const quick = hasty(kind);
    for (const trouble of [{ down: true }, { slow: 1500 }, { status: 500 }, { status: 502 }]) {
      Object.assign(gateway.trouble, trouble);
      await expect(quick.ask(testRequest(LATE), patient())).rejects.toThrow(/no answer|HTTP 50/);
      expect(await query(quick)).toBe('silent');
      gateway.recover();
    }
    const over = AbortSignal.abort();
    await expect(provider.ask(testRequest(NUMBER), over)).rejects.toThrow('no answer');
    expect(await provider.query!(NUMBER, over)).toBe('silent');
    expect(await query()).toEqual(paid());
  });

  test('an answer that is not whole, not ours or not about this trade is unknown', async () => {
    expect(await query()).toBe('unknown');
    await ask();
    gateway.pay(NUMBER);
    for (const lies of [
      { pid: '1002' },
      { pid: '' },
      { out_trade_no: ABSENT },
      { trade_no: '' },
      { money: '' },
      { money: '-9.90' },
      { money: '1e2' },
      { status: '4' },
      { status: '5' },
      { code: kind === 'epay_v1' ? '0' : '1' },
    ]) {
      gateway.trouble.lies = lies as Record<string, string>;
      expect(await query(), JSON.stringify(lies)).toBe('unknown');
    }
    for (const [status, reason] of [
      ['2', 'refund'],
      ['3', 'dispute'],
    ] as const) {
      gateway.trouble.lies = { status };
      expect(await query()).toMatchObject({ kind: 'takenBack', takenBack: { reason, isTotal: true } });
    }
    // A gateway that lies about the amount is believed as far as it goes: the order's row decides.
    gateway.trouble.lies = { money: '0.01' };
    expect(await query()).toMatchObject({ amount: 10 });
    gateway.recover();
    for (const trouble of [{ html: true }, { status: 403 }, { status: 302 }]) {
      Object.assign(gateway.trouble, trouble);
      expect(await query()).toBe('silent');
      gateway.recover();
    }
    // Deleted after a day, as real gateways do.
    await provider.ask(testRequest(ABSENT), patient());
    expect(await query(provider, ABSENT)).toBe('unpaid');
    time.now += 25 * 3_600_000;
    expect(await query(provider, ABSENT)).toBe('unknown');
  });

  test('an instance that lacks something says what, begins nothing and knows nothing', async () => {
    const secret = kind === 'epay_v1' ? { key: ' ' } : { privateKey: '' };
    for (const [changes, sentence] of [
      [secret, kind === 'epay_v1' ? words.key : words.keys],
      [{ gateway: 'pay.example.com' }, words.gateway],
      [{ gateway: 'ftp://pay.example.com' }, words.gateway],
      [{ gateway: 'https://me:secret@pay.example.com' }, words.gateway],
      [{ pid: '' }, words.pid],
    ] as const) {
      const lacking = made(kind, changes);
      expect(await lacking.test!(patient())).toBe(sentence);
      await expect(lacking.ask(testRequest(NUMBER), patient())).rejects.toThrow('lacks what it needs');
      expect(await query(lacking)).toBe('silent');
    }
    const outside = { ...testParts(clock), http: createOutgoing({ allowPrivate: false }) };
    const config = testConfig(kind, gateway);
    expect(await createEpay(config, outside).test!(patient())).toBe(words.insecure);
    const inside = { ...config, gateway: gateway.url.replace('http:', 'https:') };
    expect(await createEpay(inside, outside).test!(patient())).toBe(words.private);
    expect(gateway.books.orders.size).toBe(0);
  });

  test('the test of an instance says in words what the gateway has against it', async () => {
    const about = (changes: Partial<EpayConfig>) => made(kind, changes).test!(patient());
    expect(await about({ pid: '1002' })).toMatch(/^网关拒绝：/);
    expect(await about({ gateway: `${gateway.url}submit.php?x=1` })).toBeUndefined();
    expect(await about({ gateway: `${gateway.url}elsewhere` })).not.toBeUndefined();
    for (const [trouble, sentence] of [
      [{ html: true }, words.notJson],
      [{ status: 500 }, words.status(500)],
      [{ down: true }, words.unreachable],
    ] as const) {
      Object.assign(gateway.trouble, trouble);
      expect(await about({})).toBe(sentence);
      gateway.recover();
    }
    gateway.trouble.slow = 1500;
    expect(await hasty(kind).test!(patient())).toBe(words.slow);
    for (const notifyUrl of ['', 'shop.example.com', 'https://a.cn/?a=1', 'https://a.cn/&trade_status=TRADE_SUCCESS'])
      expect(await createEpay(testConfig(kind, gateway), testParts(clock, { notifyUrl })).test!(patient())).toBe(
        words.urls,
      );
  });

  test('nothing is signed that could be split into another text', async () => {
    for (const changes of [
      { returnUrl: 'https://a.cn/x&trade_no=1&trade_status=TRADE_SUCCESS' },
      { returnUrl: 'https://a.cn/?trade_status=TRADE_SUCCESS' },
      { notifyUrl: 'https://a.cn/\n' },
      { notifyUrl: 'https://例子.cn/' },
      { notifyUrl: 'javascript:alert(1)' },
      { subject: 'a&trade_status=TRADE_SUCCESS' },
      { subject: 'a=b' },
      { subject: 'a\u0000b' },
      { subject: '' },
      { clientAddress: '1.1.1.1&trade_status=TRADE_SUCCESS' },
      { tradeNumber: 'a&trade_no=1' },
      { amount: 9905 },
      { amount: 0 },
    ])
      await expect(ask(changes), JSON.stringify(changes)).rejects.toThrow();
    expect(gateway.books.orders.size).toBe(0);
  });

  test('no fault and no sentence holds a secret', async () => {
    const said: string[] = [];
    const hear = async (act: () => Promise<unknown>): Promise<void> => {
      said.push(JSON.stringify(await act().catch((fault: Error) => `${fault.stack} ${JSON.stringify(fault)}`)) ?? '');
    };
    const { key, privateKey } = gateway.merchant;
    const quick = hasty(kind);
    for (const trouble of [{}, { down: true }, { slow: 1500 }, { status: 500 }, { html: true }]) {
      Object.assign(gateway.trouble, trouble);
      await hear(() => query(quick));
      await hear(() => quick.test!(patient()));
      await hear(() => quick.ask(testRequest(LATE), patient()));
      gateway.recover();
    }
    await hear(() => made(kind, { gateway: 'https://127.0.0.1:9/' }).query!(NUMBER, patient()));
    expect(said.join('\n')).not.toContain(key);
    expect(said.join('\n')).not.toContain(privateKey.slice(0, 40));
  });
});

test('version 2 believes no answer without the signature of the gateway, nor one of another time', async () => {
  const provider = testEpay('epay_v2', gateway, clock);
  await provider.ask(testRequest(NUMBER), patient());
  gateway.pay(NUMBER);
  for (const [trouble, sentence] of [
    [{ signature: 'missing' }, words.signature],
    [{ signature: 'foreign' }, words.signature],
  ] as const) {
    Object.assign(gateway.trouble, trouble);
    expect(await provider.query!(NUMBER, patient())).toBe('unknown');
    // Whoever paid now could not be believed.
    await expect(provider.ask(testRequest(NUMBER), patient())).rejects.toThrow('wrong signature');
    expect(await provider.test!(patient())).toBe(sentence);
    gateway.recover();
  }
  // An answer that somebody has kept.
  for (const [seconds, isBelieved] of [
    [-300, true],
    [-301, false],
    [301, false],
  ] as const) {
    gateway.trouble.lies = { timestamp: String(time.now / 1000 + seconds) };
    expect(await provider.query!(NUMBER, patient()), String(seconds)).toEqual(
      isBelieved ? (expect.objectContaining({ tradeNumber: NUMBER }) as object) : 'unknown',
    );
  }
  gateway.recover();
  gateway.trouble.clockAhead = 299_000;
  expect(await provider.query!(NUMBER, patient())).toMatchObject({ tradeNumber: NUMBER });
  gateway.trouble.clockAhead = 400_000;
  expect(await provider.query!(NUMBER, patient())).toBe('unknown');
});

test('version 2 closes what is open, twice if it must, and what it does not know', async () => {
  const provider = testEpay('epay_v2', gateway, clock);
  await provider.ask(testRequest(NUMBER), patient());
  await provider.close!(NUMBER, patient());
  await provider.close!(NUMBER, patient());
  await provider.close!(ABSENT, patient());
  expect(gateway.books.orders.get(NUMBER)?.status).toBe('closed');
  gateway.trouble.down = true;
  await expect(provider.close!(NUMBER, patient())).rejects.toThrow('no answer');
  expect(testEpay('epay_v1', gateway, clock).close).toBeUndefined();
});

test('the key of version 1 behind the text as a field', async () => {
  const other = await startEpayGateway({ clock: () => clock.now(), signKeyMode: 'amp_key' });
  const provider = testEpay('epay_v1', other, clock);
  expect(await provider.ask(testRequest(NUMBER), patient())).toEqual({ qrcode: `${other.url}cashier/${NUMBER}` });
  other.pay(NUMBER);
  const sent = rawOf(other.envelope(NUMBER));
  expect(provider.readNotification!(sent)).toMatchObject({ kind: 'claim', mustAsk: true });
  const plain = createEpay({ ...testConfig('epay_v1', other), signKeyMode: 'plain' } as EpayConfig, testParts(clock));
  expect(() => plain.readNotification!(sent)).toThrow(epayTexts.refused.signature);
  await other.close();
});

test('a gateway is repeated at 1, 3 and 20 minutes until somebody says success, and counts what it took', async () => {
  const heard: string[] = [];
  let answer = [503, 'busy'] as [number, string];
  const shop = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(answer[0]).end(answer[1]);
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const notifyUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/pay/notify/e/n`;
  const provider = createEpay(testConfig('epay_v2', gateway), testParts(clock, { notifyUrl }));
  await provider.ask(testRequest(NUMBER), patient());
  gateway.pay(NUMBER);
  const tries: number[] = [];
  for (const minutes of [0, 0.5, 0.5, 2, 1, 20]) {
    time.now += minutes * 60_000;
    if (minutes === 20) answer = [200, 'success'];
    tries.push(await gateway.deliver());
  }
  expect(tries).toEqual([1, 0, 1, 0, 1, 1]);
  time.now += 86_400_000;
  expect(await gateway.deliver()).toBe(0);
  expect(gateway.books.orders.get(NUMBER)).toMatchObject({ acknowledged: true, tries: 4, paidFen: 990 });
  expect(gateway.books.takings()).toBe(990);
  expect(new Set(heard).size).toBe(4);
  // What customers pay on the gateway's page is told as well, and they are sent back.
  await provider.ask(testRequest(ABSENT), patient());
  const back = await fetch(`${gateway.url}cashier/${ABSENT}`, { method: 'POST', redirect: 'manual' });
  expect(back.headers.get('location')).toMatch(/^https:\/\/shop\.example\.com\/pay\/return\?pid=1001&/);
  await expect.poll(() => gateway.books.orders.get(ABSENT)?.acknowledged).toBe(true);
  shop.closeAllConnections();
  shop.close();
});
