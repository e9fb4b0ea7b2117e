import { Button } from '@mantine/core';
import type { RuleGroup, RuleList } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import { type ReactNode, useState } from 'react';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { freeId, moved, put, targetWords } from './edit.ts';
import { ListWindow } from './list-window.tsx';
import { listTexts as words, texts } from './texts.ts';
import type { RulesDraft } from './use-draft.ts';

const columnsFor = (groups: readonly RuleGroup[]): readonly Column<RuleList>[] => [
  { id: 'zh', title: words.columns.zh, value: (row) => row.zh, heading: true, sortable: false },
  { id: 'target', title: words.columns.target, value: (row) => targetWords(row.target, groups), sortable: false },
  {
    id: 'count',
    title: words.columns.count,
    value: (row) => countEntries({ lists: [row] }),
    numeric: true,
    sortable: false,
  },
  { id: 'id', title: words.columns.id, value: (row) => row.id, sortable: false },
];

const newList = (lists: readonly RuleList[], target: string): RuleList => ({
  id: freeId('list', lists),
  zh: '',
  target,
  suffixes: [],
  domains: [],
  keywords: [],
  networks: [],
});

const actionsOf = (
  list: RuleList,
  { rules, change }: RulesDraft,
  { edit, ask }: { edit: (list: RuleList) => void; ask: (question: Question) => void },
): readonly RowAction[] => {
  const at = rules.lists.findIndex(({ id }) => id === list.id);
  const move = (by: -1 | 1): void => change({ ...rules, lists: moved(rules.lists, at, by) });
  return [
    { label: texts.edit, first: true, run: () => edit(list) },
    { label: texts.up, first: true, disabled: at === 0, run: () => move(-1) },
    { label: texts.down, first: true, disabled: at === rules.lists.length - 1, run: () => move(1) },
    {
      label: texts.delete,
      danger: true,
      run: () =>
        ask({
          title: words.deleteTitle,
          text: words.deleteText(list.zh),
          run: async () => change({ ...rules, lists: rules.lists.toSpliced(at, 1) }),
        }),
    },
  ];
};

/** The lists in the order in which they are asked. */
export const ListsTab = ({ draft }: { draft: RulesDraft }): ReactNode => {
  const { rules, change } = draft;
  const [editing, setEditing] = useState<{ list: RuleList; isNew: boolean }>();
  const { ask, dialog } = useConfirm();
  return (
    <>
      <DataTable
        label={words.title}
        level={2}
        rows={rules.lists}
        columns={columnsFor(rules.groups)}
        rowKey={(row) => row.id}
        rowName={(row) => row.zh}
        search={null}
        exports={false}
        start={{ size: 0 }}
        actions={() => (
          <Button variant="light" onClick={() => setEditing({ list: newList(rules.lists, rules.main), isNew: true })}>
            {words.add}
          </Button>
        )}
        rowActions={(row) => actionsOf(row, draft, { ask, edit: (list) => setEditing({ list, isNew: false }) })}
      />
      {editing && (
        <ListWindow
          {...editing}
          lists={rules.lists}
          groups={rules.groups}
          onClose={() => setEditing(undefined)}
          onSave={(list) => {
            // A new list is asked first: whoever writes one means it to count.
            const lists = editing.isNew ? [list, ...rules.lists] : put(rules.lists, list);
            change({ ...rules, lists });
            setEditing(undefined);
          }}
        />
      )}
      {dialog}
    </>
  );
};
