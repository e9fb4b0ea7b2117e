import type { OutgoingAnswer } from '../../platform/outgoing.ts';
import { DEFAULT_TIMEZONE } from '@skyport/contract/units';
import { timeText, type Clock } from '../../platform/clock.ts';
import { fieldsOfAnswer, type Fields } from '../epay/fields.ts';
import { membersOf } from '../members.ts';
import { signatureBytes } from '../rsa-keys.ts';
import type { Merchant } from './merchant.ts';

/** A question to Alipay: a method, what it is about, and where the answer leads. */
export interface Question {
  readonly method: string;
  readonly content: Readonly<Record<string, string>>;
  readonly notifyUrl?: string;
  readonly returnUrl?: string;
}

/** An instant as Alipay writes it. */
export const alipayTime = (at: Date): string => timeText(at, DEFAULT_TIMEZONE);

/** An address of Alipay's with a question that we have signed, as customers are sent there. */
export const signedLink = ({ sdk, parts }: Merchant, { method, content, notifyUrl, returnUrl }: Question): string =>
  sdk.pageExecute(method, 'GET', {
    bizContent: { ...content },
    timestamp: alipayTime(parts.clock.now()),
    ...(notifyUrl !== undefined && { notifyUrl }),
    ...(returnUrl !== undefined && { returnUrl }),
  });

/** Asks Alipay; what the question is about is posted, as its own programs do. Throws OutgoingFault. */
export const ask = (merchant: Merchant, question: Question, signal: AbortSignal): Promise<OutgoingAnswer> => {
  const url = new URL(signedLink(merchant, question));
  const form = new URLSearchParams({ biz_content: url.searchParams.get('biz_content') ?? '' });
  url.searchParams.delete('biz_content');
  return merchant.parts.http.send({ url, form, signal });
};

/** What an answer is worth. */
export type Answer =
  /** What Alipay has signed. `code` is 10000 when it did what was asked. */
  | { readonly kind: 'signed'; readonly fields: Fields }
  /** Nobody has signed it: nothing follows from it. */
  | { readonly kind: 'unsigned'; readonly fields: Fields }
  | { readonly kind: 'notJson' };

/** Reads an answer: only the very bytes that are signed are looked at, whatever else stands beside them. */
export const readAnswer = ({ sdk }: Merchant, method: string, { text }: Pick<OutgoingAnswer, 'text'>): Answer => {
  const name = `${method.replaceAll('.', '_')}_response`;
  const whole = membersOf(text);
  const said = whole?.[name] ?? whole?.['error_response'];
  if (typeof said !== 'object' || said === null) return { kind: 'notJson' };
  const sign = whole?.['sign'];
  const unsigned = { kind: 'unsigned', fields: fieldsOfAnswer(JSON.stringify(said)) ?? new Map() } as const;
  if (typeof sign !== 'string' || !signatureBytes(sign)) return unsigned;
  const signed = sdk.getSignStr(text, name);
  if (!sdk.rsaCheck(signed, sign, 'RSA2')) return unsigned;
  const fields = fieldsOfAnswer(signed);
  return fields ? { kind: 'signed', fields } : unsigned;
};

const WINDOW_MS = 300_000;

/** Whether an answer was written at another time than ours, as far as it says when. */
export const isAtOtherTime = ({ headers }: Pick<OutgoingAnswer, 'headers'>, clock: Clock): boolean => {
  const written = Date.parse(headers.date ?? '');
  return Math.abs(clock.now().getTime() - written) > WINDOW_MS;
};
