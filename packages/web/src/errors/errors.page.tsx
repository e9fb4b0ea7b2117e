import '../ui/input-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import { errorsCalls as calls, type Fault } from '@skyport/contract/errors';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { shopTime } from '../ui/shop-time.ts';
import { FaultWindow } from './fault-window.tsx';
import { texts } from './texts.ts';

const { columns: titles } = texts;

const columns: readonly Column<Fault>[] = [
  { id: 'message', title: titles.message, value: (row) => row.msg, heading: true },
  { id: 'count', title: titles.count, value: (row) => row.count, numeric: true, card: true },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.createTime,
    cell: (row) => shopTime(row.createTime),
    card: true,
  },
  { id: 'call', title: titles.call, value: (row) => row.call, card: true, below: 'message' },
  { id: 'name', title: titles.name, value: (row) => row.name, card: true },
  {
    id: 'first',
    title: titles.first,
    value: (row) => row.firstTime,
    cell: (row) => shopTime(row.firstTime),
    hidden: true,
  },
];

const DAYS = [1, 7, 30];
const USUAL_DAYS = 7;

/** Empties the error log after a question, up to the newest fault that is shown: nobody has seen later ones. */
const useClear = (faults: readonly Fault[] | undefined) => {
  const { ask, dialog } = useConfirm();
  const clear = useChange(calls.clear, {
    done: ({ deletedCount }) => texts.cleared(deletedCount),
    failed: { prefix: texts.clearFailed },
    invalidates: [calls.list],
  });
  const [newest] = faults ?? [];
  const askClear = (): void =>
    ask({
      title: texts.clearTitle,
      text: texts.clearText,
      run: () => clear.run(newest ? { until: newest.createTime } : {}),
    });
  return { askClear, dialog };
};

/** /admin_error: faults of ours, each once, with how often it happened and the newest stack. */
export default function ErrorsPage(): ReactNode {
  const [days, setDays] = useState(USUAL_DAYS);
  const [shown, setShown] = useState<Fault>();
  const read = useCall(calls.list, { num: days });
  const { askClear, dialog } = useClear(read.data);
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      filters={
        <NativeSelect
          size="sm"
          aria-label={texts.days}
          data={DAYS.map((value) => ({ value: String(value), label: texts.lastDays(value) }))}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        />
      }
      actions={() => (
        <Button variant="outline" color="red" disabled={!read.data?.length} onClick={askClear}>
          {texts.clear}
        </Button>
      )}
      rowActions={(row: Fault) => [{ label: texts.details, first: true, opens: true, run: () => setShown(row) }]}
    >
      {dialog}
      <FaultWindow fault={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
}
