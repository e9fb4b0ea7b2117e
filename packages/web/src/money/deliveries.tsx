import { Text } from '@mantine/core';
import { type Delivery, deliveryVerdictNames, deliveryVerdicts, moneyCalls as calls } from '@skyport/contract/money';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { anyDay, type DayRange, Days } from '../list-page/day-range.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { pill, type PillTone } from '../ui/pill.tsx';
import { endOfShopDay, shopTime, startOfShopDay } from '../ui/shop-time.ts';
import { Choice, InstanceChoice } from './filters.tsx';
import { namedColumns } from './named-trade.tsx';
import { sumText } from './rules.ts';
import { texts } from './texts.ts';

const titles = texts.deliveries.columns;

const tones: Readonly<Record<Delivery['verdict'], PillTone>> = {
  stored: undefined,
  known: 'plain',
  copy: 'plain',
  contradicts: 'bad',
  ignored: 'plain',
  refused: 'bad',
};

const columns: readonly Column<Delivery>[] = [
  {
    id: 'platform',
    title: titles.platform,
    value: (row) => row.platform,
    cell: (row) => <span title={row.instance}>{row.platform}</span>,
    heading: true,
  },
  {
    id: 'amount',
    title: titles.amount,
    value: (row) => row.amount,
    cell: ({ amount, currency }) => (amount === null ? '' : sumText({ amount, currency })),
    numeric: true,
    card: true,
    below: 'platform',
  },
  namedColumns.email,
  namedColumns.desc,
  {
    id: 'verdict',
    title: titles.verdict,
    value: (row) => deliveryVerdictNames[row.verdict],
    cell: (row) => pill(deliveryVerdictNames[row.verdict], tones[row.verdict]),
    card: true,
  },
  {
    id: 'last',
    title: titles.last,
    value: (row) => row.last_at,
    cell: (row) => shopTime(row.last_at),
    card: true,
    below: 'verdict',
  },
  {
    id: 'why',
    title: titles.why,
    value: (row) => row.why,
    cell: ({ why }) =>
      why !== '' && (
        <Text size="sm" maw="15rem" style={{ whiteSpace: 'normal' }}>
          {why}
        </Text>
      ),
    card: true,
  },
  {
    id: 'times',
    title: titles.times,
    value: (row) => row.times,
    cell: (row) => texts.deliveries.count(row.times),
    numeric: true,
    below: 'why',
  },
  {
    id: 'first',
    title: titles.first,
    value: (row) => row.first_at,
    cell: (row) => shopTime(row.first_at),
    hidden: true,
  },
  { id: 'reference', title: titles.reference, value: (row) => row.reference, hidden: true },
  namedColumns.tradeno,
  { id: 'bytes', title: titles.bytes, value: (row) => row.bytes, numeric: true, hidden: true },
];

const verdicts = [
  { value: '', label: texts.anyVerdict },
  ...deliveryVerdicts.map((value) => ({ value, label: deliveryVerdictNames[value] })),
];

/** Instants between which a range of days lies. */
const instantsOf = ({ from, to }: DayRange): { from?: string; to?: string } => {
  const [start, end] = [startOfShopDay(from), endOfShopDay(to)];
  return { ...(start !== undefined && { from: new Date(start).toISOString() }), ...(end !== '' && { to: end }) };
};

/** What payment providers notified, and what became of it. */
export const Deliveries = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [verdict, setVerdict] = useState<Delivery['verdict']>();
  const [instance, setInstance] = useState('');
  const [days, setDays] = useState(anyDay);
  const read = useCall(calls.deliveryList, { instance, ...(verdict && { verdict }), ...instantsOf(days) });
  return (
    <ListPage
      texts={texts.deliveries}
      read={read}
      columns={columns}
      rowName={(row) => row.platform}
      tabs={tabs}
      filters={
        <>
          <Choice
            label={texts.verdict}
            data={verdicts}
            value={verdict ?? ''}
            onChange={(chosen) => setVerdict(deliveryVerdicts.find((each) => each === chosen))}
          />
          <InstanceChoice value={instance} onChange={setInstance} />
          <Days of={texts.deliveries.notified} days={days} onChange={(part) => setDays({ ...days, ...part })} />
        </>
      }
    />
  );
};
