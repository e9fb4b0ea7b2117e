import type { Coupon, CouponForm, CouponRecord } from '@skyport/contract/coupons';
import { milliOfYuan, yuanOf } from '@skyport/contract/units';
import { appliedShare, WHOLE as BASIS, type Applied } from './discount.ts';
import type { CouponDraft, CouponRow, UseRecord } from './store.ts';

/** A coupon as staff see it; `maker` is the address of whoever made it. */
export const presentCoupon = (row: CouponRow, maker: string): Coupon => ({
  _id: row.id,
  name: row.name,
  type: row.type,
  taobao: row.taobao,
  code: row.code,
  traffic: row.traffic,
  traffixHaveLimitTime: row.traffic_limited,
  traffixLimitTime: row.traffic_hours,
  vipDay: row.vip_days,
  forMoney: yuanOf(row.money),
  discount: row.discount_bp / BASIS,
  useNumPerUser: row.per_user,
  NumberOfAuthorizations: row.total,
  expireTime: row.expires_at.toISOString(),
  vipExpireTime: row.vip_expire_days,
  authTimes: row.used,
  createTime: row.created_at.toISOString(),
  maker,
});

/** What a form says, as it is stored. Uses and creation time are no part of it: nobody writes them. */
export const draftOf = (form: CouponForm): CouponDraft => ({
  name: form.name,
  type: form.type,
  taobao: form.taobao,
  code: form.code,
  traffic: form.traffic,
  traffic_limited: form.traffixHaveLimitTime,
  traffic_hours: form.traffixLimitTime,
  vip_days: form.vipDay,
  money: milliOfYuan(form.forMoney),
  discount_bp: Math.round(form.discount * BASIS),
  per_user: form.useNumPerUser,
  total: form.NumberOfAuthorizations,
  expires_at: new Date(form.expireTime),
  vip_expire_days: form.vipExpireTime,
});

/** What a use took off its order, as the order keeps it: later edits of the coupon change nothing of it. */
const appliedOf = ({ order_price: price, order_discount: discount }: UseRecord): Applied | undefined =>
  price === null || discount === null ? undefined : { price, discount };

const moneyOf = (use: UseRecord): number => appliedOf(use)?.discount ?? use.money;

const shareOf = (use: UseRecord): number => {
  const applied = appliedOf(use);
  return applied ? appliedShare(applied, use.discount_bp) : use.discount_bp;
};

/**
 * One use as its record shows it: by what it did, or, once it was taken off its order, by what the coupon says now.
 * `email` is empty for an account that is gone.
 */
export const presentUse = (use: UseRecord, email: string): CouponRecord => ({
  _id: use.id,
  email,
  code: use.code,
  type: use.type,
  add_traffic: use.traffic,
  add_day: use.days,
  add_money: use.type === 'cash' ? yuanOf(moneyOf(use)) : 0,
  discount: use.type === 'discount' ? shareOf(use) / BASIS : 0,
  time: use.used_at.toISOString(),
  is_delete: use.released_at !== null,
});
