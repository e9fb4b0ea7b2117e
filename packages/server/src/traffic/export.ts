import { type AdminTrafficRecord, RecordFilter } from '@skyport/contract/traffic-admin';
import {
  leftAfter,
  type TrafficRecordColumn,
  trafficRecordTitles as titles,
  trafficTypeNames,
} from '@skyport/contract/traffic-columns';
import { GIB } from '@skyport/contract/units';
import type { ExportColumn, ExportedList } from '../platform/list-export.ts';
import { listRecordsBehind, sumRecords } from './admin-store.ts';
import { presentAdminRecord } from './present.ts';
import { matchOf } from './records.ts';

type ListedRecord = AdminTrafficRecord & { readonly id: string };

/** Traffic in G with at most 6 decimals, so that it can be summed up. */
const gb = (bytes: number): number => Math.round((bytes / GIB) * 1e6) / 1e6;
const inGigabytes = (title: string): string => `${title}（G）`;

const columns: Readonly<Record<TrafficRecordColumn, ExportColumn<ListedRecord>>> = {
  day: { title: titles.day, cell: (row) => row.day },
  type: { title: titles.type, cell: (row) => trafficTypeNames[row.type] },
  change: { title: inGigabytes(titles.change), cell: (row) => gb(row.trafficChange) },
  exempt: { title: inGigabytes(titles.exempt), cell: (row) => gb(row.exemptionTraffic) },
  left: { title: inGigabytes(titles.left), cell: (row) => gb(leftAfter(row)) },
  desc: { title: titles.desc, cell: (row) => row.desc },
  time: { title: titles.time, cell: (row) => new Date(row.updateTime) },
  email: { title: titles.email, cell: (row) => row.email },
  uid: { title: titles.uid, cell: (row) => row.uid },
};

/** Traffic records of all accounts as a file: newest day first, and within a day the newest account. */
export const recordExport: ExportedList<RecordFilter, ListedRecord> = {
  name: '流量记录',
  filter: RecordFilter,
  columns,
  count: async (deps, filter) => (await sumRecords(deps.db, matchOf(filter, deps))).records,
  read: async (deps, { filter, after, limit }) => {
    const rows = await listRecordsBehind(deps.db, { ...matchOf(filter, deps), after, limit });
    return rows.map((row) => ({ ...presentAdminRecord(row), id: row.place }));
  },
};
