import type { Coupon, CouponForm, CouponRecord } from '@skyport/contract/coupons';
import { milliOfYuan, yuanOf } from '@skyport/contract/units';
import { WHOLE as BASIS } from './discount.ts';
import type { CouponDraft, CouponRow, UseRecord } from './store.ts';

/** A coupon as staff see it; `maker` and `owner` are the addresses of whoever made it, and of who alone may use it. */
export const presentCoupon = (row: CouponRow, { maker, owner }: Pick<Coupon, 'maker' | 'owner'>): Coupon => ({
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
  exactCode: row.code_exact,
  authTimes: row.used,
  createTime: row.created_at.toISOString(),
  maker,
  owner,
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

/**
 * One use as its record shows it: by what it did, whatever the coupon says now, also once it was released. `email` is
 * empty for an account that is gone.
 */
export const presentUse = (use: UseRecord, email: string): CouponRecord => ({
  _id: use.id,
  email,
  code: use.code,
  type: use.type,
  add_traffic: use.traffic,
  add_day: use.days,
  add_money: use.type === 'cash' ? yuanOf(use.discount ?? 0) : 0,
  discount: use.type === 'discount' ? (use.discount_bp ?? 0) / BASIS : 0,
  time: use.used_at.toISOString(),
  is_delete: use.released_at !== null,
});
