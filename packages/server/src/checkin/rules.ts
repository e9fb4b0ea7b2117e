import type { SignUseRewardInfo } from '@skyport/contract/accounts';
import type { Settings } from '@skyport/contract/settings-table';
import { addDays } from '../platform/clock.ts';

/** The newest check-in of an account: its day and how many days in a row it was. */
export interface LastCheckin {
  readonly day: string;
  readonly streak: number;
}

/** Whether the account has checked in on `today`. */
export const checkedIn = (last: LastCheckin | undefined, today: string): boolean => last?.day === today;

/**
 * Days in a row as they are shown on `today`: 0 when yesterday was missed, and 0 when the streak has just been
 * completed, because it then starts again.
 */
export const shownStreak = (last: LastCheckin | undefined, today: string, wanted: number): number => {
  if (!last || (last.day !== today && last.day !== addDays(today, -1))) return 0;
  return last.streak >= wanted ? 0 : last.streak;
};

/** Rewards of the check-in as the settings say: traffic in MB, a streak in days. */
export const signUseRewardInfo = (settings: Settings): SignUseRewardInfo => ({
  signUseRewardTraffic: settings.signUseRewardTraffic,
  continueSignUseDay: settings.continueSignUseDay,
  continueSignReward: settings.continueSignReward,
});

/** Days in a row that a check-in on `today` makes; at `wanted` the streak's reward is due and the next day counts 1. */
export const nextStreak = (last: LastCheckin | undefined, today: string, wanted: number): number =>
  shownStreak(last, today, wanted) + 1;
