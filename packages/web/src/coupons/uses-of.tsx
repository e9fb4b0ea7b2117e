import type { CouponRecord } from '@skyport/contract/coupons';
import { usersCalls } from '@skyport/contract/users';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { couponUseTexts as texts } from './admin-texts.ts';
import { couponUseColumns } from './use-columns.tsx';

/** Whose they are is known here: the code stands at the head of a card. */
const columns: readonly Column<CouponRecord>[] = couponUseColumns
  .filter(({ id }) => id !== 'email')
  .map((column) => ({ ...column, heading: column.id === 'code' }));

/** Coupons that one account used, as a part of a page. */
export default function UsesOf({ uid }: { uid: string }): ReactNode {
  const read = useCall(usersCalls.couponUses, { uid });
  return (
    <DataTable
      label={texts.title}
      level={2}
      rows={read.data}
      columns={columns}
      rowKey={(row) => row._id}
      rowName={(row) => row.code}
      read={read}
      search={null}
      folds
    />
  );
}
