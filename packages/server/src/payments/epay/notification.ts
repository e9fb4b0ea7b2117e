import { SECOND_MS, type Clock } from '../../platform/clock.ts';
import {
  BadNotification,
  type Notified,
  type ProviderClaim,
  type RawNotification,
} from '../../platform/payment-providers.ts';
import { milliOfText } from './amounts.ts';
import type { EpayConfig } from './config.ts';
import { fieldsOfForm, fieldsOfJson, fieldsOfParts, type Fields } from './fields.ts';
import type { Signer } from './signer.ts';
import { epayTexts } from './texts.ts';

const { refused } = epayTexts;

const MOST_BYTES = 16 * 1024;
const LONGEST_VALUE = 4096;
/** Fields that only requests carry: with one key for both, a request of ours must never read as a notification. */
const REQUEST_ONLY: readonly string[] = ['notify_url', 'return_url', 'clientip', 'device', 'method', 'key'];
/** What numbers of payments consist of, ours and theirs. */
const NUMBER = /^[A-Za-z0-9._|-]{1,64}$/;
/** How far apart the times of both sides may be in version 2. */
export const WINDOW_MS = 300 * SECOND_MS;

const refuse = (why: string): never => {
  throw new BadNotification(why);
};

/** What a notification is read with. */
interface Reader {
  readonly config: EpayConfig;
  readonly signer: Signer | undefined;
  readonly clock: Clock;
}

/**
 * Reads a notification, in an order in which nothing is looked at before it was bounded and nothing is believed before
 * it was signed. Whatever fails throws BadNotification.
 */
export const readEpayNotification = (raw: RawNotification, { config, signer, clock }: Reader): Notified => {
  const fields = fieldsOf(raw);
  if (REQUEST_ONLY.some((name) => fields.has(name))) refuse(refused.request);
  if ([...fields.values()].some(isPoisoned)) refuse(refused.value);
  if (!signer) return refuse(refused.secret);
  if (fields.get('sign_type') !== signer.signType) refuse(refused.signType);
  if (!signer.isSigned(fields)) refuse(refused.signature);
  if (config.kind === 'epay_v2' && !isRecent(fields, clock)) refuse(refused.time);
  if (fields.get('pid') !== config.pid) refuse(refused.merchant);
  const status = fields.get('trade_status') || refuse(refused.missing);
  if (status !== 'TRADE_SUCCESS') return { kind: 'ignored', why: epayTexts.unpaid };
  const claim = claimOf(fields, config.pid);
  if (typeof claim === 'string') return refuse(refused[claim]);
  return { kind: 'claim', claim, mustAsk: config.kind === 'epay_v1' };
};

const fieldsOf = ({ method, query, contentType, body }: RawNotification): Fields => {
  if (query.length + body.length > MOST_BYTES) refuse(refused.size);
  const isPosted = method === 'POST' && query === '';
  if (isPosted === (body.length === 0) || (!isPosted && query === '')) refuse(refused.place);
  if (!isPosted) return fieldsOfForm(query);
  const text = body.toString('utf8');
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (type.includes('json')) return fieldsOfJson(text);
  if (type === '' || type.includes('urlencoded')) return fieldsOfForm(text);
  if (type === 'multipart/form-data') return fieldsOfParts(text, contentType);
  return refuse(refused.form);
};

/** What re-splits the signed text, or nobody sees; U+FFFD stands for bytes that are no text. */
const isPoisoned = (value: string): boolean => value.length > LONGEST_VALUE || /[&\p{Cc}\p{Cs}\uFFFD]/u.test(value);

/** Whether what is signed was written within 300 s of now. Version 2 alone has times. */
export const isRecent = (fields: Fields, clock: Clock): boolean => {
  const written = fields.get('timestamp') ?? '';
  return /^\d{10}$/.test(written) && Math.abs(clock.now().getTime() - Number(written) * SECOND_MS) <= WINDOW_MS;
};

/** The claim of fields that are believed and say that it is paid, or what is wrong with them. */
export const claimOf = (fields: Fields, merchant: string): ProviderClaim | 'missing' | 'amount' => {
  const [reference = '', tradeNumber = ''] = ['trade_no', 'out_trade_no'].map((name) => fields.get(name));
  if (!NUMBER.test(reference) || !NUMBER.test(tradeNumber)) return 'missing';
  const amount = milliOfText(fields.get('money') ?? '');
  return amount === undefined ? 'amount' : { reference, merchant, tradeNumber, amount, currency: 'CNY' };
};
