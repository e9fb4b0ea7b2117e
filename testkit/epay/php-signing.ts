import { createHash, createSign, createVerify, generateKeyPairSync } from 'node:crypto';

/*
 * Signatures as gateways in PHP make them (ksort, foreach, substr), written for the tests alone: nothing of the product
 * is used here, so that a mistake of ours is not confirmed by itself.
 */

/** Parameters by name. */
export type Params = Record<string, string>;

/** What is signed. `isBlankEmpty`: version 2 leaves out what is only blanks. */
export const phpSignText = (params: Params, isBlankEmpty: boolean): string => {
  let text = '';
  const names = Object.keys(params);
  names.sort();
  for (const name of names) {
    if (name === 'sign' || name === 'sign_type') continue;
    const value = params[name]!;
    if (value === '' || (isBlankEmpty && value.trim() === '')) continue;
    text += `${name}=${value}&`;
  }
  return text.substring(0, text.length - 1);
};

/** `md5($text . $key)`, or with `&key=` before the key. */
export const phpMd5 = (params: Params, key: string, mode: 'plain' | 'amp_key' = 'plain'): string => {
  const text = phpSignText(params, false);
  return createHash('md5')
    .update(mode === 'amp_key' ? `${text}&key=${key}` : text + key, 'utf8')
    .digest('hex');
};

/** `openssl_sign(…, OPENSSL_ALGO_SHA256)` in base64. */
export const phpRsa = (params: Params, privatePem: string): string =>
  createSign('RSA-SHA256').update(phpSignText(params, true), 'utf8').sign(privatePem, 'base64');

/** `openssl_verify` of the parameter `sign`. */
export const phpRsaIsRight = (params: Params, publicPem: string): boolean =>
  createVerify('RSA-SHA256')
    .update(phpSignText(params, true), 'utf8')
    .verify(publicPem, params['sign'] ?? '', 'base64');

/** Keys of one side, PEM. */
export interface PemPair {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Fresh RSA keys. */
export const freshPair = (bits = 2048): PemPair =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** A key as gateways show it to merchants: the base64 of its PEM on one line. */
export const bareKey = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\n/g, '');
