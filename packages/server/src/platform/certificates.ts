// @peculiar/x509 finds its parts by decorators and needs this before it is loaded.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { createHash, type webcrypto } from 'node:crypto';
import { DAY_MS } from './clock.ts';
import type { Random } from './ids.ts';

/** ECDSA on P-256 with SHA-256, for every certificate of the product. */
export const certificateKeys = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

x509.cryptoProvider.set(globalThis.crypto);

/** A new key pair that may sign and can be exported. */
export const newKeyPair = async (): Promise<webcrypto.CryptoKeyPair> =>
  (await crypto.subtle.generateKey(certificateKeys, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;

/** PKCS #8 as PEM. */
export const privatePem = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

/** A private key from its PEM text, ready to sign. */
export const importPrivate = (pem: string): Promise<webcrypto.CryptoKey> =>
  crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), certificateKeys, true, ['sign']);

/** 16 random bytes as hex, positive (RFC 5280, section 4.1.2.2). */
export const serialNumber = (random: Random): string => {
  const raw = random.bytes(16);
  raw[0] = (raw[0]! & 0x7f) | 0x40;
  return raw.toString('hex');
};

/** Hex SHA-256 of a certificate in DER. */
export const fingerprintOf = (certificate: x509.X509Certificate): string =>
  createHash('sha256').update(Buffer.from(certificate.rawData)).digest('hex');

/** A certificate, its key, both PEM, and the hex SHA-256 of the certificate. */
export interface SelfSigned {
  readonly certificate: string;
  readonly privateKey: string;
  readonly fingerprint: string;
}

/** A server certificate that vouches for itself: its clients know it by its fingerprint. */
export const selfSigned = async (want: {
  name: string;
  from: Date;
  days: number;
  random: Random;
}): Promise<SelfSigned> => {
  const keys = await newKeyPair();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(want.random),
    name: [{ CN: [want.name] }],
    notBefore: want.from,
    notAfter: new Date(want.from.getTime() + want.days * DAY_MS),
    signingAlgorithm: certificateKeys,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: want.name }]),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  });
  return {
    certificate: certificate.toString('pem'),
    privateKey: await privatePem(keys.privateKey),
    fingerprint: fingerprintOf(certificate),
  };
};
