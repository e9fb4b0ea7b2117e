import { createSign, createVerify } from 'node:crypto';

/*
 * Signatures as Alipay makes and checks them, written for the tests alone: neither the product nor the library that it
 * uses is used here, so that a mistake of ours is not confirmed by itself.
 */

/** Parameters by name. */
export type Params = Record<string, string>;

const textOf = (params: Params, left: readonly string[]): string => {
  const names = Object.keys(params);
  names.sort();
  return names
    .filter((name) => !left.includes(name))
    .map((name) => `${name}=${params[name]}`)
    .join('&');
};

/** Whether a merchant has signed a request: everything but the signature. */
export const isSignedRequest = (params: Params, publicPem: string): boolean =>
  createVerify('RSA-SHA256')
    .update(textOf(params, ['sign']), 'utf8')
    .verify(publicPem, params['sign'] ?? '', 'base64');

/** A notification with its signature: over everything but the signature and its type, empty fields too. */
export const signNotice = (
  params: Params,
  privatePem: string,
  hash: 'RSA-SHA256' | 'RSA-SHA1' = 'RSA-SHA256',
): Params => {
  const bare = { ...params };
  delete bare['sign'];
  delete bare['sign_type'];
  const sign = createSign(hash).update(textOf(bare, []), 'utf8').sign(privatePem, 'base64');
  return { ...bare, sign, sign_type: hash === 'RSA-SHA256' ? 'RSA2' : 'RSA' };
};

/** The signature of an answer: over the very characters of its inner object. */
export const signText = (text: string, privatePem: string, hash: 'RSA-SHA256' | 'RSA-SHA1' = 'RSA-SHA256'): string =>
  createSign(hash).update(text, 'utf8').sign(privatePem, 'base64');

/** As forms are written. */
export const formOf = (params: Params): string => new URLSearchParams(params).toString();
