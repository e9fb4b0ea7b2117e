import type { RulesState, RulesVersion } from '@skyport/contract/rules';
import type { ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { historyTexts, texts } from './texts.ts';

const contentOf = ({ isDefault, groups, lists, entries }: RulesVersion): string =>
  isDefault ? historyTexts.isDefault : historyTexts.content(groups, lists, entries);

const columns: readonly Column<RulesVersion>[] = [
  { id: 'version', title: historyTexts.columns.version, value: (row) => texts.version(row.version), heading: true },
  { id: 'at', title: historyTexts.columns.at, value: (row) => row.at, cell: (row) => shopTime(row.at) },
  { id: 'by', title: historyTexts.columns.by, value: (row) => row.by || historyTexts.nobody },
  { id: 'content', title: historyTexts.columns.content, value: contentOf },
];

/** Earlier versions, each of which can be restored. */
export const HistoryTab = ({
  state,
  onRestore,
}: {
  state: RulesState;
  onRestore: (version: number) => Promise<unknown>;
}): ReactNode => {
  const { ask, dialog } = useConfirm();
  return (
    <>
      <DataTable
        label={historyTexts.title}
        level={2}
        rows={state.history}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        rowKey={(row) => String(row.version)}
        rowName={(row) => texts.version(row.version)}
        search={null}
        exports={false}
        rowActions={({ version }) => [
          {
            label: version === state.version ? historyTexts.current : historyTexts.restore,
            first: true,
            disabled: version === state.version,
            run: () =>
              ask({
                title: historyTexts.restoreTitle,
                text: historyTexts.restoreText(version),
                confirm: historyTexts.restore,
                run: () => onRestore(version),
              }),
          },
        ]}
      />
      {dialog}
    </>
  );
};
