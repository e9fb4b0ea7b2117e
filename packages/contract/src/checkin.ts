import { z } from 'zod';
import { SignUseRewardInfo } from './accounts.ts';
import { access, call } from './call.ts';
import { Nothing } from './shapes.ts';
import { ByteCount } from './units.ts';

/** What a check-in gave: bytes in all, check-ins in a row after it, and whether the streak's reward is part of it. */
export const SignUseResult = z.object({
  addTraffic: ByteCount,
  haveContinueSignUseData: z.number().int().nonnegative(),
  extraReward: z.boolean(),
});
export type SignUseResult = z.infer<typeof SignUseResult>;

export const checkinCalls = {
  signUse: call({
    path: '/api/user/sign_use',
    access: access.account,
    rate: 'change',
    summary: 'Daily check-in of a paid account: adds permanent traffic.',
    input: Nothing,
    output: SignUseResult,
    fails: ['checkinRefused'],
  }),
  signUseInfo: call({
    path: '/api/user/sign_use_info',
    access: access.account,
    rate: 'read',
    summary: 'Rewards of the check-in (traffic in MB) and the length of a streak in days.',
    input: Nothing,
    output: SignUseRewardInfo,
    fails: [],
  }),
} as const;
