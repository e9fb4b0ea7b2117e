import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';

const LEAST_BITS = 2048;

const isRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;

/** An RSA key from PEM or its bare base64, in today's form or in PKCS#1; undefined for anything else. */
const readKey = <T extends 'pkcs8' | 'spki'>(
  text: string,
  read: (der: Buffer, type: T | 'pkcs1') => KeyObject,
  modern: T,
): KeyObject | undefined => {
  const der = Buffer.from(text.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  for (const type of [modern, 'pkcs1'] as const) {
    try {
      const key = read(der, type);
      return isRsa(key) ? key : undefined;
    } catch {
      // Perhaps it is the other form.
    }
  }
  return undefined;
};

/** A private RSA key of at least 2048 bits, from PEM or its bare base64. */
export const readPrivateKey = (text: string): KeyObject | undefined =>
  readKey(text, (key, type) => createPrivateKey({ key, format: 'der', type }), 'pkcs8');

/** A public RSA key of at least 2048 bits, from PEM or its bare base64. */
export const readPublicKey = (text: string): KeyObject | undefined =>
  readKey(text, (key, type) => createPublicKey({ key, format: 'der', type }), 'spki');

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates of a PEM text whose keys are RSA of at least 2048 bits; undefined when one cannot be read. */
export const readCertificates = (text: string): readonly X509Certificate[] | undefined => {
  try {
    const read = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
    return read.every(({ publicKey }) => isRsa(publicKey)) ? read : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a public key belongs to a private one of ours: as somebody else's it would make our words theirs. */
export const isOwnKey = (own: KeyObject, theirs: KeyObject): boolean => createPublicKey(own).equals(theirs);

/** The bytes of a signature in base64; undefined where it is written in another way than the one that there is. */
export const signatureBytes = (given: string): Buffer | undefined => {
  const bytes = Buffer.from(given, 'base64');
  return bytes.toString('base64') === given ? bytes : undefined;
};
