import { CAPTCHA_MAX, type CaptchaChallenge, type CaptchaSolution, type captchaPaths } from '@skyport/contract/captcha';
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { insertUsedCaptcha } from './captcha-store.ts';
import { MINUTE_MS } from './clock.ts';
import type { Deps } from './deps.ts';
import { clientPrefix } from './networks.ts';
import type { Secrets } from './secrets.ts';

/** How long a challenge may be solved and used. */
const VALID_MS = 5 * MINUTE_MS;

/** What a solution is valid for: one call, asked by one client. */
interface Purpose {
  readonly call: (typeof captchaPaths)[number];
  readonly address: string;
}

/** What a challenge is signed with, under one key of the installation. */
interface Signing {
  readonly key: string;
  /** Names the client of the challenge: an HMAC, because a proxy's client need not be told how we see it. */
  readonly holder: string;
}

/** One for each key, the current one first: a rotation refuses no challenge that is being solved. */
const signingsOf = (secrets: Secrets, { address }: Purpose): Signing[] => {
  const holders = secrets.validMacs('captcha', `client:${clientPrefix(address)}`);
  return secrets.validMacs('captcha', 'altcha').map((key, index) => ({
    key: key.toString('hex'),
    holder: holders[index]!.toString('base64url', 0, 12),
  }));
};

/** A challenge for one call and one client, valid for five minutes. Nothing of it is stored. */
export const makeChallenge = async (
  purpose: Purpose,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
): Promise<CaptchaChallenge> => {
  const { key, holder } = signingsOf(secrets, purpose)[0]!;
  const made = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey: key,
    maxNumber: CAPTCHA_MAX,
    expires: new Date(clock.now().getTime() + VALID_MS),
    params: { call: purpose.call, holder },
  });
  const { challenge, salt, signature } = made;
  return { algorithm: 'SHA-256', challenge, salt, signature, maxnumber: CAPTCHA_MAX };
};

/**
 * Uses up a solution, once for all processes; false when there is none, or it is wrong, too late, for another call or
 * client, or was used before.
 */
export const takeCaptcha = async (
  solution: CaptchaSolution | undefined,
  purpose: Purpose,
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
): Promise<boolean> => {
  if (!solution) return false;
  // The library would compare with the machine's own clock; ours is compared below.
  const checks = signingsOf(secrets, purpose).map(async (signing) => {
    return (await verifySolution(solution, signing.key, false)) ? signing : undefined;
  });
  const signing = (await Promise.all(checks)).find((each) => each !== undefined);
  if (!signing) return false;
  const { expires, call, holder } = extractParams(solution);
  const expiresAt = new Date(Number(expires) * 1000);
  if (!(expiresAt > clock.now()) || call !== purpose.call || holder !== signing.holder) return false;
  return insertUsedCaptcha(db, { signature: solution.signature, expiresAt });
};
