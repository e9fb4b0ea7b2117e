import type { CouponRecord } from './coupons.ts';
import { amountOf, isShownInM } from './gift-text.ts';
import { GIB } from './units.ts';

/** Titles of the columns in which uses of coupons are listed and exported. */
export const couponUseTitles = { email: '邮箱', code: '优惠码', effect: '作用', time: '时间', status: '状态' } as const;
export type CouponUseColumn = keyof typeof couponUseTitles;

/** Whose use it was where that account is gone, and what became of the use. */
export const couponUseWords = { noEmail: '无', used: '已使用', recovered: '已恢复' } as const;

/** Bytes in G with two decimals, as the specification has them; few in M. */
const trafficOf = (bytes: number): string => (isShownInM(bytes) ? amountOf(bytes) : `${(bytes / GIB).toFixed(2)} G`);

/** What a use of a coupon gave; a type that nobody knows is shown as it is. */
export const couponUseEffect = (record: CouponRecord): string => {
  switch (record.type) {
    case 'freeUse':
      return `增加流量 ${trafficOf(record.add_traffic)}`;
    case 'freeTime':
      return `增加天数 ${record.add_day} 天`;
    case 'cash':
      return `兑换现金 ${record.add_money.toFixed(2)} 元`;
    case 'discount':
      return `折扣 ${record.discount}`;
    default:
      return record.type;
  }
};

/** Whether the use still stands. */
export const couponUseState = (record: Pick<CouponRecord, 'is_delete'>): string =>
  record.is_delete ? couponUseWords.recovered : couponUseWords.used;
