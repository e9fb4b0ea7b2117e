export { checkIn } from './check-in.ts';
export { checkedIn, shownStreak, signUseRewardInfo } from './rules.ts';
