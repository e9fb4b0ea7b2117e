import { codes } from '@skyport/contract/codes';
import { noticesCalls } from '@skyport/contract/notices';
import { settingsCalls as calls, type SettingsChange, type SettingsState } from '@skyport/contract/settings';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAgain, useChange } from '../api/index.ts';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { firstPage } from '../ui/data-table/use-table-model.ts';
import { shopTime } from '../ui/shop-time.ts';
import { ChangeLines } from './change-lines.tsx';
import { hasOnlySecrets, labelOf, undoOf } from './rules.ts';
import { historyTexts as historyOf, texts } from './texts.ts';

/** The most changes that one call answers. */
const MOST = 200;

const versionText = ({ version }: SettingsChange): string =>
  version === null ? historyOf.unknown : texts.version(version);
const changedText = ({ changes, undoes }: SettingsChange): string =>
  [...(undoes === null ? [] : [historyOf.undoes(undoes)]), ...changes.map(({ name }) => labelOf(name))].join('、');

const { columns: titles } = historyOf;
const columns: readonly Column<SettingsChange>[] = (
  [
    { id: 'version', title: titles.version, value: versionText, heading: true },
    { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => shopTime(row.time), card: true },
    { id: 'by', title: titles.by, value: (row) => row.by || texts.someone, card: true },
    {
      id: 'changes',
      title: titles.changes,
      value: changedText,
      cell: ({ changes, undoes }) => (
        <ChangeLines changes={changes} {...(undoes !== null && { head: historyOf.undoes(undoes) })} />
      ),
      card: true,
    },
  ] satisfies readonly Column<SettingsChange>[]
).map((column) => ({ ...column, sortable: false }));

/** Whether a change can be taken back, and why not. */
const whetherUndone = (row: SettingsChange, state: SettingsState): Pick<RowAction, 'disabled' | 'why'> => ({
  disabled: Object.keys(undoOf(row, state)).length === 0,
  why: hasOnlySecrets(row) ? historyOf.onlySecrets : historyOf.nothingLeft,
});

interface HistoryTabProps {
  readonly state: SettingsState;
  /** Called with the settings after a change was taken back here, which overtakes nobody. */
  readonly onUndone: (state: SettingsState) => void;
}

/** Saved changes, each of which can be taken back. */
export const HistoryTab = ({ state, onUndone }: HistoryTabProps): ReactNode => {
  const { ask, dialog } = useConfirm();
  const { read, remote } = usePagedList({
    call: calls.history,
    input: ({ page, size }) => ({ limit: size, skip: page * size }),
    start: firstPage,
    filters: {},
    most: MOST,
  });
  const client = useQueryClient();
  const undo = useChange(calls.setConfig, {
    done: texts.undone,
    failed: { prefix: texts.undoFailed },
    invalidates: [calls.get, calls.history, noticesCalls.hostGet],
    onDone: onUndone,
    onFailed: ({ code }) => {
      if (code === codes.conflict.code) void readAgain(client, [calls.get, calls.history]);
    },
  });
  const askUndo = (row: SettingsChange): void => {
    const values = undoOf(row, state);
    const changes = Object.entries(values).map(([name, after]) => ({
      name,
      before: state[name as keyof SettingsState],
      after,
    }));
    ask({
      title: historyOf.undoTitle,
      text: <ChangeLines head={historyOf.undoText(changes.length)} changes={changes} />,
      confirm: historyOf.undo,
      harmless: true,
      run: () => undo.run({ ...values, version: state.version, ...(row.version !== null && { undoes: row.version }) }),
    });
  };
  return (
    <div className="sp-card">
      <DataTable
        label={historyOf.title}
        level={2}
        rows={read.data?.changes}
        read={read}
        columns={columns}
        rowKey={(row) => row._id}
        rowName={versionText}
        remote={remote}
        search={null}
        exports={false}
        rowActions={(row) => [
          { label: historyOf.undo, first: true, ...whetherUndone(row, state), run: () => askUndo(row) },
        ]}
      />
      {dialog}
    </div>
  );
};
