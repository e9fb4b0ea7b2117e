import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startStripeGateway, type EventOf, type StripeGateway } from '../../../../../testkit/stripe/gateway.ts';
import type { Begun, Notified, PaymentProvider, PaymentRequest } from '../../platform/payment-providers.ts';
import { patient, testRequest } from '../epay/testing.ts';
import { partsAt } from '../usdt-gateways/testing.ts';
import type { StripeConfig } from './config.ts';
import { createStripe } from './stripe.ts';

export const NUMBER = '0193f3c1a2b37c4d8e9f0a1b2c3d4e5f';
export const OTHER = NUMBER.replace('0', '1');
/** Asked for by who does not wait for the answer, so that it may come during a later test. */
export const LATE = NUMBER.replace('0', '2');
export const START = Date.parse('2026-11-21T04:00:00Z');

/** Something that was sent to us. */
type Sent = Pick<ReturnType<StripeGateway['envelope']>, 'body' | 'headers'>;

/** Stripe on this machine, and an account there that has begun a payment of 9.90 yuan. */
class Scene {
  now = START;
  gateway!: StripeGateway;
  provider!: PaymentProvider;
  begun!: Begun;
  readonly clock = { now: (): Date => new Date(this.now) };

  /** A provider with another configuration. */
  readonly made = (changes: Partial<StripeConfig>, parts = partsAt(this.clock)): PaymentProvider => {
    const { account, url } = this.gateway;
    const names = { instance: 'stripe_test', label: 'Stripe', subject: '' };
    return createStripe({ ...names, ...account, currency: 'CNY', rate: '', gateway: url, ...changes }, parts);
  };

  readonly purchase = (number: string, changes: Partial<PaymentRequest> = {}): PaymentRequest =>
    testRequest(number, { expiresAt: new Date(this.now + 7_200_000), ...changes });

  /** Begins a payment that nobody has begun: what is asked twice with other words is refused by its key. */
  readonly begin = async (
    number: string,
    who = this.provider,
    changes: Partial<PaymentRequest> = {},
  ): Promise<Begun> => {
    const quote = who.quote?.(9900);
    const request = this.purchase(number, { ...(quote && { charge: quote }), ...changes });
    const { providerNo = '' } = await who.ask(request, patient());
    return { providerNo, amount: request.amount };
  };

  readonly query = (who = this.provider, about = this.begun, number = NUMBER) => who.query!(number, patient(), about);

  readonly read = ({ body, headers }: Sent, who = this.provider): Notified =>
    who.readNotification!({
      method: 'POST',
      query: '',
      contentType: 'application/json',
      headers,
      body: Buffer.from(body),
    });

  /** An event of the payment, as it is read. */
  readonly event = (of?: EventOf, who = this.provider): Notified => this.read(this.gateway.envelope(NUMBER, of), who);

  /** The claim of the payment. */
  readonly paid = () => ({
    reference: this.gateway.of(NUMBER).intent,
    merchant: 'stripe_test',
    tradeNumber: NUMBER,
    amount: 9900,
    currency: 'CNY',
  });
}

/** The scene of the tests of a file, anew before each. */
export const setUpStripe = (): Scene => {
  const scene = new Scene();
  beforeAll(async () => {
    scene.gateway = await startStripeGateway({ clock: () => scene.clock.now() });
    scene.provider = scene.made({});
  });
  afterAll(() => scene.gateway.close());
  beforeEach(async () => {
    scene.now = START;
    scene.gateway.recover();
    scene.gateway.forget();
    scene.begun = await scene.begin(NUMBER);
  });
  return scene;
};
