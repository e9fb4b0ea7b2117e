import type { CouponType } from '@skyport/contract/coupons';

/** What a coupon's face value is made of: bytes, days, milli-yuan, and the share still paid in ten-thousandths. */
export interface Worth {
  readonly type: CouponType;
  readonly traffic: number;
  readonly vip_days: number;
  readonly money: number;
  readonly discount_bp: number;
  /** Uses in all; 0 = without limit. */
  readonly total: number;
}

/** What all uses of a coupon give: of one without a total, nobody knows the sum. */
export interface FaceValue {
  readonly type: CouponType;
  readonly sum: bigint;
  readonly endless: boolean;
}

const WHOLE_BP = 10_000;

/** All uses in the type's unit: bytes, days, milli-yuan; for a discount, ten-thousandths of whole orders. */
export const faceValue = ({ type, traffic, vip_days, money, discount_bp, total }: Worth): FaceValue => {
  const one = { freeUse: traffic, freeTime: vip_days, cash: money, discount: WHOLE_BP - discount_bp }[type];
  return { type, sum: BigInt(one) * BigInt(total), endless: total === 0 };
};
