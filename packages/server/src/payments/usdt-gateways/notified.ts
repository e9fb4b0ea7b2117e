import { BadNotification, type ProviderClaim, type RawNotification } from '../../platform/payment-providers.ts';
import { milliOfText } from '../epay/amounts.ts';
import { fieldsOfJson, type Fields } from '../epay/fields.ts';
import { usdtGatewayTexts } from './texts.ts';
import type { TokenSigner } from './token-signer.ts';

const { refused } = usdtGatewayTexts;

const MOST_BYTES = 16 * 1024;
const LONGEST_VALUE = 4096;
/** What numbers of payments consist of, ours and theirs. */
const NUMBER = /^[A-Za-z0-9._|-]{1,64}$/;

/** Refuses a notification; the text is for the log of notifications. */
export const refuse = (why: string): never => {
  throw new BadNotification(why);
};

/** What re-splits the signed text, or nobody sees. U+FFFD stands for bytes that are no text. */
const isPoisoned = (value: string): boolean => value.length > LONGEST_VALUE || /[&\p{Cc}\p{Cs}\uFFFD]/u.test(value);

/**
 * The fields of a notification that the token has signed, numbers as they are written. Nothing is looked at before it
 * was bounded, and nothing is believed before it was signed. Throws BadNotification; a field that only requests carry
 * is refused, because one token signs both ways.
 */
export const signedFields = (
  { method, query, contentType, body }: RawNotification,
  { signer, requestOnly }: { readonly signer: TokenSigner | undefined; readonly requestOnly: readonly string[] },
): Fields => {
  if (query.length + body.length > MOST_BYTES) refuse(refused.size);
  if (method !== 'POST' || query !== '' || body.length === 0) refuse(refused.place);
  const type = contentType.toLowerCase();
  if (type !== '' && !type.includes('json')) refuse(refused.form);
  const fields = fieldsOfJson(body.toString('utf8'));
  if (requestOnly.some((name) => fields.has(name))) refuse(refused.request);
  if ([...fields.values()].some(isPoisoned)) refuse(refused.value);
  if (!signer) return refuse(refused.secret);
  return signer.isSigned(fields) ? fields : refuse(refused.signature);
};

/** What of a payment is said by which field. */
interface Named {
  readonly reference: string | undefined;
  readonly tradeNumber: string | undefined;
  readonly money: string | undefined;
}

/** The claim of fields that are believed and say that it is paid, or what is wrong with them. */
export const claimOf = (
  { reference = '', tradeNumber = '', money = '' }: Named,
  merchant: string,
): ProviderClaim | 'missing' | 'amount' => {
  if (!NUMBER.test(reference) || !NUMBER.test(tradeNumber)) return 'missing';
  const amount = milliOfText(money);
  return amount === undefined ? 'amount' : { reference, merchant, tradeNumber, amount, currency: 'CNY' };
};
