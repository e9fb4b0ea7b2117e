import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { amountOf } from '@skyport/contract/gift-text';
import { GIB } from '@skyport/contract/units';
import { toast, type ToastText } from '../ui/toasts.ts';

/** Texts of the trial coupon's window. */
export const texts = {
  title: '体验券兑换',
  label: '兑换码',
  placeholder: '请输入体验券兑换码',
  confirm: '确认',
  cancel: '取消',
  empty: '请输入兑换码',
  usedHere: '请勿重复使用',
  wrongType: toast(codes.couponWrongType.msg),
  failed: '兑换激活码失败，请勿尝试太多次',
  loginFirst: toast('请您登录后再进行体验', 2000),
} as const;

/** Codes whose message of the table is shown. */
const shownCodes = [codes.couponMissing, codes.couponUsedUp, codes.couponExhausted, codes.couponExpired] as const;

/** Refusals that say by themselves what to do. */
const OWN_WORDS: readonly number[] = [codes.conflict, codes.captchaNeeded, codes.throttled, codes.starting].map(
  ({ code }) => code,
);

/** What a refused redemption says under the field; undefined for the wrong type, which is a toast. */
export const redeemProblem = ({ code, msg }: Pick<CallError, 'code' | 'msg'>): string | undefined => {
  if (code === codes.couponWrongType.code) return undefined;
  if (OWN_WORDS.includes(code)) return msg;
  return shownCodes.find((one) => one.code === code)?.msg ?? texts.failed;
};

/** Toast with the gains: whole G (M or a fraction below 1 G) and days, each if there are any. */
export const redeemed = ({ traffic, day }: { traffic: number; day: number }): ToastText => {
  const amount = traffic < GIB ? amountOf(traffic) : `${Math.floor(traffic / GIB)} G`;
  const gains = [traffic > 0 && `${amount} 流量`, day > 0 && `${day} 天会员`].filter((gain) => gain !== false);
  return toast(gains.length > 0 ? `兑换成功，获得 ${gains.join('、')}` : '兑换成功', 5000);
};
