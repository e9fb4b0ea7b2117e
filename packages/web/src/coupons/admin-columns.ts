import { type Coupon, couponTypeNames } from '@skyport/contract/coupons';
import type { Column } from '../ui/data-table/column.ts';
import { shopDate, shopTime } from '../ui/shop-time.ts';
import { couponEffect } from './admin-rules.ts';
import { texts } from './admin-texts.ts';

/** A coupon with its number in the list. */
export type ListedCoupon = Coupon & { readonly number: number };

const times = (count: number): string => (count === 0 ? texts.unlimited : String(count));

/** The columns of the coupon page. */
export const couponColumns: readonly Column<ListedCoupon>[] = [
  { id: 'number', title: texts.columns.number, value: (row) => row.number, numeric: true },
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'type', title: texts.columns.type, value: (row) => couponTypeNames[row.type], below: 'name' },
  { id: 'code', title: texts.columns.code, value: (row) => row.code, card: true },
  { id: 'effect', title: texts.columns.effect, value: couponEffect, card: true, below: 'code' },
  {
    id: 'perUser',
    title: texts.columns.perUser,
    value: (row) => row.useNumPerUser,
    cell: (row) => times(row.useNumPerUser),
    numeric: true,
  },
  {
    id: 'total',
    title: texts.columns.total,
    value: (row) => row.NumberOfAuthorizations,
    cell: (row) => times(row.NumberOfAuthorizations),
    numeric: true,
  },
  { id: 'used', title: texts.columns.used, value: (row) => row.authTimes, numeric: true, card: true },
  {
    id: 'owner',
    title: texts.columns.owner,
    value: (row) => row.owner,
    cell: (row) => row.owner || texts.everybody,
    // With it the last columns of a desk's table would lie under the actions; the name of a drawn coupon says it too.
    hidden: true,
  },
  {
    id: 'maker',
    title: texts.columns.maker,
    value: (row) => row.maker,
    cell: (row) => row.maker || texts.nobody,
    below: 'expires',
  },
  {
    id: 'expires',
    title: texts.columns.expires,
    value: (row) => row.expireTime,
    cell: (row) => shopDate(row.expireTime),
    card: true,
  },
  {
    id: 'created',
    title: texts.columns.created,
    value: (row) => row.createTime,
    cell: (row) => shopTime(row.createTime),
    hidden: true,
  },
];
