import '../ui/input-styles.ts';
import { Group, NativeSelect } from '@mantine/core';
import type { RuleGroup } from '@skyport/contract/rules';
import { type ReactNode, useState } from 'react';
import type { Column } from '../ui/data-table/column.ts';
import { freeId, memberLabel, upsert, withoutGroup } from './edit.ts';
import { GroupWindow } from './group-window.tsx';
import { OrderedTable } from './ordered-table.tsx';
import { groupTexts, texts } from './texts.ts';
import type { RulesDraft } from './use-draft.ts';

const columnsFor = (groups: readonly RuleGroup[]): readonly Column<RuleGroup>[] => [
  { id: 'zh', title: groupTexts.columns.zh, value: (row) => row.zh, heading: true },
  { id: 'en', title: groupTexts.columns.en, value: (row) => row.en, below: 'zh' },
  { id: 'type', title: groupTexts.columns.type, value: (row) => groupTexts.types[row.type], below: 'members' },
  {
    id: 'members',
    title: groupTexts.columns.members,
    value: (row) => row.members.map((member) => memberLabel(member, groups)).join('、'),
  },
];

const newGroup = (groups: readonly RuleGroup[]): RuleGroup => ({
  id: freeId('g', groups),
  zh: '',
  en: '',
  type: 'select',
  members: [],
});

/** The groups in their order, and which of them are the main and the last one. */
export const GroupsTab = ({ draft }: { draft: RulesDraft }): ReactNode => {
  const { rules, change } = draft;
  const [editing, setEditing] = useState<{ group: RuleGroup; isNew: boolean }>();
  const options = rules.groups.filter(({ type }) => type === 'select').map(({ id, zh }) => ({ value: id, label: zh }));
  return (
    <>
      <Group mb="md" align="flex-start" gap="md">
        {(['main', 'final'] as const).map((fixedGroup) => (
          <NativeSelect
            key={fixedGroup}
            label={texts[fixedGroup]}
            description={texts[`${fixedGroup}Help`]}
            value={rules[fixedGroup]}
            data={options}
            onChange={(event) => change({ ...rules, [fixedGroup]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <OrderedTable
        labels={groupTexts}
        rows={rules.groups}
        columns={columnsFor(rules.groups)}
        undeletable={({ id }) => id === rules.main || id === rules.final}
        onAdd={() => setEditing({ group: newGroup(rules.groups), isNew: true })}
        onEdit={(group) => setEditing({ group, isNew: false })}
        onOrder={(groups) => change({ ...rules, groups })}
        onDelete={({ id }) => change(withoutGroup(rules, id))}
      />
      {editing && (
        <GroupWindow
          {...editing}
          groups={rules.groups}
          onClose={() => setEditing(undefined)}
          onSave={(group) => {
            change({ ...rules, groups: upsert(rules.groups, group) });
            setEditing(undefined);
          }}
        />
      )}
    </>
  );
};
