import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { systemRandom } from '../platform/ids.ts';
import { createSecrets } from '../platform/secrets.ts';
import { refuseBackup } from './refused.ts';

/** Cost of a guess at a passphrase (scrypt, RFC 7914): 128 MiB. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const SHORTEST_PASSPHRASE = 12;
const FINGERPRINT_DIGITS = 32;

const Base64 = z.base64();

/** SECRET_KEY under a passphrase: scrypt, AES-256-GCM. */
export const SealedKey = z.object({ salt: Base64, nonce: Base64, box: Base64, tag: Base64 });

const macOf = (secretKey: string, text: string): string =>
  createSecrets(secretKey, systemRandom).mac('backup', text).toString('hex');

/** Tells keys apart and says nothing of the key. */
export const fingerprintOf = (secretKey: string): string =>
  macOf(secretKey, 'fingerprint').slice(0, FINGERPRINT_DIGITS);

/** HMAC of a manifest under the installation's key. */
export const manifestMac = (secretKey: string, manifest: string): string => macOf(secretKey, `manifest ${manifest}`);

const keyFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, COST, (fault, key) => (fault ? reject(fault) : resolve(key)));
  });

/** Seals SECRET_KEY. Throws one sentence for a passphrase that is too short. */
export const sealKey = async (secretKey: string, passphrase: string): Promise<z.infer<typeof SealedKey>> => {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new Error(`BACKUP_PASSPHRASE must be at least ${SHORTEST_PASSPHRASE} characters long.`);
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyFrom(passphrase, salt), nonce);
  const box = Buffer.concat([cipher.update(secretKey, 'utf8'), cipher.final()]);
  const [saltText, nonceText, boxText, tag] = [salt, nonce, box, cipher.getAuthTag()].map((bytes) =>
    bytes.toString('base64'),
  ) as [string, string, string, string];
  return { salt: saltText, nonce: nonceText, box: boxText, tag };
};

/** The sealed SECRET_KEY. Refuses another passphrase. */
export const openKey = async (sealed: z.infer<typeof SealedKey>, passphrase: string): Promise<string> => {
  const [salt, nonce, box, tag] = [sealed.salt, sealed.nonce, sealed.box, sealed.tag].map((text) =>
    Buffer.from(text, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const decipher = createDecipheriv('aes-256-gcm', await keyFrom(passphrase, salt), nonce);
  try {
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(box), decipher.final()]).toString('utf8');
  } catch {
    return refuseBackup('BACKUP_PASSPHRASE is not the passphrase of this backup. Nothing was changed.');
  }
};
