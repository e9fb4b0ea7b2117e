import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { trafficCalls as calls } from '@skyport/contract/traffic';
import { type TrafficRecord, TrafficType } from '@skyport/contract/traffic-types';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { productDay } from '../checkin/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useHost } from '../notices/index.ts';
import { traffic } from '../ui/format.ts';
import { dailyAmounts, USE } from './daily-use.ts';
import type { Column } from '../ui/data-table/column.ts';
import { type OwnRecord, ownRecord, recordColumns } from './record-columns.tsx';
import { RecordSums } from './record-sums.tsx';
import { sumsOf } from './records-rules.ts';
import { recordsTexts as texts } from './records-texts.ts';

const columns: readonly Column<OwnRecord>[] = recordColumns;

type Choice = TrafficType | 'all';

const choices = [
  { value: 'all', label: texts.all },
  ...TrafficType.options.map((value) => ({ value, label: texts.types[value] })),
];

/** /traffic_records: what became of the account's traffic on the last ten days. */
export default function RecordsPage(): ReactNode {
  const [type, setType] = useState<Choice>('all');
  const read = useCall(calls.myTrafficRecords, {});
  const listed = useMemo(
    () => read.data?.filter((record) => type === 'all' || record.type === type),
    [read.data, type],
  );
  const rows = useMemo(() => listed?.map(ownRecord), [listed]);
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={columns}
      filters={
        <NativeSelect
          size="sm"
          aria-label={texts.type}
          data={choices}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as Choice)}
        />
      }
      notice={listed && listed.length > 0 && <Sums records={listed} type={type} />}
      next={read.data?.length === 0 && <NextStep text={texts.nothing} way={{ to: '/', label: texts.start }} />}
    />
  );
}

const Sums = ({ records, type }: { records: readonly TrafficRecord[]; type: Choice }): ReactNode => {
  const host = useHost();
  const [now] = useState(() => Date.now());
  const days = dailyAmounts(records, productDay(now, host?.timezone), type === 'all' ? USE : [type]);
  const sums = sumsOf(records);
  const drawn = days.reduce((sum, { used }) => sum + used, 0);
  return (
    <RecordSums
      label={texts.totals}
      facts={[
        [texts.records, texts.count(records.length)],
        [texts.used, traffic(sums.used)],
        [texts.free, traffic(sums.free)],
        [texts.gained, traffic(sums.gained)],
        [texts.lost, traffic(sums.lost)],
      ]}
      days={days}
      chart={texts.chart(texts.types[type === 'all' ? 'spend' : type], traffic(drawn))}
    />
  );
};
