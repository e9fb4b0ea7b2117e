import { createHash } from 'node:crypto';
import type { CaptchaChallenge, captchaPaths, CaptchaSolution } from '@skyport/contract/captcha';

/** Who is asked for a challenge, as a test reaches it. */
type Ask = (path: string, payload: object) => Promise<{ data: unknown }>;

/** The number of a challenge, found by trying them all. */
export const solve = (challenge: CaptchaChallenge): CaptchaSolution => {
  const { maxnumber, ...rest } = challenge;
  for (let number = 0; number <= maxnumber; number += 1) {
    const tried = createHash('sha256').update(`${rest.salt}${number}`).digest('hex');
    if (tried === rest.challenge) return { ...rest, number };
  }
  throw new Error('a challenge without a solution');
};

/** Asks for a challenge for a call and solves it. */
export const solvedFor = async (ask: Ask, call: (typeof captchaPaths)[number]): Promise<CaptchaSolution> =>
  solve((await ask('/api/user/captcha', { call })).data as CaptchaChallenge);
