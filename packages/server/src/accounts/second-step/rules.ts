import { RECOVERY_CODES, TOTP_DIGITS, TOTP_SECONDS } from '@skyport/contract/second-step';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Random } from '../../platform/ids.ts';

/** How long a begun set-up may wait for its first code. */
export const BEGUN_MS = 30 * MINUTE_MS;

/** Bytes of a secret: as many as SHA-1, which the codes are made with, has (RFC 4226 §4). */
const SECRET_BYTES = 20;

/** Codes of one step before and one after are taken too: clocks of phones are not exact. */
const SKEW_STEPS = 1;

/** No letter or digit that looks like another one; 50 bits in ten of them. */
const CLEAR = '23456789abcdefghjkmnpqrstuvwxyz';
const RECOVERY_LENGTH = 10;

/** A new secret for an authenticator app, in base32. */
export const makeSecret = (random: Random): string => {
  const bytes = random.bytes(SECRET_BYTES);
  return new Secret({ buffer: new Uint8Array(bytes).buffer }).base32;
};

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: TOTP_DIGITS, period: TOTP_SECONDS });

/** What an authenticator app reads from the QR code: the secret, and whose it is at which site. */
export const uriOf = (secret: string, { site, email }: { site: string; email: string }): string =>
  totpOf(secret, { issuer: site, label: email }).toString();

/**
 * The 30-second step of a code, at most one step early or late; undefined when the code is wrong or older than `after`,
 * the newest step that was ever taken. `used` is the code of that step: seen over a shoulder it opens nothing.
 */
export const stepOf = (
  secret: string,
  code: string,
  { now, after }: { now: Date; after: number },
): number | 'used' | undefined => {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: SKEW_STEPS });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / 1000 / TOTP_SECONDS) + delta;
  if (step === after) return 'used';
  return step > after ? step : undefined;
};

/** Recovery codes as they are typed: ten characters, without the dash that they are shown with. */
export const makeRecoveryCodes = (random: Random): readonly string[] => {
  const made = new Set<string>();
  while (made.size < RECOVERY_CODES) {
    made.add(Array.from({ length: RECOVERY_LENGTH }, () => CLEAR[random.below(CLEAR.length)]).join(''));
  }
  return [...made];
};

/** A recovery code as it is shown: `abcde-fghij`. */
export const shownCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Whether a typed code is one of the app; otherwise it can only be a recovery code. */
export const isAppCode = (code: string): boolean => code.length === TOTP_DIGITS;
