import {
  BadNotification,
  type Notified,
  type ProviderClaim,
  type RawNotification,
  type TakenBack,
} from '../../platform/payment-providers.ts';
import { milliOfText } from '../epay/amounts.ts';
import { fieldsOfForm, type Fields } from '../epay/fields.ts';
import { signatureBytes } from '../rsa-keys.ts';
import type { Merchant } from './merchant.ts';
import { alipayTexts } from './texts.ts';

const { refused } = alipayTexts;

const LONGEST_VALUE = 4096;
/** Fields that only requests carry. */
const REQUEST_ONLY: readonly string[] = ['method', 'biz_content', 'notify_url', 'return_url', 'alipay_sdk'];
/** What numbers of payments consist of, ours and theirs. */
const NUMBER = /^[A-Za-z0-9_-]{1,64}$/;
const PAID: readonly string[] = ['TRADE_SUCCESS', 'TRADE_FINISHED'];

const refuse = (why: string): never => {
  throw new BadNotification(why);
};

/**
 * Reads a notification, in an order in which nothing is looked at before it was bounded and nothing is believed before
 * it was signed. The merchant is a text where a key is missing. Whatever fails throws BadNotification.
 */
export const readAlipayNotification = (raw: RawNotification, merchant: Merchant | string): Notified => {
  const fields = formOf(raw);
  if (REQUEST_ONLY.some((name) => fields.has(name))) refuse(refused.request);
  if ([...fields.values()].some(isPoisoned)) refuse(refused.value);
  if (typeof merchant === 'string') return refuse(refused.secret);
  if (fields.get('sign_type') !== 'RSA2') refuse(refused.signType);
  if (!isSigned(merchant, fields)) refuse(refused.signature);
  const { appId, sellerId } = merchant.config;
  if (fields.get('app_id') !== appId) refuse(refused.application);
  if (sellerId !== '' && fields.get('seller_id') !== sellerId) refuse(refused.seller);
  return notifiedOf(fields, appId);
};

const formOf = ({ method, query, contentType, body }: RawNotification): Fields => {
  const isForm = contentType === '' || contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
  if (method !== 'POST' || query !== '' || body.length === 0 || !isForm) refuse(refused.place);
  return fieldsOfForm(body.toString('utf8'));
};

/** What would read as another field of the signed text, or nobody sees; U+FFFD stands for bytes that are no text. */
const isPoisoned = (value: string): boolean =>
  value.length > LONGEST_VALUE || /&[a-z_]+=|[\p{Cc}\p{Cs}\uFFFD]/u.test(value);

/** Whether Alipay has signed all fields but signature and type. Its library throws for what it does not know. */
const isSigned = ({ sdk }: Merchant, fields: Fields): boolean => {
  if (!signatureBytes(fields.get('sign') ?? '')) return false;
  try {
    return sdk.checkNotifySignV2(Object.fromEntries(fields));
  } catch {
    return false;
  }
};

const notifiedOf = (fields: Fields, appId: string): Notified => {
  // Notifications of payments carry a refund of 0.00; a refund is told by the same address and state.
  const back = fields.get('refund_fee') ?? '';
  if (/[1-9]/.test(back)) return { kind: 'takenBack', takenBack: takenBackOf(fields, { back, appId }) };
  const status = fields.get('trade_status') || refuse(refused.missing);
  if (!PAID.includes(status)) return { kind: 'ignored', why: alipayTexts.unpaid };
  const claim = claimOf(fields, appId);
  return typeof claim === 'string' ? refuse(refused[claim]) : { kind: 'claim', claim, mustAsk: false };
};

/** The numbers of a payment: theirs and ours; undefined when one is missing. */
const numbersOf = (fields: Fields) => {
  const [payment = '', tradeNumber = ''] = ['trade_no', 'out_trade_no'].map((name) => fields.get(name));
  return NUMBER.test(payment) && NUMBER.test(tradeNumber) ? { payment, tradeNumber } : undefined;
};

/** Alipay says how much of a payment went back so far; each time has a number of the merchant's. */
const takenBackOf = (fields: Fields, { back, appId }: { readonly back: string; readonly appId: string }): TakenBack => {
  const numbers = numbersOf(fields) ?? refuse(refused.missing);
  const which = fields.get('out_biz_no') ?? '';
  const at = timeOf(fields.get('gmt_refund'));
  return {
    reason: 'refund',
    reference: `${numbers.payment}-${NUMBER.test(which) ? which : back}`,
    merchant: appId,
    ...numbers,
    amount: milliOfText(back) ?? refuse(refused.amount),
    isTotal: true,
    currency: 'CNY',
    ...(at && { at }),
  };
};

/** An instant as Alipay writes it, with or without parts of a second. */
export const timeOf = (text = ''): Date | undefined => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d{1,3})?$/.exec(text) ?? [];
  const at = new Date(`${day}T${time}+08:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
};

/** The claim of fields that are believed and say that it is paid, or what is wrong with them. */
export const claimOf = (fields: Fields, appId: string): ProviderClaim | 'missing' | 'amount' => {
  const numbers = numbersOf(fields);
  if (!numbers) return 'missing';
  const amount = milliOfText(fields.get('total_amount') ?? '');
  if (amount === undefined) return 'amount';
  const paidAt = timeOf(fields.get('gmt_payment') ?? fields.get('send_pay_date'));
  const { payment: reference, tradeNumber } = numbers;
  return { reference, merchant: appId, tradeNumber, amount, currency: 'CNY', ...(paidAt && { paidAt }) };
};
