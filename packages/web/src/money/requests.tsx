import {
  type MoneyRequest,
  moneyCalls as calls,
  requestedMoneyNames,
  requestStateNames,
} from '@skyport/contract/money';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { Link } from 'react-router';
import { ListPage } from '../list-page/list-page.tsx';
import { orderAddress } from '../list-page/order-address.ts';
import { userAddress } from '../list-page/user-address.ts';
import { useServerSearch } from '../list-page/use-server-search.tsx';
import type { Column } from '../ui/data-table/column.ts';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { pill, type PillTone } from '../ui/pill.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { sumText } from './rules.ts';
import { ResolveWindow, type Resolving } from './resolve-window.tsx';
import { texts as all } from './texts.ts';

const texts = all.requests;
const titles = texts.columns;

const tones: Readonly<Record<MoneyRequest['state'], PillTone>> = {
  open: 'accent',
  granted: undefined,
  declined: 'plain',
};

const columns: readonly Column<MoneyRequest>[] = [
  {
    id: 'email',
    title: titles.email,
    value: (row) => row.email,
    cell: (row) => <Link to={userAddress(row.user_id)}>{row.email}</Link>,
    heading: true,
  },
  { id: 'money', title: titles.money, value: (row) => requestedMoneyNames[row.money], card: true, below: 'state' },
  {
    id: 'state',
    title: titles.state,
    value: (row) => requestStateNames[row.state],
    cell: (row) => pill(requestStateNames[row.state], tones[row.state]),
    card: true,
  },
  { id: 'reference', title: titles.reference, value: (row) => row.reference, card: true },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.created_at,
    cell: (row) => shopTime(row.created_at),
    card: true,
    below: 'reference',
  },
  {
    id: 'amount',
    title: titles.amount,
    value: ({ unclaimed }) => unclaimed && unclaimed.amount,
    cell: ({ unclaimed }) => (unclaimed ? sumText(unclaimed) : ''),
    numeric: true,
    below: 'reference',
  },
  {
    id: 'desc',
    title: titles.desc,
    value: (row) => row.desc,
    cell: (row) => <Link to={orderAddress(row.order_id)}>{row.desc}</Link>,
    below: 'email',
  },
  { id: 'answer', title: titles.answer, value: (row) => row.answer, hidden: true },
];

/** Customers who say that they have paid and that nothing arrived. */
export const Requests = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [resolving, setResolving] = useState<Resolving>();
  const [declined, setDeclined] = useState<MoneyRequest>();
  const { filterStr, field } = useServerSearch(texts.filter);
  const read = useCall(calls.requestList, { filterStr });
  const decline = useChange(calls.declineRequest, {
    done: texts.declined,
    failed: { prefix: texts.failed },
    invalidates: [calls.requestList, calls.counts],
  });
  const actionsOf = ({ unclaimed, order_id, email, ...row }: MoneyRequest): readonly RowAction[] =>
    row.state === 'open'
      ? [
          ...(unclaimed
            ? [
                {
                  label: all.unclaimed.resolve,
                  first: true,
                  run: () => setResolving({ money: unclaimed, orderId: order_id, email }),
                },
              ]
            : []),
          { label: texts.decline, danger: true, run: () => setDeclined({ ...row, unclaimed, order_id, email }) },
        ]
      : [];
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={(row) => row.reference}
      tabs={tabs}
      filters={field}
      rowActions={actionsOf}
    >
      <ResolveWindow resolving={resolving} onClose={() => setResolving(undefined)} />
      <FormWindow
        title={texts.declineTitle(declined?.email ?? '')}
        schema={calls.declineRequest.input}
        fields={[{ name: 'answer', wide: true }]}
        value={declined && { request_id: declined._id, answer: '' }}
        onSave={(form, onRefused) => decline.run(form, onRefused)}
        onClose={() => setDeclined(undefined)}
        takes={texts.decline}
      />
    </ListPage>
  );
};
