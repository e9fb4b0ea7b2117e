import { giftText } from '@skyport/contract/gift-text';
import type { Order } from '@skyport/contract/orders';
import { stateText } from '@skyport/contract/trades-columns';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table/column.ts';
import { twoLines } from '../ui/data-table/two-lines.tsx';
import { dateTime, yuan } from '../ui/format.ts';
import { modeText, paidText, stateOf } from './rules.ts';
import { StatePill } from './state-pill.tsx';
import { texts } from './texts.ts';

const { columns: titles } = texts;

/** The columns of lists of orders. */
export const orderColumns: readonly Column<Order>[] = [
  { id: 'desc', title: titles.desc, value: (row) => row.desc, heading: true },
  {
    id: 'status',
    title: titles.status,
    value: (row) => stateText(stateOf(row)),
    cell: (row) => <StatePill {...stateOf(row)} />,
    card: true,
  },
  {
    id: 'money',
    title: titles.money,
    value: (row) => row.order_money,
    cell: (row) => texts.yuan(yuan(row.order_money)),
    numeric: true,
    card: true,
  },
  {
    id: 'paid',
    title: titles.paid,
    value: (row) => (row.status === 'paied' ? row.paid : null),
    cell: paidText,
    numeric: true,
    card: true,
  },
  { id: 'gift', title: titles.gift, value: giftText, card: true, below: 'desc' },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.create_time,
    cell: (row) => dateTime(row.create_time),
    card: true,
    below: 'status',
  },
  {
    id: 'mode',
    title: titles.mode,
    value: (row) => (row.status === 'paied' ? modeText(row) : ''),
    below: 'paid',
  },
  { id: 'number', title: titles.number, value: (row) => row._id, hidden: true },
];

/** Amount paid, with payment method and fee on a second line. */
const paidCell = (order: Order): ReactNode => {
  if (order.status !== 'paied') return '';
  const fee = order.fee > 0 ? texts.feeIn(yuan(order.fee)) : '';
  return twoLines(texts.yuan(yuan(order.paid)), [modeText(order), fee].filter(Boolean).join('，'));
};

const customerChanges: Readonly<Record<string, Partial<Column<Order>>>> = {
  paid: { cell: paidCell },
  mode: { hidden: true },
};

/** The columns of a customer's list, which is narrower: the way of a payment stands below its amount. */
export const customerOrderColumns = orderColumns.map((column) => ({ ...column, ...customerChanges[column.id] }));
