import type { UserInfo } from '@skyport/contract/accounts';
import type { SignUseResult } from '@skyport/contract/checkin';
import { DEFAULT_TIMEZONE, MIB } from '@skyport/contract/units';
import type { ToastText } from '../ui/toasts.ts';
import { texts } from './texts.ts';

/** Cookie with the day of this browser's last check-in, whoever it was. */
export const CHECKIN_COOKIE = 'last-signUse-time';

/** The calendar day of an instant (ms) in the zone in which the product's days begin (`HostInfo`), `YYYY-MM-DD`. */
export const productDay = (now: number, timezone = DEFAULT_TIMEZONE): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);

/** Why an account cannot check in from this browser now. */
export const checkInRefusal = (
  user: Pick<UserInfo, 'paidUser'>,
  { lastDay, today }: { lastDay: string | undefined; today: string },
): ToastText | undefined => {
  if (!user.paidUser) return texts.paidOnly;
  return lastDay === today ? texts.otherAccount : undefined;
};

/** Toast of what a check-in gave. The server answers a completed streak as 0 days; the toast names the days it took. */
export const checkInDone = (answer: SignUseResult, rewards: UserInfo['signUseRewardInfo']): ToastText =>
  texts.done(
    Math.round(answer.addTraffic / MIB),
    answer.extraReward ? rewards.continueSignUseDay : answer.haveContinueSignUseData,
    answer.extraReward ? rewards.continueSignReward : 0,
  );

/** Dots of a streak: one a day, or one for several days where there are too many for a row. */
const MOST_DOTS = 30;

/** How many dots there are and how many of them are lit. */
export const streakDots = (streak: number, wanted: number): { readonly all: number; readonly lit: number } => {
  const all = Math.max(1, Math.min(wanted, MOST_DOTS));
  return { all, lit: Math.min(all, Math.floor((streak / Math.max(1, wanted)) * all)) };
};
