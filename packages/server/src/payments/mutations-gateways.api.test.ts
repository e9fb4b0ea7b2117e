import { afterAll, describe, test } from 'vitest';
import { startEpusdtGateway, type Flavour } from '../../../../testkit/epusdt/gateway.ts';
import { startStripeGateway } from '../../../../testkit/stripe/gateway.ts';
import { stripeSignature } from '../../../../testkit/stripe/signing.ts';
import { startTokenPayGateway } from '../../../../testkit/tokenpay/gateway.ts';
import { createTestApp } from '../testing.ts';
import { jsonMutations, posted, refuseMutations, RUBBISH, spoiled, type MutationRow } from './testing/mutations.ts';

/* Mutated notifications of Stripe and of gateways for USDT, as in `mutations.api.test.ts`. */

const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
const given = { clock: () => app.clock.now() };
const [stripe, epusdt, bepusdt, gmpay, tokenpay] = await Promise.all([
  startStripeGateway(given),
  startEpusdtGateway('epusdt', given),
  startEpusdtGateway('bepusdt', given),
  startEpusdtGateway('gmpay', given),
  startTokenPayGateway(given),
]);
afterAll(async () => {
  await Promise.all([stripe, epusdt, bepusdt, gmpay, tokenpay].map((each) => each.close()));
  await app.close();
});
const admin = await app.account({ type: 'admin', steppedUp: true });

const JSON_TYPE = 'application/json';
const postedJson = (body: string) => posted(body, JSON_TYPE);

const stripeRow: MutationRow = {
  name: 'stripe',
  mode: 'alipay',
  form: { kind: 'stripe', gateway: stripe.url, ...stripe.account, currency: 'CNY' },
  placed: (url) => void (stripe.notifyUrl = url),
  pay: (number) => void stripe.pay(number),
  valid: (number) => stripe.envelope(number),
  mutations: (number) => {
    const type = 'checkout.session.completed';
    const { body, headers } = stripe.envelope(number);
    const at = Math.floor(stripe.now() / 1000);
    const { webhookKey } = stripe.account;
    const signedAs = (header: string) => ({ body, headers: { ...headers, 'stripe-signature': header } });
    const good = stripeSignature(body, webhookKey, at);
    const headed = [
      '',
      't=,v1=',
      good.replace('v1=', 'v0='),
      `${good.slice(0, -1)}g`,
      good.replace(/^t=\d+/, 't=1'),
      `t=1,${good}`,
      `${good},t=${at}`,
      stripeSignature(body, webhookKey, at - 600),
      stripeSignature(body, webhookKey, at + 600),
      stripeSignature(body, 'whsec_other', at),
      stripeSignature(body, '', at),
      stripeSignature(`${body} `, webhookKey, at),
    ].map(signedAs);
    const { 'stripe-signature': _none, ...bare } = headers;
    const wellSigned = [
      { type, event: { livemode: true } },
      { type, event: { data: undefined } },
      { type, event: { data: { object: [] } } },
      { type, event: { id: '' } },
      { type, event: { type: 1 } },
      { type, more: { amount_total: -1 } },
      { type, more: { amount_total: 30.5 } },
      { type, more: { amount_total: 1e300 } },
      { type, more: { amount_total: '3000' } },
      { type, more: { payment_intent: '' } },
      { type, more: { client_reference_id: '' } },
      { type, more: { currency: '' } },
    ].map((of) => stripe.envelope(number, of));
    return [
      ...headed,
      { body, headers: bare },
      ...spoiled(body).map((text) => ({ body: text, headers })),
      ...wellSigned,
      ...RUBBISH.map((text) => stripe.signed(text)),
      ...RUBBISH.map(postedJson),
    ];
  },
};

/** A notification of a gateway that signs what it says by its token. */
interface TokenGateway {
  envelope(number: string, more?: Record<string, string | number>): { readonly body: string };
}

/** Fields of a notification by what they say. */
interface Named {
  readonly number: string;
  readonly reference: string;
  readonly money: string;
  readonly status: string;
}

/** Every field changed under the old signature, what is signed and cannot be, and what is no notification. */
const tokenMutations = (gateway: TokenGateway, number: string, named: Named, requestOnly: string) => {
  const valid = JSON.parse(gateway.envelope(number).body) as Record<string, string | number>;
  const odd: readonly Record<string, string | number>[] = [
    { [named.number]: '' },
    { [named.number]: 'a b' },
    { [named.number]: 'x'.repeat(65) },
    { [named.reference]: '' },
    { [named.reference]: '../x' },
    { [named.money]: '-1' },
    { [named.money]: '1e2' },
    { [named.money]: '9.9001' },
    { [named.money]: 'NaN' },
    { [named.money]: '' },
    { [named.status]: '' },
    { [requestOnly]: 'https://a.cn/' },
    { note: `a&${named.status}=2` },
    { note: 'a\u0000b' },
    { note: 'x'.repeat(5000) },
  ];
  const text = JSON.stringify(valid);
  return [
    ...jsonMutations(valid).map(postedJson),
    ...odd.map((more) => postedJson(gateway.envelope(number, more).body)),
    ...spoiled(text).map(postedJson),
    ...RUBBISH.map(postedJson),
    posted(text),
    new URLSearchParams(
      Object.entries(valid).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString(),
  ];
};

const epusdtRow = (gateway: typeof epusdt, flavour: Flavour, route: string): MutationRow => ({
  name: flavour,
  mode: 'usdt',
  form: {
    kind: 'epusdt',
    gateway: gateway.url,
    route,
    key: gateway.merchant.key,
    ...(gateway.merchant.pid !== '' && { pid: gateway.merchant.pid }),
  },
  pay: (number) => void gateway.pay(number),
  valid: (number) => postedJson(gateway.envelope(number).body),
  mutations: (number) =>
    tokenMutations(
      gateway,
      number,
      { number: 'order_id', reference: 'trade_id', money: 'amount', status: 'status' },
      'notify_url',
    ),
});

const tokenpayRow: MutationRow = {
  name: 'tokenpay',
  mode: 'usdt',
  form: { kind: 'tokenpay', gateway: tokenpay.url, key: tokenpay.merchant.key },
  pay: (number) => void tokenpay.pay(number),
  valid: (number) => postedJson(tokenpay.envelope(number).body),
  mutations: (number) => [
    ...tokenMutations(
      tokenpay,
      number,
      { number: 'OutOrderId', reference: 'Id', money: 'ActualAmount', status: 'Status' },
      'NotifyUrl',
    ),
    postedJson(tokenpay.envelope(number, { BaseCurrency: 'USD' }).body),
  ],
};

describe.each([
  stripeRow,
  epusdtRow(epusdt, 'epusdt', 'v1'),
  epusdtRow(bepusdt, 'bepusdt', 'v1'),
  epusdtRow(gmpay, 'gmpay', 'gmpay'),
  tokenpayRow,
])('$name', (row) => {
  test('of mutated notifications none is believed, answered 5xx, or acknowledged', () =>
    refuseMutations(app, admin, row));
});
