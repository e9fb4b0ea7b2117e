import { SegmentedControl } from '@mantine/core';
import { MOST_ORDERS, ordersCalls as calls } from '@skyport/contract/orders';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { NewestOnly } from '../ui/newest-only.tsx';
import { customerOrderColumns as columns } from './columns.tsx';
import { PayReturn } from './pay-return.tsx';
import { isShown, orderFilters, type OrderFilter } from './rules.ts';
import { texts } from './texts.ts';
import { useOrderActions } from './use-order-actions.tsx';
import { usePayReturn } from './use-pay-return.ts';

/** Orders are paid and end while somebody looks: pause between two readings, in ms. */
const READ_MS = 30_000;

const choices = orderFilters.map((value) => ({ value, label: texts.filters[value] }));

/** /order: what the customer bought, or can still pay. */
export default function OrdersPage(): ReactNode {
  const [filter, setFilter] = useState<OrderFilter>('all');
  const read = useCall(calls.orderList, {}, { refetchEvery: READ_MS });
  const rows = useMemo(() => read.data?.filter((order) => isShown(order, filter)), [read.data, filter]);
  const { actionsOf, pay, resume, windows } = useOrderActions(read.data, () => void read.refetch());
  const returned = usePayReturn(read.data, resume);
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={columns}
      rowName={(row) => row.desc}
      exports={false}
      notice={returned && <PayReturn returned={returned} onPay={pay} />}
      filters={
        <SegmentedControl
          aria-label={texts.filter}
          data={choices}
          value={filter}
          onChange={(value) => setFilter(value)}
        />
      }
      rowActions={actionsOf}
      next={read.data?.length === 0 && <NextStep text={texts.nothing} way={{ to: '/shop', label: texts.shop }} />}
    >
      <NewestOnly rows={read.data} most={MOST_ORDERS} />
      {windows}
    </ListPage>
  );
}
