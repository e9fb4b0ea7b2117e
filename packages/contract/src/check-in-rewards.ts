/**
 * What a check-in gives until an admin sets something else: traffic in MB, a streak in days. The settings table has
 * them as its defaults; the console shows them to visitors, who have no account to ask for.
 */
export const CHECK_IN_REWARDS = {
  signUseRewardTraffic: 200,
  continueSignUseDay: 30,
  continueSignReward: 1024,
} as const;
