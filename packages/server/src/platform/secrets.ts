import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import type { Random } from './ids.ts';

/**
 * All keys of the installation, derived from SECRET_KEY by HKDF-SHA256, one per purpose. What is encrypted is bound to
 * its place (`context`, such as "users.userkey:<id>"), so that a value moved to another row does not decrypt: GCM's
 * associated data. Old keys only decrypt (ADR 0085).
 */
export interface Secrets {
  /** AES-256-GCM: version byte, 12-byte nonce, ciphertext, 16-byte tag. */
  encrypt(plain: string, context: string): Buffer;
  /** The text again. Throws when the key, the context or a byte differs. */
  decrypt(encrypted: Buffer, context: string): string;
  /** The value encrypted under SECRET_KEY; undefined when it is already. Throws when no key decrypts it. */
  reencrypt(encrypted: Buffer, context: string): Buffer | undefined;
  /** HMAC-SHA256 under the key of a purpose. */
  mac(purpose: MacPurpose, text: string): Buffer;
  /** The HMACs that are valid now, the one of `mac` first; old keys add more for a purpose that rotates. */
  validMacs(purpose: MacPurpose, text: string): readonly Buffer[];
}

/** Purposes of which stored or published HMACs must stay the same: a rotation keeps their keys. */
export const keptPurposes = [
  'userkey',
  'password',
  'daily-key',
  'recovery-code',
  'telegram-webhook',
  'audit',
  'pay-notify',
  'made-once',
] as const;

export type KeptPurpose = (typeof keptPurposes)[number];

/** HMACs of `captcha` live for minutes, and those of a backup belong to its SECRET_KEY: these keys rotate. */
export type MacPurpose = KeptPurpose | 'captcha' | 'backup';

/** What else belongs to the keys of an installation. */
export interface KeyRing {
  /** Earlier values of SECRET_KEY. */
  readonly oldKeys?: readonly string[];
  /** Stored HMAC keys; those that are missing are derived from SECRET_KEY. */
  readonly macKeys?: ReadonlyMap<string, Buffer>;
}

const VERSION = 1;

const derive = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'skyport', purpose, 32));

/** The HMAC key of a purpose, from the value of SECRET_KEY. */
export const macKeyOf = (secretKey: string, purpose: MacPurpose): Buffer => derive(secretKey, `mac:${purpose}`);

const decryptWith = (key: KeyObject, encrypted: Buffer, context: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 13)).setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(-16));
  return Buffer.concat([decipher.update(encrypted.subarray(13, -16)), decipher.final()]).toString('utf8');
};

/** The text, and the place in `keys` of the key that decrypts it. Throws when none does. */
const openWith = (keys: readonly KeyObject[], encrypted: Buffer, context: string): { plain: string; at: number } => {
  if (encrypted[0] !== VERSION || encrypted.length < 29) throw new Error('not an encrypted value of this version');
  for (let at = 0; ; at += 1) {
    try {
      return { plain: decryptWith(keys[at]!, encrypted, context), at };
    } catch (fault) {
      if (at === keys.length - 1) throw fault;
    }
  }
};

/** Secrets from the installation's key. Throws when it, or an old one, is shorter than 32 characters. */
export const createSecrets = (secretKey: string, random: Random, ring: KeyRing = {}): Secrets => {
  const allKeys = [secretKey, ...(ring.oldKeys ?? []).filter((old) => old !== secretKey)];
  if (allKeys.some(({ length }) => length < 32)) throw new Error('SECRET_KEY must be at least 32 characters long');
  // Prepared once: making a key object from the bytes at every call takes four times as long.
  const keys = allKeys.map((key) => createSecretKey(derive(key, 'encryption')));
  const macs = new Map<MacPurpose, readonly ((text: string) => Buffer)[]>();
  const macsOf = (purpose: MacPurpose) => {
    let found = macs.get(purpose);
    if (!found) {
      const kept = purpose === 'captcha' ? undefined : (ring.macKeys?.get(purpose) ?? macKeyOf(secretKey, purpose));
      found = (kept ? [kept] : allKeys.map((key) => macKeyOf(key, purpose))).map(hmacUnder);
      macs.set(purpose, found);
    }
    return found;
  };
  const encrypt: Secrets['encrypt'] = (plain, context) => {
    const nonce = random.bytes(12);
    const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()]);
  };
  return {
    encrypt,
    decrypt: (encrypted, context) => openWith(keys, encrypted, context).plain,
    reencrypt: (encrypted, context) => {
      const { plain, at } = openWith(keys, encrypted, context);
      return at === 0 ? undefined : encrypt(plain, context);
    },
    mac: (purpose, text) => macsOf(purpose)[0]!(text),
    validMacs: (purpose, text) => macsOf(purpose).map((mac) => mac(text)),
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
