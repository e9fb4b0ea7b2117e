import { createCipheriv, createDecipheriv, createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Random } from './ids.ts';

/**
 * All keys of the installation, derived from SECRET_KEY by HKDF-SHA256, one per purpose. What is encrypted is bound to
 * its place (`context`, such as "users.userkey:<id>"), so that a value moved to another row does not decrypt: GCM's
 * associated data.
 */
export interface Secrets {
  /** AES-256-GCM: version byte, 12-byte nonce, ciphertext, 16-byte tag. */
  encrypt(plain: string, context: string): Buffer;
  /** The text again. Throws when the key, the context or a byte differs. */
  decrypt(encrypted: Buffer, context: string): string;
  /** HMAC-SHA256 under the key of a purpose. */
  mac(purpose: MacPurpose, text: string): Buffer;
}

export type MacPurpose =
  | 'userkey'
  | 'password'
  | 'daily-key'
  | 'recovery-code'
  | 'telegram-webhook'
  | 'audit'
  | 'captcha'
  | 'pay-notify'
  | 'made-once'
  | 'backup';

const VERSION = 1;

/** Secrets from the installation's key. Throws when it is shorter than 32 characters. */
export const createSecrets = (secretKey: string, random: Random): Secrets => {
  if (secretKey.length < 32) throw new Error('SECRET_KEY must be at least 32 characters long');
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secretKey, 'skyport', purpose, 32));
  // Prepared once: with the bare bytes every call would make a key object anew, which takes four times as long.
  const encryption = createSecretKey(derive('encryption'));
  const macs = new Map<MacPurpose, (text: string) => Buffer>();
  return {
    encrypt: (plain, context) => {
      const nonce = random.bytes(12);
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
    },
    decrypt: (encrypted, context) => {
      if (encrypted[0] !== VERSION || encrypted.length < 29) throw new Error('not an encrypted value of this version');
      const decipher = createDecipheriv('aes-256-gcm', encryption, encrypted.subarray(1, 13)).setAAD(
        Buffer.from(context),
      );
      decipher.setAuthTag(encrypted.subarray(-16));
      return Buffer.concat([decipher.update(encrypted.subarray(13, -16)), decipher.final()]).toString('utf8');
    },
    mac: (purpose, text) => {
      let mac = macs.get(purpose);
      if (!mac) macs.set(purpose, (mac = hmacUnder(derive(`mac:${purpose}`))));
      return mac(text);
    },
  };
};

const BLOCK_BYTES = 64;

/**
 * HMAC-SHA256 (RFC 2104) under one key of at most 64 bytes. With both pads prepared and one-shot hashes it takes a
 * sixth of the time of `createHmac`, and every request for a document makes one.
 */
const hmacUnder = (key: Buffer): ((text: string) => Buffer) => {
  const padded = Buffer.concat([key], BLOCK_BYTES);
  const [inner, outer] = [0x36, 0x5c].map((pad) => padded.map((byte) => byte ^ pad)) as [Uint8Array, Uint8Array];
  const sha256Of = (pad: Uint8Array, rest: Buffer): Buffer => hash('sha256', Buffer.concat([pad, rest]), 'buffer');
  return (text) => sha256Of(outer, sha256Of(inner, Buffer.from(text, 'utf8')));
};

/**
 * SHA-256 of a text, as stored for session parts and one-time codes: read from hexadecimal, because a buffer that
 * OpenSSL allocates costs more than the whole hash.
 */
export const sha256 = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex');

/** Whether two byte strings are equal, in a time that does not depend on where they differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
