import type Stripe from 'stripe';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import {
  PaymentFault,
  type Charge,
  type PaymentAnswer,
  type PaymentRequest,
} from '../../platform/payment-providers.ts';
import { plainAddress } from '../plain-address.ts';
import { subjectOf } from '../epay/subject.ts';
import { pageOf } from '../merchants.ts';
import { faultOf, stripeOf, type Merchant } from './client.ts';
import { marksOf } from './session.ts';

type Params = Stripe.Checkout.SessionCreateParams;

/** What Stripe calls the ways to pay; WeChat asks from where it is paid. */
const METHODS = {
  alipay: { allowed_payment_method_types: ['alipay'] },
  wxpay: { allowed_payment_method_types: ['wechat_pay'], payment_method_options: { wechat_pay: { client: 'web' } } },
} satisfies Record<string, Params>;

/** For how long a session can be open: at least, and at most, with a minute for clocks that differ. */
const [LEAST_MS, MOST_MS] = [31 * MINUTE_MS, 24 * HOUR_MS - MINUTE_MS];

const endOf = ({ clock }: Merchant['parts'], expiresAt: Date): number => {
  const now = clock.now().getTime();
  const end = Math.min(Math.max(expiresAt.getTime(), now + LEAST_MS), now + MOST_MS);
  return Math.floor(end / SECOND_MS);
};

const FEN = 10;

/** What is charged: as it was quoted, or whole fen. Throws for what the account does not price in. */
const chargeOf = ({ config }: Merchant, { amount, charge }: PaymentRequest): Charge => {
  const asked = charge ?? { currency: 'CNY', minor: amount / FEN };
  if (asked.currency !== config.currency) throw new Error(`the account does not price in ${asked.currency}`);
  if (!Number.isSafeInteger(asked.minor) || asked.minor <= 0) throw new RangeError('a payment is positive and whole');
  return asked;
};

const paramsOf = (merchant: Merchant, request: PaymentRequest, charge: Charge): Params => {
  const { config, parts } = merchant;
  const { mode, tradeNumber } = request;
  if (mode !== 'alipay' && mode !== 'wxpay') throw new Error(`Stripe does not serve ${mode}`);
  const back = plainAddress(request.returnUrl ?? parts.returnUrl);
  const name = request.subject ?? subjectOf(config.subject, tradeNumber);
  const price_data = { currency: charge.currency.toLowerCase(), unit_amount: charge.minor, product_data: { name } };
  const marks = marksOf(config, { tradeNumber, amount: request.amount, minor: charge.minor });
  return {
    mode: 'payment',
    ...METHODS[mode],
    line_items: [{ quantity: 1, price_data }],
    // Nobody is charged in another currency than the one that was asked.
    adaptive_pricing: { enabled: false },
    client_reference_id: tradeNumber,
    metadata: marks,
    payment_intent_data: { metadata: marks },
    expires_at: endOf(parts, request.expiresAt),
    success_url: back,
    cancel_url: back,
    locale: 'zh',
  };
};

/**
 * Begins a payment by a session of Checkout, once for a trade however often it is asked. Throws when nobody answers,
 * and when the answer is about another trade, amount or currency.
 */
export const askStripe = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  const charge = chargeOf(merchant, request);
  const { tradeNumber } = request;
  const session = await stripeOf(merchant, signal)
    .checkout.sessions.create(paramsOf(merchant, request, charge), { idempotencyKey: tradeNumber })
    .catch((fault: unknown) => {
      throw faultOf(fault);
    });
  const isOurs =
    session.client_reference_id === tradeNumber &&
    session.amount_total === charge.minor &&
    session.currency?.toUpperCase() === charge.currency;
  if (!isOurs) throw new PaymentFault('invalid', 'Stripe has begun another payment');
  return { payurl: pageOf(merchant, session.url ?? ''), providerNo: session.id };
};
