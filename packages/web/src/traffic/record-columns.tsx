import { leftAfter } from '@skyport/contract/traffic-columns';
import type { TrafficRecord } from '@skyport/contract/traffic-types';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime, traffic } from '../ui/format.ts';
import { recordsTexts as texts } from './records-texts.ts';

const bytes = (value: (row: TrafficRecord) => number) => ({
  value,
  cell: (row: TrafficRecord) => traffic(value(row)),
  numeric: true,
});

/** A record as its owner's list has it. */
export type OwnRecord = TrafficRecord & { readonly _id: string; readonly name: string };

/** A record with a key and a name: there is one a day and type. */
export const ownRecord = (record: TrafficRecord): OwnRecord => ({
  ...record,
  _id: `${record.day} ${record.type}`,
  name: `${record.day} ${texts.types[record.type]}`,
});

/** The columns of lists of traffic records. */
export const recordColumns: readonly Column<TrafficRecord>[] = [
  { id: 'day', title: texts.columns.day, value: (row) => row.day, heading: true },
  { id: 'type', title: texts.columns.type, value: (row) => texts.types[row.type], card: true },
  { id: 'change', title: texts.columns.change, ...bytes((row) => row.trafficChange), card: true },
  { id: 'exempt', title: texts.columns.exempt, ...bytes((row) => row.exemptionTraffic), card: true },
  { id: 'left', title: texts.columns.left, ...bytes(leftAfter), card: true },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc },
  {
    id: 'time',
    title: texts.columns.time,
    value: (row) => row.updateTime,
    cell: (row) => dateTime(row.updateTime),
    hidden: true,
  },
];
