import 'reflect-metadata';
import { createCipheriv, createPrivateKey, createSign, createVerify, randomBytes, webcrypto } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';

/*
 * Signatures as WeChat Pay makes and checks them, written for the tests alone: nothing of the product is used here, so
 * that a mistake of ours is not confirmed by itself.
 */

/** A key of WeChat Pay and its name. */
export interface PlatformKey {
  readonly serial: string;
  readonly privateKey: string;
}

/** A certificate of WeChat Pay, fresh, with its key. */
export const freshCertificate = async (serial: string): Promise<PlatformKey & { readonly certificate: string }> => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 } as const;
  const keys = await webcrypto.subtle.generateKey({ ...algorithm, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    'sign',
    'verify',
  ]);
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial,
    name: 'CN=Tenpay.com sign',
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2031-01-01'),
    signingAlgorithm: algorithm,
    keys,
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const pem = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' });
  return { serial, privateKey: pem as string, certificate: made.toString('pem') };
};

/** Who asks, by the header that says so; undefined when it says nothing of that. */
export const readAuthorization = (header: string): ReadonlyMap<string, string> | undefined => {
  if (!header.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return undefined;
  const said = header.slice(header.indexOf(' ') + 1).matchAll(/(\w+)="([^"]*)"/g);
  return new Map([...said].map(([, name = '', value = '']) => [name, value]));
};

/** Whether a merchant has signed a request. */
export const isSignedRequest = (
  said: ReadonlyMap<string, string>,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
  publicPem: string,
): boolean =>
  createVerify('RSA-SHA256')
    .update(`${method}\n${path}\n${said.get('timestamp')}\n${said.get('nonce_str')}\n${body}\n`)
    .verify(publicPem, said.get('signature') ?? '', 'base64');

/** The headers that sign a body at a time, in seconds. */
export const signedHeaders = (
  body: string,
  { serial, privateKey }: PlatformKey,
  seconds: number,
): Record<string, string> => {
  const nonce = randomBytes(16).toString('hex');
  const text = `${seconds}\n${nonce}\n${body}\n`;
  return {
    'wechatpay-timestamp': String(seconds),
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'),
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
  };
};

/** Closes a text by the key of API v3, as it stands in a notification. */
export const sealed = (text: string, apiKey: string, about: string): Record<string, string> => {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce);
  cipher.setAAD(Buffer.from(about));
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    original_type: about,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: bytes.toString('base64'),
    associated_data: about,
    nonce,
  };
};
