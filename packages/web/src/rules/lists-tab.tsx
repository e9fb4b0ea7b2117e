import '../ui/input-styles.ts';
import '@mantine/core/styles/Switch.css';
import { Switch } from '@mantine/core';
import type { RuleGroup, RuleList } from '@skyport/contract/rules';
import { countEntries } from '@skyport/contract/rules-check';
import { type ReactNode, useState } from 'react';
import type { Column } from '../ui/data-table/column.ts';
import { freeId, policyLabel, refusesQuic, upsert, withQuic } from './edit.ts';
import { ListWindow } from './list-window.tsx';
import { OrderedTable } from './ordered-table.tsx';
import { listTexts as texts, texts as pageTexts } from './texts.ts';
import type { RulesDraft } from './use-draft.ts';

const columnsFor = (groups: readonly RuleGroup[]): readonly Column<RuleList>[] => [
  { id: 'zh', title: texts.columns.zh, value: (row) => row.zh, heading: true },
  { id: 'target', title: texts.columns.target, value: (row) => policyLabel(row.target, groups) },
  { id: 'count', title: texts.columns.count, value: (row) => countEntries({ lists: [row] }), numeric: true },
  { id: 'id', title: texts.columns.id, value: (row) => row.id },
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

/** The lists in the order in which they are matched. */
export const ListsTab = ({ draft }: { draft: RulesDraft }): ReactNode => {
  const { rules, change } = draft;
  const [editing, setEditing] = useState<{ list: RuleList; isNew: boolean }>();
  return (
    <>
      <Switch
        mb="md"
        label={pageTexts.refusesQuic}
        // Else its help is read as a part of its name.
        aria-label={pageTexts.refusesQuic}
        description={pageTexts.refusesQuicHelp}
        checked={refusesQuic(rules)}
        onChange={(event) => change(withQuic(rules, event.currentTarget.checked))}
      />
      <OrderedTable
        labels={texts}
        rows={rules.lists}
        columns={columnsFor(rules.groups)}
        onAdd={() => setEditing({ list: newList(rules.lists, rules.main), isNew: true })}
        onEdit={(list) => setEditing({ list, isNew: false })}
        onOrder={(lists) => change({ ...rules, lists })}
        onDelete={(list) => change({ ...rules, lists: rules.lists.filter(({ id }) => id !== list.id) })}
      />
      {editing && (
        <ListWindow
          {...editing}
          lists={rules.lists}
          groups={rules.groups}
          onClose={() => setEditing(undefined)}
          onSave={(list) => {
            // A new list is matched first, so that it takes effect.
            const lists = editing.isNew ? [list, ...rules.lists] : upsert(rules.lists, list);
            change({ ...rules, lists });
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
};
