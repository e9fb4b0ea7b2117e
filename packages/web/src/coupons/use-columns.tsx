import type { CouponRecord } from '@skyport/contract/coupons';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime } from '../ui/format.ts';
import { recordEffect } from './admin-rules.ts';
import { couponUseTexts as texts } from './admin-texts.ts';

const statusOf = (record: CouponRecord): string => (record.is_delete ? texts.recovered : texts.used);

/** The columns of lists of uses of coupons. */
export const couponUseColumns: readonly Column<CouponRecord>[] = [
  { id: 'email', title: texts.columns.email, value: (row) => row.email || texts.noEmail, heading: true },
  { id: 'code', title: texts.columns.code, value: (row) => row.code },
  { id: 'effect', title: texts.columns.effect, value: recordEffect },
  { id: 'time', title: texts.columns.time, value: (row) => row.time, cell: (row) => dateTime(row.time) },
  {
    id: 'status',
    title: texts.columns.status,
    value: statusOf,
    cell: (row) => (
      <span className="sp-pill" data-tone={row.is_delete ? 'reward' : undefined}>
        {statusOf(row)}
      </span>
    ),
  },
];
