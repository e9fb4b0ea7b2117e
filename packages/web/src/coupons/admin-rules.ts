import { type Coupon, CouponForm, type CouponType } from '@skyport/contract/coupons';
import { field } from '@skyport/contract/form';
import { amountOf } from '@skyport/contract/gift-text';
import { codeKey } from '@skyport/contract/shapes';
import { gigabytes } from '@skyport/contract/units';
import { z } from 'zod';
import { randomCode } from '../device/random.ts';
import { DAY_MS } from '../ui/format.ts';
import { texts } from './admin-texts.ts';

/** The most coupons made in one go. */
const MOST_AT_ONCE = 500;

/** What the coupon editor holds: a coupon, and how many of it are made for Taobao. */
export const CouponEditor = CouponForm.safeExtend({
  count: field(texts.count, z.number().int().min(1).max(MOST_AT_ONCE).default(1)),
});
/** Values of the coupon editor. */
export type CouponValues = z.input<typeof CouponEditor>;

/** A code as it may look. */
export const SAMPLE_CODE = 'TIYAN888';
const DEFAULT_DAYS = 7;
/** Uses of a new coupon that is not for Taobao; one for Taobao is sold to one person and has one. */
const DEFAULT_USES = 100;

/** A random code that no listed coupon has in any spelling. */
export const freeCode = (coupons: readonly Pick<Coupon, 'code'>[], random: () => string = randomCode): string => {
  const taken = new Set(coupons.map(({ code }) => codeKey(code)));
  let code = random();
  while (taken.has(codeKey(code))) code = random();
  return code;
};

/** The coupon that the editor opens with; `now` in ms since 1970. Its expiry lies `vipExpireTime` days ahead. */
export const newCoupon = (
  { type, taobao, code }: { readonly type: CouponType; readonly taobao: boolean; readonly code: string },
  now: number,
): CouponValues => ({
  name: '',
  type,
  taobao,
  code,
  traffic: gigabytes(8),
  traffixHaveLimitTime: false,
  traffixLimitTime: 24,
  vipDay: 1,
  forMoney: 0,
  discount: 0.9,
  useNumPerUser: 1,
  NumberOfAuthorizations: taobao ? 1 : DEFAULT_USES,
  expireTime: new Date(now + DEFAULT_DAYS * DAY_MS).toISOString(),
  vipExpireTime: DEFAULT_DAYS,
  count: 1,
});

/** What a coupon does, as a short text. */
export const couponEffect = (coupon: Pick<Coupon, 'type' | 'traffic' | 'vipDay' | 'forMoney' | 'discount'>): string => {
  switch (coupon.type) {
    case 'freeUse':
      return texts.effects.freeUse(amountOf(coupon.traffic).replace(' ', ''));
    case 'freeTime':
      return texts.effects.freeTime(coupon.vipDay);
    case 'cash':
      return texts.effects.cash(coupon.forMoney);
    case 'discount':
      return texts.effects.discount((coupon.discount * 10).toFixed(1));
  }
};

/** Codes that count in their exact spelling only, those that differ in case alone side by side. */
export const exactCodes = (coupons: readonly Pick<Coupon, 'code' | 'exactCode'>[]): readonly string[] =>
  coupons
    .filter(({ exactCode }) => exactCode)
    .map(({ code }) => code)
    .sort((a, b) => codeKey(a).localeCompare(codeKey(b)) || a.localeCompare(b));

/** The coupons of a type, for Taobao or not, newest first, with the number of each in that list. */
export const listedCoupons = (
  coupons: readonly Coupon[],
  { type, taobao }: { readonly type: CouponType; readonly taobao: boolean },
): readonly (Coupon & { readonly number: number })[] =>
  coupons
    .filter((coupon) => coupon.type === type && coupon.taobao === taobao)
    .sort((a, b) => Date.parse(b.createTime) - Date.parse(a.createTime))
    .map((coupon, index) => ({ ...coupon, number: index + 1 }));
