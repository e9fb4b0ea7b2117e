import { createHash, createHmac } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';
import type { Fields } from '../epay/fields.ts';

/** How a gateway makes a signature of a text and its token. */
export type TokenAlgorithm = 'md5' | 'hmac-sha256';

/** Signs for us by a token that gateway and shop share, and knows what else is signed by it. */
export interface TokenSigner {
  sign(fields: Fields): string;
  /** Whether the signature among the fields is the token's over the others. */
  isSigned(fields: Fields): boolean;
}

/** What is signed: fields in the order of their names, values as the texts that came. */
const textOf = (fields: Fields, name: string, withEmpty: boolean): string =>
  [...fields]
    .filter(([key, value]) => key !== name && (withEmpty || value !== ''))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');

const digestOf = (text: string, token: string, algorithm: TokenAlgorithm): string =>
  algorithm === 'md5'
    ? createHash('md5')
        .update(text + token)
        .digest('hex')
    : createHmac('sha256', token).update(text).digest('hex');

/**
 * The signer of a token; `name` is the field that holds the signature. Undefined without a token: then nothing is
 * signed or verified. Some gateways sign over empty fields, others leave them out: both are the token's word.
 */
export const tokenSigner = (
  token: string,
  { name, algorithm }: { readonly name: string; readonly algorithm: TokenAlgorithm },
): TokenSigner | undefined => {
  if (token === '') return undefined;
  const sign = (fields: Fields, withEmpty = false): string =>
    digestOf(textOf(fields, name, withEmpty), token, algorithm);
  const isIt = (given: string, right: string): boolean => sameBytes(Buffer.from(given), Buffer.from(right));
  return {
    sign,
    isSigned: (fields) => {
      const given = fields.get(name) ?? '';
      return [false, true].some((withEmpty) => isIt(given, sign(fields, withEmpty)));
    },
  };
};
