import { soldName } from '@skyport/contract/trades-columns';
import type { Order } from '@skyport/contract/orders';
import { type UserDetail, usersCalls as calls } from '@skyport/contract/users';
import { USER_ORDERS } from '@skyport/contract/users-page';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { moneyAddress, tradesAddress } from '../list-page/order-address.ts';
import { orderColumns } from '../orders/index.ts';
import { StaffOrderWindow } from '../payments/index.ts';
import { Arriving } from '../ui/arriving.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { NewestOnly } from '../ui/newest-only.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { pageTexts } from './page-texts.ts';

const texts = pageTexts.orders;

type StaffOrder = Order & { readonly off_sale: boolean };

/** Staff see which products are not sold any more, and times in the shop's zone. */
const staffColumns: Readonly<Record<string, Partial<Column<StaffOrder>>>> = {
  desc: { value: soldName },
  time: { cell: (row) => shopTime(row.create_time) },
};

const columns: readonly Column<StaffOrder>[] = orderColumns.map((column) => ({
  ...column,
  ...staffColumns[column.id],
}));

/** The newest orders of an account, also those that nobody has begun to pay. */
export const OrdersOf = ({ user: { _id: uid, email } }: { user: Pick<UserDetail, '_id' | 'email'> }): ReactNode => {
  const read = useCall(calls.orders, { uid });
  const [shown, setShown] = useState<string>();
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        level={2}
        rows={read.data}
        columns={columns}
        rowKey={(row) => row._id}
        rowName={(row) => row.desc}
        read={read}
        search={null}
        rowActions={(row: StaffOrder) => [
          { label: texts.details, first: true, opens: true, run: () => setShown(row._id) },
        ]}
      />
      <NewestOnly rows={read.data} most={USER_ORDERS} />
      <div className="sp-row">
        <Link to={tradesAddress(email)}>{texts.toTrades}</Link>
        <Link to={moneyAddress(email)}>{texts.toMoney}</Link>
      </div>
      <Arriving>
        <StaffOrderWindow orderId={shown} onClose={() => setShown(undefined)} />
      </Arriving>
    </section>
  );
};
