import { describe, expect, test } from 'vitest';
import { textAt } from '../../../../../testkit/stripe/signing.ts';
import { createOutgoing } from '../../platform/outgoing.ts';
import { patient } from '../epay/testing.ts';
import { partsAt } from '../usdt-gateways/testing.ts';
import { quoteAt, rateOf, worthAt } from './config.ts';
import { LATE, NUMBER, OTHER, setUpStripe, START } from './testing.ts';
import { stripeTexts } from './texts.ts';

const { refused, test: words } = stripeTexts;
const COMPLETED = 'checkout.session.completed';
const scene = setUpStripe();
const { begin, clock, event, made, paid, purchase, query, read } = scene;

test('a payment is scene.begun, asked for by its session, told, acknowledged and ended', async () => {
  const session = scene.gateway.of(NUMBER);
  expect(session).toMatchObject({ minor: 990, currency: 'cny', trade: NUMBER, endsAt: (START + 7_200_000) / 1000 });
  expect(textAt(session.form, 'success_url')).toBe('https://shop.example.com/pay/return');
  expect(textAt(session.form, 'line_items', '0', 'price_data', 'product_data', 'name')).toBe('商品-2c3d4e5f');
  expect(textAt(session.form, 'adaptive_pricing', 'enabled')).toBe('false');
  expect(scene.begun.providerNo).toBe(session.id);
  // The key is the number of the trade: asked again it is the same session.
  expect(await scene.provider.ask(purchase(NUMBER), patient())).toEqual({
    payurl: session.url,
    providerNo: session.id,
  });
  expect(scene.gateway.sessions.size).toBe(1);
  expect(await query()).toBe('unpaid');
  scene.gateway.pay(NUMBER);
  expect(await query()).toEqual(paid());
  expect(event()).toEqual({ kind: 'claim', claim: paid(), mustAsk: false });
  expect(await scene.provider.test!(patient())).toBeUndefined();
  await scene.provider.close!(NUMBER, patient(), scene.begun);
  const second = await begin(OTHER);
  for (const _time of [1, 2]) await scene.provider.close!(OTHER, patient(), second);
  expect(await query(scene.provider, second, OTHER)).toBe('closed');
  await scene.provider.close!(OTHER, patient(), { providerNo: 'cs_absent', amount: 0 });
});

test('WeChat is asked for with its client, and for as long as Stripe allows', async () => {
  for (const [minutes, left] of [
    [5, 31 * 60],
    [120, 7200],
    [1440, 86_400 - 60],
    [9999, 86_400 - 60],
  ] as const) {
    scene.gateway.forget();
    const number = `${String(minutes).padStart(4, '0')}${NUMBER.slice(4)}`;
    await begin(number, scene.provider, { mode: 'wxpay', expiresAt: new Date(scene.now + minutes * 60_000) });
    const session = scene.gateway.of(number);
    expect(textAt(session.form, 'allowed_payment_method_types', '0')).toBe('wechat_pay');
    expect(session.endsAt - scene.now / 1000).toBe(left);
  }
  await expect(scene.provider.ask(purchase(NUMBER, { mode: 'urlscheme' }), patient())).rejects.toThrow(
    'does not serve',
  );
});

describe('other currencies', () => {
  test.each([
    [9900, 'USD', '7.2', 138],
    [9900, 'USD', '7.1', 140],
    [9900, 'JPY', '0.0483', 205],
    [100_000, 'JPY', '0.05', 2000],
    [10, 'USD', '7.2', 1],
    [9900, 'HKD', '1', 990],
    [1_000_000_000, 'EUR', '7.777777', 12_857_145],
  ] as const)('%d milli-yuan in %s at %s are %d, never less than their worth', (amount, currency, text, minor) => {
    const rate = rateOf(text)!;
    expect(quoteAt(amount, { currency, rate })).toEqual({ currency, rate, minor });
    expect(worthAt({ currency, minor }, rate)).toBeGreaterThanOrEqual(amount);
    if (minor > 1) expect(worthAt({ currency, minor: minor - 1 }, rate)).toBeLessThan(amount);
  });

  test('a rate is a positive decimal of at most six digits behind the point', () => {
    for (const text of ['', '0', '-7', '7,2', '1e2', 'x', '7.1234567', '0.000000', ' '])
      expect(rateOf(text)).toBeUndefined();
    expect(rateOf(' 7.20 ')).toBe(7_200_000);
    expect(rateOf('0.000001')).toBe(1);
  });

  test.each([
    ['USD', '7.2', 'usd', 138],
    ['JPY', '0.0483', 'jpy', 205],
  ])('an account in %s at %s is charged in %s and says so', async (currency, rate, code, minor) => {
    const abroad = made({ currency, rate });
    const about = await begin(OTHER, abroad);
    expect(scene.gateway.of(OTHER)).toMatchObject({ minor, currency: code });
    scene.gateway.pay(OTHER);
    const charge = { currency, minor };
    const said = read(scene.gateway.envelope(OTHER), abroad);
    expect(said).toMatchObject({ kind: 'claim', claim: { currency: 'CNY', charge, tradeNumber: OTHER } });
    expect(await query(abroad, about, OTHER)).toEqual((said as { claim: object }).claim);
    // A rate that is changed meanwhile changes nothing of what was charged.
    const later = made({ currency, rate: '99' });
    expect(read(scene.gateway.envelope(OTHER), later)).toMatchObject({ claim: { charge } });
    // An account of another currency is asked for none of this.
    await expect(made({}).ask(purchase(LATE, { charge }), patient())).rejects.toThrow('does not price in');
    await expect(abroad.ask(purchase(LATE), patient())).rejects.toThrow('does not price in CNY');
  });

  test('what was charged in another currency than it was asked is a claim in that one', () => {
    scene.gateway.pay(NUMBER);
    expect(event({ type: COMPLETED, more: { currency: 'usd' } })).toMatchObject({
      claim: { charge: { currency: 'USD', minor: 990 } },
    });
  });
});

describe('Stripe in trouble', () => {
  test('that is down, slow or broken begins nothing and is silent', async () => {
    scene.gateway.pay(NUMBER);
    const quick = made({}, partsAt(clock, {}, 200));
    for (const trouble of [{ down: true }, { slow: 1500 }, { status: 500 }, { html: true }]) {
      Object.assign(scene.gateway.trouble, trouble);
      await expect(quick.ask(purchase(LATE), patient()), JSON.stringify(trouble)).rejects.toThrow();
      expect(await query(quick), JSON.stringify(trouble)).toBe('silent');
      await expect(quick.close!(NUMBER, patient(), scene.begun)).rejects.toThrow();
      scene.gateway.recover();
    }
    expect(await query()).toEqual(paid());
  });

  test('that answers about another payment begins nothing, and says nothing of this one', async () => {
    for (const lies of [
      { client_reference_id: OTHER },
      { amount_total: 1 },
      { currency: 'usd' },
      { url: 'javascript:1' },
    ]) {
      scene.gateway.lies = lies;
      const number = `${String(Object.keys(lies)[0]!.length).padStart(4, '0')}${NUMBER.slice(4)}`;
      await expect(scene.provider.ask(purchase(number), patient()), JSON.stringify(lies)).rejects.toThrow();
    }
    scene.gateway.recover();
    scene.gateway.pay(NUMBER);
    for (const lies of [
      { client_reference_id: OTHER },
      { metadata: {} },
      { payment_intent: null },
      { amount_total: 0 },
      { payment_status: 'no_payment_required' },
    ]) {
      scene.gateway.lies = lies;
      expect(await query(), JSON.stringify(lies)).toBe('unknown');
    }
    scene.gateway.recover();
    expect(await query(scene.provider, { providerNo: '', amount: 9900 })).toBe('unknown');
    expect(await query(scene.provider, { providerNo: 'cs_absent', amount: 9900 })).toBe('unknown');
  });

  test('less than Stripe takes begins nothing', async () => {
    await expect(scene.provider.ask(purchase(LATE, { amount: 100 }), patient())).rejects.toThrow('amount_too_small');
  });
});

test('an instance that lacks something says what, begins nothing, believes and knows nothing', async () => {
  scene.gateway.pay(NUMBER);
  for (const [changes, sentence] of [
    [{ key: ' ' }, words.key],
    [{ key: 'pk_test_1' }, words.key],
    [{ webhookKey: '' }, words.webhookKey],
    [{ webhookKey: 'secret' }, words.webhookKey],
    [{ currency: '' }, words.currency],
    [{ currency: 'USD' }, words.rate],
    [{ currency: 'USD', rate: '0' }, words.rate],
    [{ gateway: 'nowhere' }, words.simulated],
  ] as const) {
    const lacking = made(changes);
    expect(await lacking.test!(patient()), JSON.stringify(changes)).toBe(sentence);
    await expect(lacking.ask(purchase(LATE), patient())).rejects.toThrow('lacks what it needs');
    expect(await query(lacking)).toBe('silent');
  }
  expect(() => event(undefined, made({ webhookKey: '' }))).toThrow(refused.secret);
});

test('Stripe is simulated in tests alone, and asked over the rules of all that goes out', async () => {
  const outside = { ...partsAt(clock), http: createOutgoing({ allowPrivate: false }) };
  for (const at of [scene.gateway.url, scene.gateway.url.replace('http:', 'https:'), 'https://stripe.example.com/'])
    expect(await made({ gateway: at }, outside).test!(patient())).toBe(words.simulated);
  const asked: string[] = [];
  const http = {
    problemOf: outside.http.problemOf,
    send: async ({ url, headers }: { url: URL; headers?: Readonly<Record<string, string>> }) => {
      asked.push(`${url.href} ${Object.keys(headers ?? {}).includes('Authorization')}`);
      return { status: 200, text: '{"object":"list","data":[]}', bytes: Buffer.alloc(0), headers: {} };
    },
  };
  expect(await made({ gateway: '' }, { ...outside, http }).test!(patient())).toBeUndefined();
  expect(asked).toEqual(['https://api.stripe.com/v1/checkout/sessions?limit=1 true']);
});

test('the test of an instance says in words what is wrong', async () => {
  expect(await made({ key: 'sk_test_another' }).test!(patient())).toBe(words.wrongKey);
  for (const [trouble, sentence] of [
    [{ html: true }, words.notJson],
    [{ status: 500 }, words.notJson],
    [{ down: true }, words.unreachable],
  ] as const) {
    Object.assign(scene.gateway.trouble, trouble);
    expect(await scene.provider.test!(patient())).toBe(sentence);
    scene.gateway.recover();
  }
  expect(await made({}, partsAt(clock, { notifyUrl: '' })).test!(patient())).toBe(words.urls);
});

test('no fault and no sentence holds a secret', async () => {
  const said: string[] = [];
  const hear = async (act: () => Promise<unknown>): Promise<void> => {
    said.push(JSON.stringify(await act().catch((fault: Error) => `${fault.stack} ${JSON.stringify(fault)}`)) ?? '');
  };
  const quick = made({}, partsAt(clock, {}, 200));
  for (const trouble of [{}, { down: true }, { slow: 1500 }, { status: 500 }, { html: true }]) {
    Object.assign(scene.gateway.trouble, trouble);
    await hear(() => query(quick));
    await hear(() => quick.test!(patient()));
    await hear(() => quick.ask(purchase(LATE, { amount: 100 }), patient()));
    scene.gateway.recover();
  }
  await hear(async () => read({ body: '{}', headers: { 'stripe-signature': `t=${scene.now / 1000},v1=0` } }));
  for (const secret of [scene.gateway.account.key, scene.gateway.account.webhookKey])
    expect(said.join('\n')).not.toContain(secret);
});

test("a day's list holds what this instance took and gave back, as charged, however many pages there are", async () => {
  const abroad = made({ currency: 'USD', rate: '7.2' });
  const numbers = Array.from({ length: 33 }, (_, n) => `${String(n).padStart(4, '0')}${NUMBER.slice(4)}`);
  for (const number of numbers) {
    await begin(number, abroad);
    scene.gateway.pay(number);
  }
  scene.gateway.of(numbers[0]!).refunded = 69;
  const other = scene.gateway.of(numbers[1]!);
  (other.form['payment_intent_data'] as { metadata: object }).metadata = { instance: 'other' };
  const list = (day: string) => abroad.listOf!(day, patient());
  expect(await list('2026-11-21')).toBe('notYet');
  scene.now = START + 24 * 3_600_000;
  const listed = (await list('2026-11-21')) as readonly { kind: string; tradeNumber: string }[];
  expect(listed.filter(({ kind }) => kind === 'paid').map(({ tradeNumber }) => tradeNumber)).toEqual(
    numbers.filter((number) => number !== numbers[1]),
  );
  expect(listed[0]).toEqual({
    kind: 'paid',
    reference: scene.gateway.of(numbers[0]!).intent,
    tradeNumber: numbers[0],
    amount: 1380,
    currency: 'USD',
    at: new Date(START),
  });
  const charge = scene.gateway.of(numbers[0]!).intent.replace('pi_', 'ch_');
  // As the notification of it names it: what was told of is no difference.
  expect(listed.filter(({ kind }) => kind === 'refunded')).toMatchObject([
    { tradeNumber: numbers[0], amount: 690, currency: 'USD', reference: `${charge}-69` },
  ]);
  expect(await list('2026-11-20')).toEqual([]);
  scene.gateway.trouble.down = true;
  await expect(list('2026-11-21')).rejects.toThrow();
});
