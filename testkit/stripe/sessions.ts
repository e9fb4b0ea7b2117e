import { randomBytes } from 'node:crypto';
import { textAt, type FormNode } from './signing.ts';

/** A session of Checkout in Stripe's own books. */
export interface BookedSession {
  readonly id: string;
  readonly form: FormNode;
  /** Our number. */
  readonly trade: string;
  /** In the smallest unit of the currency. */
  minor: number;
  currency: string;
  readonly url: string;
  readonly endsAt: number;
  status: 'open' | 'complete' | 'expired';
  payment: 'unpaid' | 'paid';
  readonly intent: string;
  refunded: number;
  /** When it was paid, in seconds. */
  paidAt: number;
  /** The shop has taken the event that says that it is paid. */
  acknowledged: boolean;
}

/** A refusal as Stripe words it. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const refuse = (code: string, message: string, status = 400): never => {
  throw new StripeRefusal(status, code, message);
};

/** Currencies that can be paid by a way, and the least that is charged, in the smallest unit. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  alipay: ['aud', 'cad', 'cny', 'eur', 'gbp', 'hkd', 'jpy', 'nzd', 'sgd', 'usd', 'myr'],
  wechat_pay: ['aud', 'cad', 'cny', 'eur', 'gbp', 'hkd', 'jpy', 'sgd', 'usd', 'dkk', 'nok', 'sek', 'chf'],
};
const LEAST = 50;
const [HALF_HOUR, DAY] = [1800, 86_400] as const;

const checkMethod = (form: FormNode, currency: string): void => {
  // The version of the interface that is asked by has no list that is taken as it is.
  if (form['payment_method_types']) refuse('parameter_unknown', 'Received unknown parameter: payment_method_types');
  const method = textAt(form, 'allowed_payment_method_types', '0');
  if (!METHODS[method]?.includes(currency)) refuse('parameter_invalid', `${currency} cannot be paid by ${method}`);
  const client = textAt(form, 'payment_method_options', 'wechat_pay', 'client');
  if (method === 'wechat_pay' && client !== 'web') refuse('parameter_missing', 'wechat_pay needs its client');
};

/** Makes a session of a form. `now` is in milliseconds, `base` where it is paid. Throws StripeRefusal. */
export const sessionOf = (form: FormNode, { now, base }: { now: number; base: string }): BookedSession => {
  const item = (name: string): string => textAt(form, 'line_items', '0', 'price_data', name);
  const currency = item('currency');
  checkMethod(form, currency);
  if (textAt(form, 'mode') !== 'payment') refuse('parameter_missing', 'mode');
  if (textAt(form, 'line_items', '0', 'quantity') !== '1') refuse('parameter_missing', 'quantity');
  const minor = Number(item('unit_amount'));
  if (!Number.isInteger(minor) || minor < LEAST) refuse('amount_too_small', 'the amount is too small');
  if (textAt(form, 'line_items', '0', 'price_data', 'product_data', 'name') === '') refuse('parameter_missing', 'name');
  if (!/^https?:/.test(textAt(form, 'success_url'))) refuse('url_invalid', 'success_url');
  const endsAt = Number(textAt(form, 'expires_at'));
  const left = endsAt - now / 1000;
  if (!Number.isInteger(endsAt) || left < HALF_HOUR || left > DAY) refuse('parameter_invalid', 'expires_at');
  const id = `cs_test_${randomBytes(16).toString('hex')}`;
  return {
    id,
    form,
    trade: textAt(form, 'client_reference_id'),
    minor,
    currency,
    url: `${base}c/pay/${id}`,
    endsAt,
    status: 'open',
    payment: 'unpaid',
    intent: `pi_${randomBytes(12).toString('hex')}`,
    refunded: 0,
    paidAt: 0,
    acknowledged: false,
  };
};

/** A session as Stripe shows it. */
export const shownSession = (session: BookedSession): Record<string, unknown> => ({
  id: session.id,
  object: 'checkout.session',
  amount_subtotal: session.minor,
  amount_total: session.minor,
  client_reference_id: session.trade,
  currency: session.currency,
  expires_at: session.endsAt,
  livemode: false,
  metadata: session.form['metadata'] ?? {},
  mode: 'payment',
  payment_intent: session.status === 'complete' ? session.intent : null,
  payment_method_types: [textAt(session.form, 'allowed_payment_method_types', '0')],
  payment_status: session.payment,
  status: session.status,
  success_url: textAt(session.form, 'success_url'),
  url: session.status === 'open' ? session.url : null,
});

/** The charge of a session as Stripe shows it. */
export const shownCharge = (session: BookedSession): Record<string, unknown> => ({
  id: session.intent.replace('pi_', 'ch_'),
  object: 'charge',
  amount: session.minor,
  amount_refunded: session.refunded,
  created: session.paidAt,
  currency: session.currency,
  livemode: false,
  metadata: (session.form['payment_intent_data'] as FormNode | undefined)?.['metadata'] ?? {},
  paid: true,
  payment_intent: session.intent,
  refunded: session.refunded === session.minor,
});

/** The refund of a session as Stripe shows it, with its charge. */
export const shownRefund = (session: BookedSession): Record<string, unknown> => ({
  id: session.intent.replace('pi_', 're_'),
  object: 'refund',
  amount: session.refunded,
  charge: shownCharge(session),
  created: session.paidAt,
  currency: session.currency,
  payment_intent: session.intent,
  status: 'succeeded',
});
