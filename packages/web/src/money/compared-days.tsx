import { type Reconciliation, reconcileCalls as calls } from '@skyport/contract/reconcile';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { pill, type PillTone } from '../ui/pill.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { reconcileTexts } from './reconcile-texts.ts';

const texts = reconcileTexts.days;
const titles = texts.columns;

/** How a day was, in words. */
const resultOf = ({ state, differences, unanswered, unasked }: Reconciliation): string => {
  if (state === 'failed') return unasked > 0 ? texts.unasked(unasked) : texts.failed;
  const parts = [
    ...(differences > 0 ? [texts.found(differences)] : []),
    ...(unanswered > 0 ? [texts.unanswered(unanswered)] : []),
  ];
  return parts.length === 0 ? texts.same : parts.join('，');
};

/** A day that needs attention stands out. */
const toneOf = ({ state, differences, unanswered }: Reconciliation): PillTone => {
  if (state === 'failed') return 'bad';
  if (differences > 0) return 'reward';
  return unanswered > 0 ? 'accent' : undefined;
};

const columns: readonly Column<Reconciliation>[] = [
  { id: 'platform', title: titles.platform, value: (row) => row.platform, heading: true },
  { id: 'day', title: titles.day, value: (row) => row.day, card: true },
  { id: 'result', title: titles.result, value: resultOf, cell: (row) => pill(resultOf(row), toneOf(row)), card: true },
  { id: 'theirs', title: titles.theirs, value: (row) => row.theirs, numeric: true, card: true },
  { id: 'ours', title: titles.ours, value: (row) => row.ours, numeric: true, card: true },
  { id: 'way', title: titles.way, value: (row) => texts.ways[row.way] },
  { id: 'time', title: titles.time, value: (row) => row.ran_at, cell: (row) => shopTime(row.ran_at) },
];

/** Which days of which payment instances were compared. */
export const ComparedDays = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const read = useCall(calls.reconciliationList, {});
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={({ platform, day }) => `${platform} ${day}`}
      tabs={tabs}
    />
  );
};
