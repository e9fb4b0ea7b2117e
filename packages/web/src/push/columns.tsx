import type { Push } from '@skyport/contract/push';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime } from '../ui/format.ts';
import { gigabytesText } from './rules.ts';
import { texts } from './texts.ts';

const gigabytes = (amount: number): string => texts.gigabytes(gigabytesText(amount));

/** The columns of the list of transfers. */
export const pushColumns: readonly Column<Push>[] = [
  { id: 'code', title: texts.columns.code, value: (row) => row.code, heading: true },
  { id: 'state', title: texts.columns.state, value: (row) => texts.states[row.state], card: true },
  {
    id: 'amount',
    title: texts.columns.amount,
    value: (row) => row.pushNumber,
    cell: (row) => gigabytes(row.pushNumber),
    numeric: true,
    card: true,
  },
  {
    id: 'received',
    title: texts.columns.received,
    value: (row) => row.receiveNumber,
    cell: (row) => gigabytes(row.receiveNumber),
    numeric: true,
    card: true,
  },
  { id: 'time', title: texts.columns.time, value: (row) => row.createTime, cell: (row) => dateTime(row.createTime) },
  { id: 'end', title: texts.columns.end, value: (row) => row.endTime, cell: (row) => dateTime(row.endTime) },
];
