import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventOf } from '../../../../../testkit/stripe/gateway.ts';
import { stripeSignature } from '../../../../../testkit/stripe/signing.ts';
import { BadNotification } from '../../platform/payment-providers.ts';
import { NUMBER, OTHER, setUpStripe } from './testing.ts';
import { stripeTexts } from './texts.ts';

const { refused, ignored } = stripeTexts;
const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const scene = setUpStripe();
const { event, paid, query, read } = scene;

test('a session that is complete and not paid is none; the event that it was paid after all is', async () => {
  scene.gateway.pay(NUMBER, true);
  expect(event()).toEqual({ kind: 'ignored', why: ignored.unpaid });
  expect(await query()).toBe('unknown');
  scene.gateway.pay(NUMBER);
  // In whatever order they come, and however often.
  for (const type of [SUCCEEDED, COMPLETED, SUCCEEDED])
    expect(event({ type })).toMatchObject({ kind: 'claim', claim: paid() });
});

test('no other event is a claim, whatever it says of itself', () => {
  scene.gateway.pay(NUMBER);
  for (const type of [
    'checkout.session.expired',
    'checkout.session.async_payment_failed',
    'payment_intent.succeeded',
    'charge.succeeded',
    'charge.dispute.closed',
    'CHECKOUT.SESSION.COMPLETED',
    'toString',
  ])
    expect(event({ type }), type).toEqual({ kind: 'ignored', why: ignored.otherType });
  expect(event({ type: SUCCEEDED, more: { payment_status: 'unpaid' } })).toMatchObject({ kind: 'ignored' });
  expect(event({ type: COMPLETED, more: { payment_status: 'no_payment_required' } })).toMatchObject({
    kind: 'ignored',
  });
});

test('what another shop has begun by the same account is none of ours', () => {
  scene.gateway.pay(NUMBER);
  for (const metadata of [{}, { instance: 'other' }, null])
    for (const type of [COMPLETED, SUCCEEDED, 'charge.refunded'])
      expect(event({ type, more: { metadata, amount_refunded: 1 } })).toEqual({
        kind: 'ignored',
        why: ignored.others,
      });
});

test('refunds and disputes say what was taken back, and of which payment', () => {
  const { intent } = scene.gateway.pay(NUMBER);
  scene.gateway.of(NUMBER).refunded = 100;
  expect(event({ type: 'charge.refunded' })).toEqual({
    kind: 'takenBack',
    takenBack: {
      reason: 'refund',
      reference: `${intent.replace('pi_', 'ch_')}-100`,
      merchant: 'stripe_test',
      tradeNumber: NUMBER,
      payment: intent,
      amount: 1000,
      isTotal: true,
      currency: 'CNY',
    },
  });
  expect(event({ type: 'charge.dispute.created' })).toMatchObject({
    takenBack: { reason: 'dispute', tradeNumber: '', payment: intent, amount: 9900, isTotal: false },
  });
  for (const type of ['charge.refunded', 'charge.dispute.created'])
    for (const more of [{ id: '' }, { currency: 'yuan' }, { amount: -1, amount_refunded: -1 }])
      expect(() => event({ type, more }), JSON.stringify(more)).toThrow(refused.missing);
});

const mutations = (): readonly (readonly [string, { body: string; headers: Record<string, string> }, string])[] => {
  scene.gateway.pay(NUMBER);
  const { body } = scene.gateway.envelope(NUMBER);
  const seconds = Math.floor(scene.now / 1000);
  const sign = (text: string, secret = scene.gateway.account.webhookKey, at = seconds) =>
    stripeSignature(text, secret, at);
  const with_ = (header: string, text = body) => ({ body: text, headers: { 'stripe-signature': header } });
  const signed = (of: EventOf) =>
    scene.gateway.envelope(NUMBER, of) as { body: string; headers: Record<string, string> };
  const said = (more: object) => signed({ type: COMPLETED, more: more as Record<string, unknown> });
  const right = sign(body);
  const hex = right.split('v1=')[1]!;
  return [
    ['no header', { body, headers: {} }, refused.signature],
    ['an empty header', with_(''), refused.signature],
    ['no time', with_(`v1=${hex}`), refused.time],
    ['no signature', with_(`t=${seconds}`), refused.signature],
    ['an empty signature', with_(`t=${seconds},v1=`), refused.signature],
    ['a signature of another scheme', with_(`t=${seconds},v0=${hex}`), refused.signature],
    ['a signature in capitals', with_(`t=${seconds},v1=${hex.toUpperCase()}`), refused.signature],
    ['a shorter signature', with_(right.slice(0, -1)), refused.signature],
    ['another time, not signed', with_(`t=${seconds + 1},v1=${hex}`), refused.signature],
    ['two times', with_(`t=1,t=${seconds},v1=${hex}`), refused.time],
    ['a time in letters', with_(`t=x,v1=${hex}`), refused.time],
    ['301 s ago', with_(sign(body, undefined, seconds - 301)), refused.time],
    ['301 s to come', with_(sign(body, undefined, seconds + 301)), refused.time],
    ["another's secret", with_(sign(body, 'whsec_other')), refused.signature],
    ['an empty secret', with_(sign(body, '')), refused.signature],
    ['the API key for the secret', with_(sign(body, scene.gateway.account.key)), refused.signature],
    [
      'SHA-1',
      with_(
        `t=${seconds},v1=${createHmac('sha1', scene.gateway.account.webhookKey).update(`${seconds}.${body}`).digest('hex')}`,
      ),
      refused.signature,
    ],
    ['bytes that were written anew', with_(right, JSON.stringify(JSON.parse(body))), refused.signature],
    ['a byte more', with_(right, `${body} `), refused.signature],
    ['less money', with_(right, body.replace('990', '1')), refused.signature],
    ['another trade', with_(right, body.replaceAll(NUMBER, OTHER)), refused.signature],
    ['another event', with_(right, body.replace('completed', 'expired')), refused.signature],
    ['an event of real money for a test key', signed({ type: COMPLETED, event: { livemode: true } }), refused.livemode],
    ['no mode, well signed', signed({ type: COMPLETED, event: { livemode: null } }), refused.form],
    ['no type, well signed', signed({ type: COMPLETED, event: { type: null } }), refused.form],
    ['no data, well signed', signed({ type: COMPLETED, event: { data: {} } }), refused.form],
    ['no trade, well signed', said({ client_reference_id: null }), refused.missing],
    ['a trade that is none, well signed', said({ client_reference_id: 'a&b' }), refused.missing],
    ['no payment, well signed', said({ payment_intent: null }), refused.missing],
    ['no state, well signed', said({ payment_status: null }), refused.missing],
    ['no currency, well signed', said({ currency: null }), refused.amount],
    ['a currency that is none, well signed', said({ currency: 'yuan' }), refused.amount],
    ...[0, -990, 9.9, '990', 1e300].map(
      (amount_total) => [`${amount_total} fen, well signed`, said({ amount_total }), refused.missing] as const,
    ),
    ['no amount, well signed', said({ amount_total: null }), refused.amount],
    ['a list, well signed', scene.gateway.signed('[]'), refused.form],
    ['null, well signed', scene.gateway.signed('null'), refused.form],
    ['a text, well signed', scene.gateway.signed('"x"'), refused.form],
    ['half of it, well signed', scene.gateway.signed(body.slice(0, 99)), refused.form],
    ['nothing, well signed', scene.gateway.signed(''), refused.place],
  ] as const;
};

test('of more than forty mutations none is believed, and each is refused for its reason', () => {
  const all = mutations();
  expect(all.length).toBeGreaterThan(40);
  for (const [name, sent, why] of all) {
    expect(() => read(sent), name).toThrow(BadNotification);
    expect(() => read(sent), name).toThrow(why);
  }
  expect(event()).toMatchObject({ kind: 'claim' });
});

test('an event is believed within 300 s to both sides, and by one of several signatures', () => {
  scene.gateway.pay(NUMBER);
  const { body } = scene.gateway.envelope(NUMBER);
  const header = (at: number) => stripeSignature(body, scene.gateway.account.webhookKey, at);
  for (const shift of [-300, 0, 300])
    expect(read({ body, headers: { 'stripe-signature': header(scene.now / 1000 + shift) } })).toMatchObject({
      kind: 'claim',
    });
  // While a secret is rolled over there are two.
  const rolled = header(scene.now / 1000).replace('v1=', `v1=${'0'.repeat(64)},v1=`);
  expect(read({ body, headers: { 'stripe-signature': rolled } })).toMatchObject({ kind: 'claim' });
});

test('whatever is sent is read or refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.boolean(), fc.string(), (body, isSigned, header) => {
      const sent = isSigned ? scene.gateway.signed(body) : { body, headers: { 'stripe-signature': header } };
      expect(() => read(sent)).toThrow(BadNotification);
    }),
    { numRuns: 200 },
  );
});
