import { codes } from '@skyport/contract/codes';
import { toast } from '../ui/toasts.ts';

/** Texts of the daily check-in. */
export const texts = {
  title: '连续签到',
  progress: (streak: number, wanted: number) => `${streak} / ${wanted} 天`,
  progressLabel: (streak: number, wanted: number) => `已连续签到 ${streak} 天，共需 ${wanted} 天`,
  button: '每日签到',
  reward: (mb: number) => ` · 领 ${mb} M`,
  signed: '已签到',
  paidOnly: toast('付费用户可领取每日福利', 2000),
  otherAccount: toast('已经使用其他账号签过到', 5000),
  failed: toast(codes.checkinRefused.msg, 2000),
  /** `mb` (1024² bytes) in all; `extra` is the streak's reward inside it, in the same unit, 0 for none. */
  done: (mb: number, streak: number, extra: number) =>
    toast(`签到成功，获得 ${mb} M 流量，已连续签到 ${streak} 天${extra > 0 ? `，包含额外奖励 ${extra} M` : ''}`, 5000),
} as const;
