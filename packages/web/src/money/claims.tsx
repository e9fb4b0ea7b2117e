import {
  claimStateNames,
  claimStates,
  claimVerdictNames,
  type MoneyClaim,
  moneyCalls as calls,
} from '@skyport/contract/money';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useFind } from '../list-page/use-find.ts';
import { StaffOrderWindow } from '../payments/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { pill, type PillTone } from '../ui/pill.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Choice, useMoneyFilter } from './filters.tsx';
import { namedColumns } from './named-trade.tsx';
import { sumText } from './rules.ts';
import { texts as all } from './texts.ts';

const texts = all.claims;
const titles = texts.columns;

/** What is to be known of a claim beside its state. */
const whyOf = ({ verdict, must_ask, contradicted, state }: MoneyClaim): string =>
  [
    claimVerdictNames[verdict],
    ...(must_ask && state === 'waiting' ? [texts.mustAsk] : []),
    ...(contradicted ? [texts.contradicted] : []),
  ]
    .filter((part) => part !== '')
    .join('；');

/** What waits for staff stands out. */
const tones: Readonly<Record<MoneyClaim['state'], PillTone>> = {
  waiting: 'accent',
  doubtful: 'reward',
  settled: undefined,
  dismissed: 'plain',
};

const columns: readonly Column<MoneyClaim>[] = [
  { id: 'reference', title: titles.reference, value: (row) => row.reference, heading: true },
  { id: 'amount', title: titles.amount, value: (row) => row.amount, cell: sumText, numeric: true, card: true },
  {
    id: 'state',
    title: titles.state,
    value: (row) => claimStateNames[row.state],
    cell: (row) => pill(claimStateNames[row.state], tones[row.state]),
    card: true,
  },
  { id: 'why', title: titles.why, value: whyOf, card: true, below: 'state' },
  { ...namedColumns.email, below: 'reference' },
  { ...namedColumns.desc, below: 'reference' },
  { id: 'platform', title: titles.platform, value: (row) => row.platform, below: 'reference' },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.received_at,
    cell: (row) => shopTime(row.received_at),
    below: 'state',
  },
  namedColumns.tradeno,
  { id: 'attempts', title: titles.attempts, value: (row) => row.attempts, numeric: true, hidden: true },
];

/** What staff can choose of the states: first of all what waits for them. */
const states = [
  { value: 'undecided', label: all.undecided },
  { value: '', label: all.anyState },
  ...claimStates.map((value) => ({ value, label: claimStateNames[value] })),
];

const isUndecided = ({ state }: MoneyClaim): boolean => state === 'waiting' || state === 'doubtful';

/** Settles a claim after a question, and dismisses one after a reason was given. */
const useDecisions = () => {
  const [dismissed, setDismissed] = useState<MoneyClaim>();
  const { ask, dialog } = useConfirm();
  const stale = [calls.claimList, calls.unclaimedList, calls.requestList, calls.counts];
  const settle = useChange(calls.settleClaim, {
    done: ({ outcome }) => texts.settled[outcome],
    failed: { prefix: texts.settleFailed },
    invalidates: stale,
  });
  const dismiss = useChange(calls.dismissClaim, {
    done: texts.dismissed,
    failed: { prefix: texts.dismissFailed },
    invalidates: stale,
  });
  const askSettle = ({ _id, reference }: MoneyClaim): void =>
    ask({
      title: texts.settleTitle(reference),
      text: texts.settleText,
      confirm: texts.settle,
      harmless: true,
      run: () => settle.run({ claim_id: _id }),
    });
  const windows = (
    <>
      {dialog}
      <FormWindow
        title={texts.dismissTitle(dismissed?.reference ?? '')}
        schema={calls.dismissClaim.input}
        fields={[{ name: 'reason', wide: true }]}
        value={dismissed && { claim_id: dismissed._id, reason: '' }}
        onSave={(form, onRefused) => dismiss.run(form, onRefused)}
        onClose={() => setDismissed(undefined)}
        takes={texts.dismiss}
      />
    </>
  );
  return { askSettle, setDismissed, windows };
};

/** What providers said of money: what waits for staff, or all of it. */
export const Claims = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  // Money that the address asks for may be settled already.
  const find = useFind();
  const [chosen, setChosen] = useState(find === '' ? 'undecided' : '');
  const [order, setOrder] = useState<string>();
  const state = claimStates.find((each) => each === chosen);
  const { filter, field, choices } = useMoneyFilter(texts.filter);
  const read = useCall(calls.claimList, { ...filter, ...(state && { state }) });
  const { askSettle, setDismissed, windows } = useDecisions();
  const actionsOf = (row: MoneyClaim): readonly RowAction[] => [
    ...(isUndecided(row) ? [{ label: texts.settle, first: true, run: () => askSettle(row) }] : []),
    ...(row.order_id === null ? [] : [{ label: texts.order, run: () => setOrder(row.order_id ?? undefined) }]),
    ...(row.state === 'doubtful' ? [{ label: texts.dismiss, danger: true, run: () => setDismissed(row) }] : []),
  ];
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={chosen === 'undecided' ? read.data?.filter(isUndecided) : read.data}
      columns={columns}
      rowName={(row) => row.reference}
      tabs={tabs}
      filters={
        <>
          {field}
          <Choice label={all.state} data={states} value={chosen} onChange={setChosen} />
          {choices}
        </>
      }
      rowActions={actionsOf}
    >
      {windows}
      {order !== undefined && <StaffOrderWindow orderId={order} onClose={() => setOrder(undefined)} />}
    </ListPage>
  );
};
