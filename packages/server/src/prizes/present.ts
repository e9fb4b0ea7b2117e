import type { PersonalCoupon } from '@skyport/contract/coupons';
import type { Draw, Prize, PrizeForm, WheelPrize } from '@skyport/contract/prizes';
import { GIB, gigabytes } from '@skyport/contract/units';
import type { DrawRow } from './draw-store.ts';
import type { PrizeDraft, PrizeRow } from './store.ts';

const WHOLE_BP = 10_000;

/** A prize as customers see it: how likely it is, is not told. */
export const presentOnWheel = (row: PrizeRow): WheelPrize => ({
  _id: row.id,
  name: row.name,
  gainTraffic: row.traffic / GIB,
  gainVipTime: row.vip_days,
  desc: row.description,
  hasDiscountCoupon: row.has_coupon,
  discountValue: row.discount_bp / WHOLE_BP,
  discountDuration: row.discount_days,
  photoUrl: row.photo,
});

/** A prize as staff see it. */
export const presentPrize = (row: PrizeRow): Prize => ({
  ...presentOnWheel(row),
  // In the thousandths of a G in which staff have typed it.
  gainTraffic: Math.round((row.traffic / GIB) * 1000) / 1000,
  weight: row.weight,
  createTime: row.created_at.toISOString(),
});

/** What a form says, as it is stored. */
export const draftOf = (form: PrizeForm): PrizeDraft => ({
  name: form.name,
  description: form.desc,
  traffic: gigabytes(form.gainTraffic),
  vip_days: form.gainVipTime,
  weight: form.weight,
  has_coupon: form.hasDiscountCoupon,
  discount_bp: Math.round(form.discountValue * WHOLE_BP),
  discount_days: form.discountDuration,
  photo: form.photoUrl,
});

/** A draw as its account sees it. */
export const presentDraw = (row: DrawRow, coupon: PersonalCoupon | undefined): Draw => ({
  _id: row.id,
  prize_id: row.prize_id,
  name: row.name,
  cost: row.cost,
  traffic: row.traffic,
  day: row.vip_days,
  coupon: coupon ? { code: coupon.code, discount: coupon.discount, expireTime: coupon.expireTime } : null,
  time: row.drawn_at.toISOString(),
});
