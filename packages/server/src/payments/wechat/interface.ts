import type { OutgoingAnswer } from '../../platform/outgoing.ts';
import { membersOf, textOf, type Members } from '../members.ts';
import type { Merchant } from './merchant.ts';
import { authorizationOf, doubtOf, type Doubt } from './signing.ts';

/** A question to WeChat Pay. */
export interface Question {
  /** Below the address of the interface, with its query. */
  readonly path: string;
  /** What is posted; without it the question is a GET. */
  readonly content?: object;
  readonly signal: AbortSignal;
}

/** Asks WeChat Pay. Throws OutgoingFault. */
export const ask = (merchant: Merchant, { path, content, signal }: Question): Promise<OutgoingAnswer> => {
  const url = new URL(path, merchant.base);
  const json = content && JSON.stringify(content);
  const { keyId } = merchant.config;
  const headers = {
    accept: 'application/json',
    authorization: authorizationOf(merchant, { method: json === undefined ? 'GET' : 'POST', url, body: json ?? '' }),
    // Whoever has the public key has to say so, or is answered by a certificate.
    ...(keyId !== '' && { 'wechatpay-serial': keyId }),
  };
  return merchant.parts.http.send({ url, ...(json !== undefined && { json }), headers, signal });
};

/** Bytes of a bill that are taken: some hundred thousand lines. */
const BILL_BYTES = 64 * 1024 * 1024;

/** Asks for a file at an address that WeChat Pay has given. Nothing in it is signed. Throws OutgoingFault. */
export const askFile = (merchant: Merchant, url: URL, signal: AbortSignal): Promise<OutgoingAnswer> => {
  const authorization = authorizationOf(merchant, { method: 'GET', url, body: '' });
  return merchant.parts.http.send({ url, headers: { authorization }, signal, maxBytes: BILL_BYTES });
};

/** What an answer is worth: what is in `doubt` proves nothing. */
export type Answer =
  | { readonly kind: 'json'; readonly status: number; readonly data: Members; readonly doubt: Doubt | undefined }
  | { readonly kind: 'notJson' };

/** Reads an answer. An empty one has no members. */
export const readAnswer = (merchant: Merchant, { status, text, bytes, headers }: OutgoingAnswer): Answer => {
  const data = text === '' ? {} : membersOf(text);
  return data
    ? { kind: 'json', status, data, doubt: doubtOf(merchant, { headers, body: bytes }) }
    : { kind: 'notJson' };
};

/** What WeChat Pay calls its refusal. */
export const reasonOf = (data: Members): string =>
  textOf(data, 'code')
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 60) || 'no code';
