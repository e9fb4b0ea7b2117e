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

const signingKeyOf = (secrets: Secrets): string => secrets.mac('captcha', 'altcha').toString('hex');

/** Names the client a challenge was made for: an HMAC, because a proxy's client need not be told how we see it. */
const holderOf = (secrets: Secrets, { address }: Purpose): string =>
  secrets.mac('captcha', `client:${clientPrefix(address)}`).toString('base64url', 0, 12);

/** A challenge for one call and one client, valid for five minutes. Nothing of it is stored. */
export const makeChallenge = async (
  purpose: Purpose,
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
): Promise<CaptchaChallenge> => {
  const made = await createChallenge({
    algorithm: 'SHA-256',
    hmacKey: signingKeyOf(secrets),
    maxNumber: CAPTCHA_MAX,
    expires: new Date(clock.now().getTime() + VALID_MS),
    params: { call: purpose.call, holder: holderOf(secrets, purpose) },
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
  // The library would compare with the machine's own clock; ours is compared below.
  if (!solution || !(await verifySolution(solution, signingKeyOf(secrets), false))) return false;
  const { expires, call, holder } = extractParams(solution);
  const expiresAt = new Date(Number(expires) * 1000);
  if (!(expiresAt > clock.now()) || call !== purpose.call || holder !== holderOf(secrets, purpose)) return false;
  return insertUsedCaptcha(db, { signature: solution.signature, expiresAt });
};
