import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import {
  BasicConstraintsExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate with its key; both PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Good for a day, and since an hour ago. */
const validity = (): { notBefore: Date; notAfter: Date } => {
  const now = Date.now();
  return { notBefore: new Date(now - 3_600_000), notAfter: new Date(now + 86_400_000) };
};

const keyPem = async (key: webcrypto.CryptoKey): Promise<string> => {
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
};

const signedByItself = (
  name: string,
  keys: webcrypto.CryptoKeyPair,
  extensions: Extension[] = [],
): Promise<X509Certificate> =>
  X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    ...validity(),
    signingAlgorithm: algorithm,
    keys,
    extensions,
  });

/** A certificate that signs itself, good for a day, with its key; both PEM. */
export const selfSigned = async (name: string): Promise<Certified> => {
  const keys = await newKeys();
  const certificate = await signedByItself(name, keys);
  return { cert: certificate.toString('pem'), key: await keyPem(keys.privateKey) };
};

/** An authority of a test's own: its certificate (PEM), and how it certifies a host's names and addresses for a day. */
export const authority = async (
  name: string,
): Promise<{ readonly certificate: string; issue(...hosts: [string, ...string[]]): Promise<Certified> }> => {
  const own = await newKeys();
  const certificate = await signedByItself(name, own, [
    new BasicConstraintsExtension(true, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
  ]);
  const issue = async (...hosts: [string, ...string[]]): Promise<Certified> => {
    const keys = await newKeys();
    const leaf = await X509CertificateGenerator.create({
      serialNumber: '02',
      subject: `CN=${hosts[0]}`,
      issuer: certificate.subject,
      ...validity(),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: own.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new SubjectAlternativeNameExtension(
          hosts.map((host) => ({ type: isIP(host) === 0 ? 'dns' : 'ip', value: host })),
        ),
      ],
    });
    return { cert: leaf.toString('pem'), key: await keyPem(keys.privateKey) };
  };
  return { certificate: certificate.toString('pem'), issue };
};
