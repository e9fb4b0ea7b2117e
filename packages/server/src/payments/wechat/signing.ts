import { createDecipheriv, randomBytes, sign, verify } from 'node:crypto';
import { SECOND_MS, type Clock } from '../../platform/clock.ts';
import { signatureBytes } from '../rsa-keys.ts';
import { serialOf, type Merchant } from './merchant.ts';

/** How far their times may be from ours. */
const WINDOW_MS = 300 * SECOND_MS;
/**
 * WeChat Pay sometimes sends a deliberately wrong signature with this beginning, to test whether we verify: it is
 * always refused.
 */
const SIGNATURE_TEST = 'WECHATPAY/SIGNTEST/';
const NONCE_BYTES = 16;
const TAG_BYTES = 16;

/** A request as it is signed. */
interface Signed {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body: string;
}

/** The header that says who asks, with our signature. */
export const authorizationOf = ({ config, own, parts }: Merchant, { method, url, body }: Signed): string => {
  const time = Math.floor(parts.clock.now().getTime() / SECOND_MS);
  const nonce = randomBytes(NONCE_BYTES).toString('hex');
  const text = `${method}\n${url.pathname}${url.search}\n${time}\n${nonce}\n${body}\n`;
  const signature = sign('sha256', Buffer.from(text), own).toString('base64');
  const { mchid, serial } = config;
  const fields = { mchid, nonce_str: nonce, signature, timestamp: time, serial_no: serial };
  const said = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${said.join(',')}`;
};

/** Something that is said to come from WeChat Pay, as it came. */
export interface Said {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** Why something is not believed to come from WeChat Pay. */
export type Doubt = 'headers' | 'signatureTest' | 'time' | 'serial' | 'signature';

/** Why something does not come from WeChat Pay of just now; undefined when it does. */
export const doubtOf = (
  { theirs, parts }: Pick<Merchant, 'theirs' | 'parts'>,
  { headers, body }: Said,
): Doubt | undefined => {
  const [time, nonce, serial, given] = ['timestamp', 'nonce', 'serial', 'signature'].map((name) => {
    const value = headers[`wechatpay-${name}`];
    return typeof value === 'string' ? value : '';
  }) as [string, string, string, string];
  if (given.startsWith(SIGNATURE_TEST)) return 'signatureTest';
  if ([time, nonce, serial, given].some((value) => value === '' || value.length > 1000)) return 'headers';
  if (!isRecent(time, parts.clock)) return 'time';
  const key = theirs.get(serialOf(serial));
  if (!key) return 'serial';
  const signature = signatureBytes(given);
  const signed = Buffer.concat([Buffer.from(`${time}\n${nonce}\n`), body, Buffer.from('\n')]);
  return signature && verify('sha256', signed, key, signature) ? undefined : 'signature';
};

const isRecent = (time: string, clock: Clock): boolean =>
  /^\d{10}$/.test(time) && Math.abs(clock.now().getTime() - Number(time) * SECOND_MS) <= WINDOW_MS;

/** The encrypted part of a notification, as it came in JSON. */
export interface Encrypted {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data: string;
}

/**
 * Decrypts what WeChat Pay encrypted with our key of API v3; undefined where the key is another or bytes were changed.
 */
export const decrypted = (apiKey: Buffer, { ciphertext, nonce, associated_data }: Encrypted): string | undefined => {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length <= TAG_BYTES || Buffer.byteLength(nonce) !== 12) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', apiKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES)).setAAD(Buffer.from(associated_data));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};
