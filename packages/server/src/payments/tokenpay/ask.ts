import { PaymentFault, type PaymentAnswer, type PaymentRequest } from '../../platform/payment-providers.ts';
import { milliOfText } from '../epay/amounts.ts';
import { fieldsOfAnswer } from '../epay/fields.ts';
import { pageOf } from '../merchants.ts';
import { addressesOf, postSigned, yuanNumber, type Asked } from '../usdt-gateways/merchant.ts';
import { coinOf, dialect, type Merchant } from './config.ts';

/** The number of a payment as TokenPay writes it. */
const NUMBER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Asks for an order. */
export const post = (merchant: Merchant, fields: Asked, signal: AbortSignal): ReturnType<typeof postSigned> =>
  postSigned(merchant, { path: 'CreateOrder', fields, signature: dialect.signature }, signal);

/** An order as it is asked for. Each trade is a payer of its own: gateways with an address a payer mix up no two. */
export const orderOf = (merchant: Merchant, tradeNumber: string, yuan: number): Asked => ({
  OutOrderId: tradeNumber,
  OrderUserKey: tradeNumber,
  ActualAmount: yuan,
  Currency: coinOf(merchant.config),
});

/**
 * Begins a payment; its number at the gateway is what we ask by. Throws when nobody answers, when the answer is not
 * about this trade and so many yuan, and before signing what could be split in another way than it was joined.
 */
export const askTokenPay = async (
  merchant: Merchant,
  request: PaymentRequest,
  signal: AbortSignal,
): Promise<PaymentAnswer> => {
  if (request.mode !== 'usdt') throw new Error(`TokenPay does not serve ${request.mode}`);
  const { notifyUrl, returnUrl } = addressesOf(request, merchant.parts);
  const order = orderOf(merchant, request.tradeNumber, yuanNumber(request.amount));
  const { status, text } = await post(merchant, { ...order, NotifyUrl: notifyUrl, RedirectUrl: returnUrl }, signal);
  if (status >= 500) throw new PaymentFault('unreachable', `the gateway answers HTTP ${status}`);
  // A firewall's page is no word of the gateway's.
  if (!fieldsOfAnswer(text)) throw new PaymentFault('invalid', 'the gateway did not answer as one');
  const info = fieldsOfAnswer(text, 'info') ?? new Map<string, string>();
  const providerNo = info.get('Id') ?? '';
  if (!NUMBER.test(providerNo)) throw new PaymentFault('refused', 'the gateway has begun nothing');
  const isOurs =
    info.get('OutOrderId') === request.tradeNumber &&
    milliOfText(info.get('ActualAmount') ?? '') === request.amount &&
    info.get('BaseCurrency') === 'CNY';
  if (!isOurs)
    throw new PaymentFault('invalid', 'the gateway has begun another payment, or reckons in another currency');
  return { payurl: pageOf(merchant, fieldsOfAnswer(text)?.get('data')), providerNo };
};
