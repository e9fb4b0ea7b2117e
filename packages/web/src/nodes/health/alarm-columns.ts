import type { NodeAlarm } from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import type { Column } from '../../ui/data-table/column.ts';
import { traffic } from '../../ui/format.ts';
import { shopTime } from '../../ui/shop-time.ts';
import { alarmTexts as texts } from './alarm-texts.ts';
import { reasonText } from './reason-texts.ts';

const { columns: titles } = texts;

/** Columns of the list of alarms. */
export const alarmColumns: readonly Column<NodeAlarm>[] = [
  { id: 'node', title: titles.node, value: (row) => row.node_name, heading: true },
  { id: 'kind', title: titles.kind, value: (row) => texts.kinds[row.kind] },
  { id: 'message', title: titles.message, value: (row) => (row.reason ? reasonText(row.reason) : row.message) },
  { id: 'at', title: titles.at, value: (row) => row.at, cell: (row) => shopTime(row.at) },
  { id: 'closed', title: titles.closed, value: (row) => row.closed_at, cell: (row) => shopTime(row.closed_at) },
];

/** Bytes of a quarantined report, up and down. */
export const sizeOf = ({ up, down }: Pick<QuarantinedReport, 'up' | 'down'>): string =>
  `${traffic(up)} / ${traffic(down)}`;

const waiting: readonly Column<QuarantinedReport>[] = [
  { id: 'node', title: titles.node, value: (row) => row.node_name, heading: true },
  { id: 'seq', title: titles.seq, value: (row) => row.seq, numeric: true },
  { id: 'reason', title: titles.reason, value: (row) => reasonText(row.reason) },
  { id: 'size', title: titles.size, value: (row) => row.up + row.down, cell: sizeOf, numeric: true },
  { id: 'users', title: titles.users, value: (row) => row.users, cell: (row) => `${row.users} / ${row.rows}` },
  { id: 'at', title: titles.at, value: (row) => row.at, cell: (row) => shopTime(row.at) },
];

const decisions: readonly Column<QuarantinedReport>[] = [
  { id: 'state', title: titles.state, value: (row) => texts.states[row.state] },
  {
    id: 'billed',
    title: titles.billed,
    value: (row) => row.billed,
    cell: (row) => (row.state === 'billed' ? traffic(row.billed) : ''),
    numeric: true,
  },
  { id: 'by', title: titles.by, value: (row) => row.settled_by },
  { id: 'why', title: titles.why, value: (row) => row.settle_reason },
];

/** Columns of the list of quarantined reports; with the decision where there is one. */
export const quarantineColumns = (decided: boolean): readonly Column<QuarantinedReport>[] =>
  decided ? [...waiting, ...decisions] : waiting;
