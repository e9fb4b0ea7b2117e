import {
  BadNotification,
  type Notified,
  type ProviderClaim,
  type RawNotification,
  type TakenBack,
} from '../../platform/payment-providers.ts';
import { membersOf, objectOf, textOf, type Members } from '../members.ts';
import type { Merchant } from './merchant.ts';
import type { WechatConfig } from './config.ts';
import { doubtOf, decrypted } from './signing.ts';
import { wechatTexts } from './texts.ts';

const { refused } = wechatTexts;

/** What numbers of payments consist of, ours and theirs. */
const NUMBER = /^[0-9A-Za-z_|*-]{1,64}$/;
const ALGORITHM = 'AEAD_AES_256_GCM';

const refuse = (why: string): never => {
  throw new BadNotification(why);
};

/**
 * Reads a notification: its signature over the bytes as they came, then its encrypted content, then whose it is. The
 * merchant is a text where a key is missing. Whatever fails throws BadNotification.
 */
export const readWechatNotification = (raw: RawNotification, merchant: Merchant | string): Notified => {
  const { method, query, contentType, headers, body } = raw;
  if (method !== 'POST' || query !== '' || !contentType.toLowerCase().includes('json') || body.length === 0)
    refuse(refused.place);
  if (typeof merchant === 'string') return refuse(refused.secret);
  const doubt = doubtOf(merchant, { headers, body });
  if (doubt) refuse(refused[doubt]);
  const told = membersOf(body.toString('utf8')) ?? refuse(refused.form);
  const data = contentOf(merchant, objectOf(told, 'resource'));
  if (textOf(data, 'mchid') !== merchant.config.mchid) refuse(refused.merchant);
  const event = textOf(told, 'event_type');
  if (event.startsWith('REFUND.')) return refundOf(event, data);
  return event === 'TRANSACTION.SUCCESS' ? paymentOf(merchant, data) : { kind: 'ignored', why: wechatTexts.unpaid };
};

/** The encrypted content of a notification. */
const contentOf = ({ apiKey }: Merchant, resource: Members): Members => {
  const [ciphertext, nonce] = [textOf(resource, 'ciphertext'), textOf(resource, 'nonce')];
  if (textOf(resource, 'algorithm') !== ALGORITHM || ciphertext === '') refuse(refused.form);
  const text = decrypted(apiKey, { ciphertext, nonce, associated_data: textOf(resource, 'associated_data') });
  if (text === undefined) return refuse(refused.cipher);
  return membersOf(text) ?? refuse(refused.form);
};

const paymentOf = ({ config }: Merchant, data: Members): Notified => {
  const state = textOf(data, 'trade_state') || refuse(refused.missing);
  if (state !== 'SUCCESS') return { kind: 'ignored', why: wechatTexts.unpaid };
  const claim = claimOf(data, config);
  return typeof claim === 'string' ? refuse(refused[claim]) : { kind: 'claim', claim, mustAsk: false };
};

/** Milli-yuan of fen as they stand in JSON; undefined for what is no positive whole number. */
const milliOfFen = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) > 0 && Number.isSafeInteger((value as number) * 10)
    ? (value as number) * 10
    : undefined;

const timeOf = (text: string): Date | undefined => {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
};

/** The numbers of a payment: theirs and ours; undefined when one is missing. */
const numbersOf = (data: Members) => {
  const [payment, tradeNumber] = [textOf(data, 'transaction_id'), textOf(data, 'out_trade_no')];
  return NUMBER.test(payment) && NUMBER.test(tradeNumber) ? { payment, tradeNumber } : undefined;
};

/**
 * The claim of a payment that is believed and was made, or what is wrong with it. The whole amount counts, whatever
 * the payer's share of it was: coupons of WeChat's are its own matter.
 */
export const claimOf = (
  data: Members,
  { appId, mchid }: Pick<WechatConfig, 'appId' | 'mchid'>,
): ProviderClaim | 'application' | 'missing' | 'amount' => {
  if (textOf(data, 'appid') !== appId) return 'application';
  const numbers = numbersOf(data);
  if (!numbers) return 'missing';
  const { total, currency } = objectOf(data, 'amount');
  const amount = milliOfFen(total);
  if (amount === undefined || currency !== 'CNY') return 'amount';
  const paidAt = timeOf(textOf(data, 'success_time'));
  const { payment: reference, tradeNumber } = numbers;
  return { reference, merchant: mchid, tradeNumber, amount, currency, ...(paidAt && { paidAt }) };
};

const refundOf = (event: string, data: Members): Notified => {
  if (event !== 'REFUND.SUCCESS' || textOf(data, 'refund_status') !== 'SUCCESS')
    return { kind: 'ignored', why: wechatTexts.notRefunded };
  const reference = textOf(data, 'refund_id');
  const numbers = numbersOf(data) ?? refuse(refused.missing);
  if (!NUMBER.test(reference)) refuse(refused.missing);
  const at = timeOf(textOf(data, 'success_time'));
  const takenBack: TakenBack = {
    reason: 'refund',
    reference,
    merchant: textOf(data, 'mchid'),
    ...numbers,
    amount: milliOfFen(objectOf(data, 'amount')['refund']) ?? refuse(refused.amount),
    isTotal: false,
    currency: 'CNY',
    ...(at && { at }),
  };
  return { kind: 'takenBack', takenBack };
};
