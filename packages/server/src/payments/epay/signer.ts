import { createHash, sign, verify } from 'node:crypto';
import { sameBytes } from '../../platform/secrets.ts';
import { isOwnKey, readPrivateKey, readPublicKey, signatureBytes } from '../rsa-keys.ts';
import type { EpayConfig } from './config.ts';
import type { Fields } from './fields.ts';

/** Signs for us, and knows the signatures of a gateway. */
export interface Signer {
  readonly signType: 'MD5' | 'RSA';
  sign(fields: Fields): string;
  /** Whether the field `sign` is the gateway's signature of the others. */
  isSigned(fields: Fields): boolean;
}

const UNSIGNED: readonly string[] = ['sign', 'sign_type'];

/** What is signed: the filled fields in the order of their names, values as they are. */
const signedText = (fields: Fields, empty: RegExp): string =>
  [...fields]
    .filter(([name, value]) => !UNSIGNED.includes(name) && !empty.test(value))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** What the versions do not sign: the first only what is empty, the second also what is blank. */
const EMPTY = { epay_v1: /^$/, epay_v2: /^ *$/ } as const;

/** The signer of a merchant; undefined when a secret is missing or unreadable: then nothing is signed or verified. */
export const signerOf = (config: EpayConfig): Signer | undefined =>
  config.kind === 'epay_v1' ? md5Signer(config.key.trim(), config.signKeyMode) : rsaSigner(config);

const md5Signer = (key: string, mode: 'plain' | 'amp_key'): Signer | undefined => {
  if (key === '') return undefined;
  const suffix = mode === 'amp_key' ? `&key=${key}` : key;
  const md5 = (fields: Fields): string =>
    createHash('md5')
      .update(signedText(fields, EMPTY.epay_v1) + suffix)
      .digest('hex');
  return {
    signType: 'MD5',
    sign: md5,
    isSigned: (fields) => sameBytes(Buffer.from(md5(fields)), Buffer.from(fields.get('sign') ?? '')),
  };
};

const rsaSigner = (keys: { readonly privateKey: string; readonly platformKey: string }): Signer | undefined => {
  const [own, theirs] = [readPrivateKey(keys.privateKey), readPublicKey(keys.platformKey)];
  // With our own key in the place of theirs, every request of ours would read as signed by them.
  if (!own || !theirs || isOwnKey(own, theirs)) return undefined;
  const bytes = (fields: Fields): Buffer => Buffer.from(signedText(fields, EMPTY.epay_v2));
  return {
    signType: 'RSA',
    sign: (fields) => sign('sha256', bytes(fields), own).toString('base64'),
    isSigned: (fields) => {
      const signature = signatureBytes(fields.get('sign') ?? '');
      return signature !== undefined && verify('sha256', bytes(fields), theirs, signature);
    },
  };
};
