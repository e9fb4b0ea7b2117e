import {
  type CouponUseColumn,
  couponUseEffect,
  couponUseState,
  couponUseTitles as titles,
  couponUseWords,
} from '@skyport/contract/coupon-use-columns';
import type { CouponRecord } from '@skyport/contract/coupons';
import type { Column } from '../ui/data-table/column.ts';
import { shopTime } from '../ui/shop-time.ts';
import { pill } from '../ui/pill.tsx';

/** The columns of lists of uses of coupons. */
export const couponUseColumns: readonly (Column<CouponRecord> & { readonly id: CouponUseColumn })[] = [
  { id: 'email', title: titles.email, value: (row) => row.email || couponUseWords.noEmail, heading: true },
  { id: 'code', title: titles.code, value: (row) => row.code },
  { id: 'effect', title: titles.effect, value: couponUseEffect },
  { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => shopTime(row.time) },
  {
    id: 'status',
    title: titles.status,
    value: couponUseState,
    cell: (row) => pill(couponUseState(row), row.is_delete ? 'reward' : undefined),
  },
];
