import { Button, Group, NativeSelect } from '@mantine/core';
import type { RuleGroup } from '@skyport/contract/rules';
import { type ReactNode, useState } from 'react';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { freeId, memberWords, moved, put, withoutGroup } from './edit.ts';
import { GroupWindow } from './group-window.tsx';
import { groupTexts as words, texts } from './texts.ts';
import type { RulesDraft } from './use-draft.ts';

const columnsFor = (groups: readonly RuleGroup[]): readonly Column<RuleGroup>[] => [
  { id: 'zh', title: words.columns.zh, value: (row) => row.zh, heading: true, sortable: false },
  { id: 'en', title: words.columns.en, value: (row) => row.en, sortable: false },
  { id: 'type', title: words.columns.type, value: (row) => words.types[row.type], sortable: false },
  {
    id: 'members',
    title: words.columns.members,
    value: (row) => row.members.map((member) => memberWords(member, groups)).join('、'),
    sortable: false,
  },
];

const newGroup = (groups: readonly RuleGroup[]): RuleGroup => ({
  id: freeId('g', groups),
  zh: '',
  en: '',
  type: 'select',
  members: [],
});

const actionsOf = (
  group: RuleGroup,
  { rules, change }: RulesDraft,
  { edit, ask }: { edit: (group: RuleGroup) => void; ask: (question: Question) => void },
): readonly RowAction[] => {
  const at = rules.groups.findIndex(({ id }) => id === group.id);
  const move = (by: -1 | 1): void => change({ ...rules, groups: moved(rules.groups, at, by) });
  return [
    { label: texts.edit, first: true, run: () => edit(group) },
    { label: texts.up, first: true, disabled: at === 0, run: () => move(-1) },
    { label: texts.down, first: true, disabled: at === rules.groups.length - 1, run: () => move(1) },
    {
      label: texts.delete,
      danger: true,
      disabled: group.id === rules.main || group.id === rules.final,
      run: () =>
        ask({
          title: words.deleteTitle,
          text: words.deleteText(group.zh),
          run: async () => change(withoutGroup(rules, group.id)),
        }),
    },
  ];
};

/** The groups in their order, and which of them are the main and the last one. */
export const GroupsTab = ({ draft }: { draft: RulesDraft }): ReactNode => {
  const { rules, change } = draft;
  const [editing, setEditing] = useState<{ group: RuleGroup; isNew: boolean }>();
  const { ask, dialog } = useConfirm();
  const options = rules.groups.filter(({ type }) => type === 'select').map(({ id, zh }) => ({ value: id, label: zh }));
  return (
    <>
      <Group mb="md" align="flex-start" gap="md">
        {(['main', 'final'] as const).map((anchor) => (
          <NativeSelect
            key={anchor}
            label={texts[anchor]}
            description={texts[`${anchor}Help`]}
            value={rules[anchor]}
            data={options}
            onChange={(event) => change({ ...rules, [anchor]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <DataTable
        label={words.title}
        level={2}
        rows={rules.groups}
        columns={columnsFor(rules.groups)}
        rowKey={(row) => row.id}
        rowName={(row) => row.zh}
        search={null}
        exports={false}
        start={{ size: 0 }}
        actions={() => (
          <Button variant="light" onClick={() => setEditing({ group: newGroup(rules.groups), isNew: true })}>
            {words.add}
          </Button>
        )}
        rowActions={(row) => actionsOf(row, draft, { ask, edit: (group) => setEditing({ group, isNew: false }) })}
      />
      {editing && (
        <GroupWindow
          {...editing}
          groups={rules.groups}
          onClose={() => setEditing(undefined)}
          onSave={(group) => {
            change({ ...rules, groups: put(rules.groups, group) });
            setEditing(undefined);
          }}
        />
      )}
      {dialog}
    </>
  );
};
