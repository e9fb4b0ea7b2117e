import { moneyCalls as calls, type UnclaimedMoney, unclaimedReasonNames } from '@skyport/contract/money';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { shopTime } from '../ui/shop-time.ts';
import { useMoneyFilter } from './filters.tsx';
import { namedColumns } from './named-trade.tsx';
import { ResolveWindow, type Resolving } from './resolve-window.tsx';
import { sumText } from './rules.ts';
import { texts as all } from './texts.ts';

const texts = all.unclaimed;
const titles = texts.columns;

const columns: readonly Column<UnclaimedMoney>[] = [
  { id: 'reference', title: titles.reference, value: (row) => row.reference, heading: true },
  { id: 'amount', title: titles.amount, value: (row) => row.amount, cell: sumText, numeric: true, card: true },
  { id: 'reason', title: titles.reason, value: (row) => unclaimedReasonNames[row.reason], card: true, below: 'amount' },
  namedColumns.email,
  namedColumns.desc,
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.paid_at,
    cell: (row) => shopTime(row.paid_at),
    card: true,
    below: 'reference',
  },
  { id: 'platform', title: titles.platform, value: (row) => row.platform, below: 'reference' },
  namedColumns.tradeno,
];

/** Money that arrived and is nobody's. */
export const Unclaimed = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [resolving, setResolving] = useState<Resolving>();
  const { filter, field, choices } = useMoneyFilter(texts.filter);
  const read = useCall(calls.unclaimedList, filter);
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={(row) => row.reference}
      tabs={tabs}
      filters={
        <>
          {field}
          {choices}
        </>
      }
      rowActions={(row: UnclaimedMoney) => [
        { label: texts.resolve, first: true, run: () => setResolving({ money: row, email: row.email }) },
      ]}
    >
      <ResolveWindow resolving={resolving} onClose={() => setResolving(undefined)} />
    </ListPage>
  );
};
