import {
  HEALTH_DAYS,
  MOST_HEALTH_DAYS,
  type PayHealth,
  payFailureNames,
  payFailures,
  payHealthCalls as calls,
} from '@skyport/contract/pay-health';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { plain } from '../ui/format.ts';
import { pill } from '../ui/pill.tsx';
import { Choice, InstanceChoice } from './filters.tsx';
import { healthTexts as texts } from './health-texts.ts';

const titles = texts.columns;

/** Tries of which it is known what became of them. */
const endedOf = ({ begun, open }: PayHealth): number => begun - open;

/** Of those, how much was paid, in percent; null where there is none yet. */
const shareOf = (row: PayHealth): number | null => (endedOf(row) === 0 ? null : (row.paid / endedOf(row)) * 100);

const shareText = (row: PayHealth): string => {
  const share = shareOf(row);
  return share === null ? '' : texts.share(plain(share, 1), row.paid, endedOf(row));
};

const failuresOf = ({ failed }: PayHealth): number => payFailures.reduce((sum, reason) => sum + failed[reason], 0);

const failuresText = (row: PayHealth): string => {
  const met = payFailures.filter((reason) => row.failed[reason] > 0);
  const reasons = met.map((reason) => texts.reason(payFailureNames[reason], row.failed[reason]));
  return texts.failed(failuresOf(row), reasons);
};

const stateOf = ({ failing }: PayHealth): string => (failing ? texts.failing : texts.works);

const columns: readonly Column<PayHealth>[] = [
  { id: 'platform', title: titles.platform, value: (row) => row.platform, heading: true },
  { id: 'day', title: titles.day, value: (row) => row.day, card: true, below: 'platform' },
  {
    id: 'state',
    title: titles.state,
    value: stateOf,
    cell: (row) => pill(stateOf(row), row.failing ? 'bad' : undefined),
    card: true,
    below: 'platform',
  },
  { id: 'share', title: titles.share, value: shareOf, cell: shareText, numeric: true, card: true },
  {
    id: 'median',
    title: titles.median,
    value: (row) => row.median_seconds,
    cell: (row) => (row.median_seconds === null ? '' : texts.time(row.median_seconds)),
    numeric: true,
    card: true,
    below: 'failed',
  },
  { id: 'failed', title: titles.failed, value: failuresOf, cell: failuresText, card: true },
  { id: 'unpaid', title: titles.unpaid, value: (row) => row.unpaid, numeric: true },
  { id: 'open', title: titles.open, value: (row) => row.open, numeric: true },
  { id: 'begun', title: titles.begun, value: (row) => row.begun, numeric: true, below: 'share' },
];

const spans = [HEALTH_DAYS, MOST_HEALTH_DAYS].map((days) => ({ value: String(days), label: texts.lastDays(days) }));

/** How payments went by day and payment instance, and which instance keeps failing now. */
export const Health = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [instance, setInstance] = useState('');
  const [days, setDays] = useState(HEALTH_DAYS);
  const read = useCall(calls.payHealth, { instance, days });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={({ platform, day }) => `${platform} ${day}`}
      tabs={tabs}
      filters={
        <>
          <InstanceChoice value={instance} onChange={setInstance} />
          <Choice label={texts.days} data={spans} value={String(days)} onChange={(chosen) => setDays(Number(chosen))} />
        </>
      }
    />
  );
};
