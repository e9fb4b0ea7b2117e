import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import { PaymentFault, type PaymentAnswer, type PaymentRequest } from '../../platform/payment-providers.ts';
import { milliOfText } from '../epay/amounts.ts';
import { fieldsOfAnswer, type Fields } from '../epay/fields.ts';
import { subjectOf } from '../epay/subject.ts';
import { pageOf } from '../merchants.ts';
import { addressesOf, postSigned, yuanNumber, type Asked, type TokenMerchant } from '../usdt-gateways/merchant.ts';
import type { EpusdtConfig } from './config.ts';

export type Merchant = TokenMerchant<EpusdtConfig>;

const PATHS = {
  v1: 'api/v1/order/create-transaction',
  gmpay: 'payments/gmpay/v1/order/create-transaction',
  gmpay_md5: 'payments/gmpay/v1/order/create-transaction',
} as const;

/** What is asked of a gateway, in the words of its interface. */
export const post = (merchant: Merchant, fields: Asked, signal: AbortSignal): ReturnType<typeof postSigned> =>
  postSigned(merchant, { path: PATHS[merchant.config.route], fields, signature: 'signature' }, signal);

/** How each interface is told the merchant, and the coin and chain. */
export const whoAndWhat = ({ config: { route, pid, coin } }: Merchant): Asked => {
  if (route === 'v1') return coin === '' ? {} : { trade_type: coin };
  const [token = '', network = ''] = (coin || 'usdt.tron').split('.');
  return { pid, currency: 'cny', token, network };
};

/** The number of a payment as these gateways write it. */
const NUMBER = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Begins a payment; its number at the gateway is what we ask by. Throws when nobody answers, when the answer is not
 * about this trade and amount, and before signing what could be split in another way than it was joined.
 */
export const askEpusdt = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  if (request.mode !== 'usdt') throw new Error(`this gateway does not serve ${request.mode}`);
  const { notifyUrl, returnUrl } = addressesOf(request, merchant.parts);
  const fields = {
    order_id: request.tradeNumber,
    amount: yuanNumber(request.amount),
    notify_url: notifyUrl,
    redirect_url: returnUrl,
    name: request.subject ?? subjectOf(merchant.config.subject, request.tradeNumber),
    ...whoAndWhat(merchant),
  };
  const { status, text } = await post(merchant, fields, signal);
  if (status >= 500) throw new PaymentFault('unreachable', `the gateway answers HTTP ${status}`);
  // A firewall's page is no word of the gateway's.
  if (!fieldsOfAnswer(text)) throw new PaymentFault('invalid', 'the gateway did not answer as one');
  return answerOf(merchant, request, fieldsOfAnswer(text, 'data') ?? new Map());
};

const answerOf = (merchant: Merchant, request: PaymentRequest, data: Fields): PaymentAnswer => {
  const providerNo = data.get('trade_id') ?? '';
  if (!NUMBER.test(providerNo)) throw new PaymentFault('refused', 'the gateway has begun nothing');
  const isOurs =
    data.get('order_id') === request.tradeNumber && milliOfText(data.get('amount') ?? '') === request.amount;
  if (!isOurs) throw new PaymentFault('invalid', 'the gateway has begun another payment');
  const expiresAt = endOf(data.get('expiration_time') ?? '', merchant.parts.clock.now());
  return { payurl: pageOf(merchant, data.get('payment_url')), providerNo, ...(expiresAt && { expiresAt }) };
};

/** From these on a number is a time in seconds, and one in milliseconds; below them it is seconds that are left. */
const [TIME, TIME_MS] = [1e9, 1e12] as const;

/**
 * When a payment ends, by whichever of the three ways a gateway says it; undefined for no time to come, and for one so
 * far away that an order, with what it holds, would wait for it without end.
 */
const endOf = (said: string, now: Date): Date | undefined => {
  const n = /^\d{1,14}$/.test(said) ? Number(said) : 0;
  const at = n >= TIME_MS ? n : n * SECOND_MS + (n >= TIME ? 0 : now.getTime());
  return at > now.getTime() && at <= now.getTime() + DAY_MS ? new Date(at) : undefined;
};
