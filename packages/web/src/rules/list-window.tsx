import '../ui/input-styles.ts';
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { RuleId, type RuleGroup, type RuleList } from '@skyport/contract/rules';
import {
  type EntryKind,
  entryKindNames,
  entryKinds,
  entryProblem,
  normalizeEntries,
} from '@skyport/contract/rules-entries';
import { type ReactNode, useState } from 'react';
import { useLeave } from '../ui/use-leave.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { Window } from '../ui/window.tsx';
import { FormEnd } from './form-end.tsx';
import { groupTexts, listTexts, texts } from './texts.ts';

/** What the window needs. */
export interface ListWindowProps {
  /** The list as it is, or the beginning of a new one. */
  readonly list: RuleList;
  readonly isNew: boolean;
  readonly lists: readonly RuleList[];
  readonly groups: readonly RuleGroup[];
  readonly onSave: (list: RuleList) => void;
  readonly onClose: () => void;
}

type Typed = Record<EntryKind, string>;

const typedOf = (list: RuleList): Typed => ({
  suffixes: list.suffixes.join('\n'),
  domains: list.domains.join('\n'),
  keywords: list.keywords.join('\n'),
  networks: list.networks.join('\n'),
});

const entriesOf = (kind: EntryKind, typed: string): string[] => normalizeEntries(kind, typed.split(/[\s,，]+/));

/** The first entry that cannot stay as it is, with what is wrong about it. */
const firstProblem = (kind: EntryKind, entries: readonly string[]): string | null => {
  for (const entry of entries) {
    const problem = entryProblem(kind, entry);
    if (problem !== null) return `“${entry.slice(0, 60)}”：${problem}`;
  }
  return null;
};

const nameProblem = ({ id, zh }: RuleList, { isNew, lists }: ListWindowProps): string | null => {
  if (isNew && (!RuleId.safeParse(id).success || lists.some((one) => one.id === id))) return groupTexts.idTaken;
  return zh.trim() === '' ? groupTexts.nameNeeded : null;
};

/** The form of one list of rules, in a window: one entry a line, checked while it is typed. */
export const ListWindow = (props: ListWindowProps): ReactNode => {
  const [list, setList] = useState(props.list);
  const [typed, setTyped] = useState(() => typedOf(props.list));
  const read = entryKinds.map((kind) => {
    const entries = entriesOf(kind, typed[kind]);
    return { kind, entries, problem: firstProblem(kind, entries) };
  });
  const problem = nameProblem(list, props);
  const bad = problem !== null || read.some((one) => one.problem !== null);
  const save = (): void =>
    props.onSave({ ...list, ...Object.fromEntries(read.map(({ kind, entries }) => [kind, entries])) });
  const dirty = list !== props.list || entryKinds.some((kind) => typed[kind] !== typedOf(props.list)[kind]);
  useUnsaved(dirty);
  const { leave, dialog } = useLeave({ isUnsaved: () => dirty, go: props.onClose });
  const set = (part: Partial<RuleList>): void => setList({ ...list, ...part });
  return (
    <Window opened onClose={leave} title={props.isNew ? listTexts.addTitle : listTexts.editTitle} size="lg">
      <Stack gap="sm">
        <TextInput
          label={listTexts.columns.zh}
          value={list.zh}
          maxLength={30}
          data-autofocus
          onChange={(event) => set({ zh: event.currentTarget.value })}
        />
        <TextInput
          label={texts.id}
          description={listTexts.idHelp(list.id)}
          value={list.id}
          maxLength={30}
          disabled={!props.isNew}
          onChange={(event) => set({ id: event.currentTarget.value })}
        />
        <NativeSelect
          size="md"
          label={listTexts.target}
          value={list.target}
          data={[
            { value: 'direct', label: groupTexts.builtins.direct },
            { value: 'reject', label: groupTexts.builtins.reject },
            ...props.groups.map(({ id, zh }) => ({ value: id, label: zh })),
          ]}
          onChange={(event) => set({ target: event.currentTarget.value })}
        />
        {read.map((one) => (
          <Entries
            key={one.kind}
            {...one}
            typed={typed[one.kind]}
            onType={(text) => setTyped({ ...typed, [one.kind]: text })}
          />
        ))}
        <FormEnd problem={problem} disabled={bad} onCancel={leave} onConfirm={save} />
      </Stack>
      {dialog}
    </Window>
  );
};

const Entries = (props: {
  readonly kind: EntryKind;
  readonly entries: readonly string[];
  readonly problem: string | null;
  readonly typed: string;
  readonly onType: (text: string) => void;
}): ReactNode => (
  <Textarea
    size="md"
    label={entryKindNames[props.kind]}
    description={`${listTexts.perLine} · ${listTexts.count(props.entries.length)}`}
    value={props.typed}
    error={props.problem}
    rows={props.kind === 'suffixes' ? 8 : 3}
    spellCheck={false}
    styles={{ input: { fontFamily: 'monospace', fontSize: 13 } }}
    onChange={(event) => props.onType(event.currentTarget.value)}
  />
);
