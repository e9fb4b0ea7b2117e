import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { type AdminTrafficRecord, MOST_RECORDS, trafficAdminCalls as calls } from '@skyport/contract/traffic-admin';
import type { TrafficType } from '@skyport/contract/traffic-types';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../api/index.ts';
import { productDay } from '../checkin/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useListExport } from '../list-page/use-list-export.ts';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { userAddress } from '../list-page/user-address.ts';
import { useHost } from '../notices/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { traffic } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { recordColumns } from './record-columns.tsx';
import { RecordSums } from './record-sums.tsx';
import {
  adminDays,
  adminTypes,
  dailyTotals,
  recordFilter,
  type RecordFilters,
  recordInput,
  startFilters,
  startQuery,
} from './records-rules.ts';
import { allRecordsTexts as texts } from './records-texts.ts';

type Row = AdminTrafficRecord & { readonly _id: string; readonly name: string };

/** The server sorts: newest day first, and the largest of a day. */
const columns: readonly Column<Row>[] = [
  {
    id: 'email',
    title: texts.columns.email,
    value: (row) => row.email,
    cell: (row) => <Link to={userAddress(row.uid)}>{row.email}</Link>,
    heading: true,
    sortable: false,
  },
  ...recordColumns.map((column) => ({
    ...column,
    heading: false,
    sortable: false,
    ...(column.id === 'day' && { card: true }),
    ...(column.id === 'time' && { cell: (row: Row) => shopTime(row.updateTime) }),
  })),
  { id: 'uid', title: texts.columns.uid, value: (row) => row.uid, hidden: true, sortable: false },
];

const typeChoices = adminTypes.map((value) => ({ value, label: texts.types[value] }));
const dayChoices = adminDays.map((count) => ({ value: String(count), label: texts.ofDays(count) }));

/** /all_traffic_records: records of all accounts by type and days. */
export default function AllRecordsPage(): ReactNode {
  const { read, filters, choose, remote } = usePagedList({
    call: calls.trafficRecords,
    input: recordInput,
    start: startQuery,
    filters: startFilters,
    most: MOST_RECORDS,
  });
  const filter = recordFilter(remote.query.search, filters);
  const totals = useCall(calls.recordTotals, filter, { silent: true });
  const exports = useListExport(calls.exportRecords, filter);
  const rows = useMemo(
    () => read.data?.map((row): Row => ({ ...row, _id: `${row.day} ${row.uid}`, name: `${row.email} ${row.day}` })),
    [read.data],
  );
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={columns}
      remote={{ ...remote, total: totals.data?.records ?? rows?.length ?? 0, estimated: totals.data?.copied }}
      exports={exports}
      filters={<Filters filters={filters} choose={choose} />}
      notice={
        <>
          <Totals filters={filters} totals={totals.data} />
          {totals.data?.copied && <p className="sp-dim sp-small">{texts.copied}</p>}
        </>
      }
    />
  );
}

interface FiltersProps {
  readonly filters: RecordFilters;
  readonly choose: (part: Partial<RecordFilters>) => void;
}

const Filters = ({ filters, choose }: FiltersProps): ReactNode => (
  <>
    <NativeSelect
      size="sm"
      aria-label={texts.type}
      data={typeChoices}
      value={filters.type}
      onChange={(event) => choose({ type: event.currentTarget.value as TrafficType })}
    />
    <NativeSelect
      size="sm"
      aria-label={texts.days}
      data={dayChoices}
      value={String(filters.days)}
      onChange={(event) => choose({ days: Number(event.currentTarget.value) })}
    />
  </>
);

interface TotalsProps {
  readonly filters: RecordFilters;
  readonly totals: Parameters<typeof dailyTotals>[0] | undefined;
}

const Totals = ({ filters: { type, days }, totals }: TotalsProps): ReactNode => {
  const host = useHost();
  const [now] = useState(() => Date.now());
  if (totals === undefined || totals.records === 0) return null;
  const { records, trafficChange, exemptionTraffic } = totals;
  const sum = traffic(Math.abs(trafficChange) + exemptionTraffic);
  return (
    <RecordSums
      label={texts.totals}
      facts={[
        [texts.records, texts.count(records)],
        [texts.change, traffic(trafficChange)],
        [texts.exempt, traffic(exemptionTraffic)],
        [texts.sum, sum],
      ]}
      days={dailyTotals(totals, productDay(now, host?.timezone), days)}
      chart={texts.chart(texts.types[type], days, sum)}
    />
  );
};
