import type { PayFailure } from '@skyport/contract/pay-health';
import Stripe from 'stripe';
import { OutgoingFault, type Outgoing, type OutgoingAnswer } from '../../platform/outgoing.ts';
import { PaymentFault } from '../../platform/payment-providers.ts';
import type { KindParts } from '../kinds/kind.ts';
import type { StripeConfig } from './config.ts';

const OFFICIAL = 'https://api.stripe.com/';

/** The library's view of an answer that came by our own rules. */
class Answer extends Stripe.HttpClientResponse {
  readonly #answer: OutgoingAnswer;

  constructor(answer: OutgoingAnswer) {
    super(answer.status, { ...answer.headers } as Record<string, string>);
    this.#answer = answer;
  }

  override getRawResponse(): OutgoingAnswer {
    return this.#answer;
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve(this.#answer.text).then((text) => JSON.parse(text) as unknown);
  }
}

/** What the library asks with, beside what each of our requests has of its own. */
const OWN_HEADERS = /^(?:content-length|content-type|user-agent|accept)$/i;

/**
 * HTTP for the library by the rules of all that goes out: addresses, certificates, bounds and time are ours. The signal
 * ends what it asks.
 */
class GuardedClient extends Stripe.HttpClient {
  readonly #http: Outgoing;
  readonly #base: URL;
  readonly #signal: AbortSignal;

  constructor(http: Outgoing, { base, signal }: { readonly base: URL; readonly signal: AbortSignal }) {
    super();
    this.#http = http;
    this.#base = base;
    this.#signal = signal;
  }

  override getClientName(): string {
    return 'skyport';
  }

  override async makeRequest(...asked: Parameters<Stripe.HttpClient['makeRequest']>): Promise<Answer> {
    const [, , path, method, headers, body] = asked;
    const own = Object.entries(headers as Record<string, unknown>).filter(
      ([name, value]) => !OWN_HEADERS.test(name) && value !== undefined && value !== null,
    );
    const answer = await this.#http.send({
      url: new URL(path.replace(/^\//, ''), this.#base),
      headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
      ...(method === 'POST' && { form: new URLSearchParams(body) }),
      signal: this.#signal,
    });
    return new Answer(answer);
  }
}

/** Where Stripe is asked; undefined for an address that is none. */
export const baseOf = ({ gateway }: Pick<StripeConfig, 'gateway'>): URL | undefined =>
  URL.parse(gateway.trim() === '' ? OFFICIAL : gateway.trim()) ?? undefined;

/** An account that can be used. */
export interface Merchant {
  readonly config: StripeConfig;
  readonly base: URL;
  /** Millionths of a yuan for one of the account's currency. */
  readonly rate: number;
  readonly parts: KindParts;
}

/** The library for one question. It never asks twice: whoever asks has bounded its time. */
export const stripeOf = ({ config, base, parts }: Merchant, signal: AbortSignal): Stripe =>
  new Stripe(config.key.trim(), {
    httpClient: new GuardedClient(parts.http, { base, signal }),
    maxNetworkRetries: 0,
    telemetry: false,
  });

/** Why nobody has answered; undefined for what is no such fault. */
export const silenceOf = (fault: unknown): OutgoingFault | undefined => {
  const detail = fault instanceof Stripe.errors.StripeConnectionError ? fault.detail : undefined;
  return detail instanceof OutgoingFault ? detail : undefined;
};

const OUT_OF_ORDER = 500;

const reasonOf = (status: number | undefined): PayFailure => {
  if (status === undefined) return 'invalid';
  return status >= OUT_OF_ORDER ? 'unreachable' : 'refused';
};

/** Why no payment was begun, by what the library has thrown; what is no fault of its own stays as it is. */
export const faultOf = (fault: unknown): unknown => {
  const silence = silenceOf(fault);
  if (silence || !(fault instanceof Stripe.errors.StripeError)) return silence ?? fault;
  // Not every text of Stripe's is without our key.
  return new PaymentFault(reasonOf(fault.statusCode), `Stripe begins no payment: ${fault.code ?? fault.type}`);
};
