import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import { moneyCalls } from '@skyport/contract/money';
import {
  type Difference,
  differenceKindNames,
  differenceStateNames,
  differenceStates,
  reconcileCalls as calls,
} from '@skyport/contract/reconcile';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useServerSearch } from '../list-page/use-server-search.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { plain, yuan } from '../ui/format.ts';
import { pill, type PillTone } from '../ui/pill.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { reconcileTexts } from './reconcile-texts.ts';

const texts = reconcileTexts.differences;
const titles = texts.columns;

const sumOf = (amount: number | null, currency: string): string =>
  amount === null
    ? reconcileTexts.none
    : reconcileTexts.amount(currency === 'CNY' ? yuan(amount) : plain(amount, 3), currency);

const whyOf = ({ closed_by, closed_why }: Difference): string =>
  [closed_by, closed_why].filter((part) => part !== '').join(' ');

const tones: Readonly<Record<Difference['state'], PillTone>> = {
  open: 'accent',
  settled: undefined,
  explained: 'plain',
};

const columns: readonly Column<Difference>[] = [
  { id: 'reference', title: titles.reference, value: (row) => row.reference, heading: true },
  { id: 'kind', title: titles.kind, value: (row) => differenceKindNames[row.kind], card: true },
  {
    id: 'theirs',
    title: titles.theirs,
    value: (row) => row.theirs,
    cell: (row) => sumOf(row.theirs, row.currency),
    numeric: true,
    card: true,
  },
  {
    id: 'ours',
    title: titles.ours,
    value: (row) => row.ours,
    cell: (row) => sumOf(row.ours, row.currency),
    numeric: true,
    card: true,
  },
  { id: 'day', title: titles.day, value: (row) => row.day, card: true, below: 'kind' },
  { id: 'platform', title: titles.platform, value: (row) => row.platform, below: 'reference' },
  {
    id: 'state',
    title: titles.state,
    value: (row) => differenceStateNames[row.state],
    cell: (row) => pill(differenceStateNames[row.state], tones[row.state]),
  },
  { id: 'why', title: titles.why, value: whyOf, hidden: true },
  { id: 'tradeno', title: titles.tradeno, value: (row) => row.tradeno, hidden: true },
];

const states = [
  ...differenceStates.map((value) => ({ value, label: differenceStateNames[value] })),
  { value: '', label: reconcileTexts.anyState },
];

/** Settles a difference after a question, and notes why one is none. */
const useDecisions = () => {
  const [explained, setExplained] = useState<Difference>();
  const { ask, dialog } = useConfirm();
  const stale = [calls.differenceList, moneyCalls.claimList, auditCalls.list];
  const settle = useChange(calls.settleDifference, {
    done: texts.settled,
    failed: { prefix: texts.settleFailed },
    invalidates: stale,
  });
  const explain = useChange(calls.explainDifference, {
    done: texts.explained,
    failed: { prefix: texts.explainFailed },
    invalidates: stale,
  });
  const askSettle = ({ _id, reference }: Difference): void =>
    ask({
      title: texts.settleTitle(reference),
      text: texts.settleText,
      confirm: texts.settle,
      harmless: true,
      run: () => settle.run({ difference_id: _id }),
    });
  const windows = (
    <>
      {dialog}
      <FormWindow
        title={texts.explainTitle(explained?.reference ?? '')}
        schema={calls.explainDifference.input}
        fields={[{ name: 'reason', wide: true }]}
        value={explained && { difference_id: explained._id, reason: '' }}
        onSave={(form, onRefused) => explain.run(form, onRefused)}
        onClose={() => setExplained(undefined)}
      />
    </>
  );
  return { askSettle, setExplained, windows };
};

/** How lists of payment providers and ours differ, what waits first. */
export const Differences = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const [chosen, setChosen] = useState('open');
  const state = differenceStates.find((each) => each === chosen);
  const { filterStr, field } = useServerSearch(texts.filter);
  const read = useCall(calls.differenceList, { filterStr, ...(state && { state }) });
  const { askSettle, setExplained, windows } = useDecisions();
  const canSettle = ({ kind }: Difference): boolean => kind === 'missing' || kind === 'refund' || kind === 'dispute';
  const actionsOf = (row: Difference): readonly RowAction[] =>
    row.state === 'open'
      ? [
          ...(canSettle(row) ? [{ label: texts.settle, first: true, run: () => askSettle(row) }] : []),
          { label: texts.explain, first: !canSettle(row), run: () => setExplained(row) },
        ]
      : [];
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      rowName={(row) => row.reference}
      tabs={tabs}
      filters={
        <>
          {field}
          <NativeSelect
            size="sm"
            aria-label={reconcileTexts.state}
            data={states}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </>
      }
      rowActions={actionsOf}
    >
      {windows}
    </ListPage>
  );
};
