import { z } from 'zod';
import { access, call } from './call.ts';
import { TextOf } from './units.ts';

/** Calls that may ask for a captcha (1116) before they go on; their input has the field `captcha`. */
export const captchaPaths = [
  '/api/user/login',
  '/api/user/signup',
  '/api/user/reset_password',
  '/api/user/get_email',
  '/api/coupon/redeem_coupon',
  '/api/coupon/orderUseCoupon',
] as const;

/** Highest number that may have to be found: a fifth of a second of a desk's processor. */
export const CAPTCHA_MAX = 50_000;

const Hex = TextOf(64).regex(/^[0-9a-f]{64}$/);

/** A proof of work: find the number whose SHA-256 behind `salt` is `challenge`. */
const challengeFields = {
  algorithm: z.literal('SHA-256'),
  challenge: Hex,
  salt: TextOf(400).min(1),
  signature: Hex,
};

/** A solved challenge, as the calls that asked for it take it. */
export const CaptchaSolution = z.object({ ...challengeFields, number: z.number().int().min(0).max(CAPTCHA_MAX) });
export type CaptchaSolution = z.infer<typeof CaptchaSolution>;

/** A challenge to solve. */
export const CaptchaChallenge = z.object({ ...challengeFields, maxnumber: z.number().int().min(1).max(CAPTCHA_MAX) });
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

export const captchaCalls = {
  captcha: call({
    path: '/api/user/captcha',
    access: access.anyone,
    rate: 'guess',
    summary:
      'A proof of work for one of the calls that may ask for it; its solution is good once, from the same network.',
    input: z.object({ call: z.enum(captchaPaths) }),
    output: CaptchaChallenge,
    fails: [],
  }),
} as const;
