/**
 * What a check-in gives: traffic in M (1024² bytes), a streak in days. These are the defaults of the settings table,
 * and hold only in shops that never saved the setting; a running shop changes it at 设置. The console shows them to
 * visitors, who have no account to ask for.
 */
export const CHECK_IN_REWARDS = {
  signUseRewardTraffic: 200,
  continueSignUseDay: 30,
  continueSignReward: 1024,
} as const;
