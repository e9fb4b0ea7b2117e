import type { SignUseRewardInfo } from '@skyport/contract/accounts';
import type { Settings } from '@skyport/contract/settings-table';

export { checkedIn, shownStreak } from './rules.ts';

/** Rewards of the check-in as the settings say: traffic in MB, a streak in days. */
export const signUseRewardInfo = (settings: Settings): SignUseRewardInfo => ({
  signUseRewardTraffic: settings.signUseRewardTraffic,
  continueSignUseDay: settings.continueSignUseDay,
  continueSignReward: settings.continueSignReward,
});
