import '../ui/input-styles.ts';
import { ActionIcon, Group, Input, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type GroupMember, type RuleGroup, RuleId } from '@skyport/contract/rules';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLeave } from '../ui/use-leave.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { Window } from '../ui/window.tsx';
import { codesOf, memberLabel, moved, namesOfCodes } from './edit.ts';
import { FormEnd } from './form-end.tsx';
import { groupTexts, texts } from './texts.ts';

/** What the window needs. */
export interface GroupWindowProps {
  /** The group as it is, or the beginning of a new one. */
  readonly group: RuleGroup;
  readonly isNew: boolean;
  readonly groups: readonly RuleGroup[];
  readonly onSave: (group: RuleGroup) => void;
  readonly onClose: () => void;
}

/** What can be added, by the value of its choice. */
const simpleMembers: Readonly<Record<string, GroupMember>> = {
  all: { lines: 'all' },
  outward: { lines: 'outward' },
  home: { lines: 'home' },
  countries: { countries: [] },
  notCountries: { notCountries: [] },
  direct: { builtin: 'direct' },
  reject: { builtin: 'reject' },
};

const choices = ({ group, groups }: GroupWindowProps, type: RuleGroup['type']) => [
  { value: '', label: groupTexts.choose },
  { value: 'all', label: groupTexts.lines.all },
  { value: 'outward', label: groupTexts.lines.outward },
  { value: 'countries', label: groupTexts.countries },
  { value: 'notCountries', label: groupTexts.notCountries },
  { value: 'home', label: groupTexts.lines.home },
  ...(type === 'select'
    ? [
        { value: 'direct', label: groupTexts.builtins.direct },
        { value: 'reject', label: groupTexts.builtins.reject },
        ...groups.filter(({ id }) => id !== group.id).map(({ id, zh }) => ({ value: `group ${id}`, label: zh })),
      ]
    : []),
];

const memberOf = (choice: string): GroupMember | undefined =>
  choice.startsWith('group ') ? { group: choice.slice(6) } : simpleMembers[choice];

const codesIn = (member: GroupMember): readonly string[] | undefined =>
  'countries' in member ? member.countries : 'notCountries' in member ? member.notCountries : undefined;

const withCodes = (member: GroupMember, codes: string[]): GroupMember =>
  'notCountries' in member ? { notCountries: codes } : { countries: codes };

const badCodes = (codes: readonly string[]): boolean => codes.length === 0 || codes.some((code) => code.length !== 2);

/** Why the group cannot be confirmed yet, or null. */
const problemOf = ({ id, zh, en, members }: RuleGroup, { isNew, groups }: GroupWindowProps): string | null => {
  if (isNew && (!RuleId.safeParse(id).success || groups.some((one) => one.id === id))) return groupTexts.idTaken;
  if (zh.trim() === '' || en.trim() === '') return groupTexts.nameNeeded;
  if (members.length === 0) return groupTexts.membersNeeded;
  return members.some((m) => badCodes(codesIn(m) ?? ['OK'])) ? groupTexts.codesWrong : null;
};

/** The form of one group, in a window. */
export const GroupWindow = (props: GroupWindowProps): ReactNode => {
  const [group, setGroup] = useState(props.group);
  const problem = problemOf(group, props);
  const dirty = JSON.stringify(group) !== JSON.stringify(props.group);
  useUnsaved(dirty);
  const { leave, dialog } = useLeave({ isUnsaved: () => dirty, go: props.onClose });
  const set = (part: Partial<RuleGroup>): void => setGroup({ ...group, ...part });
  const text = (name: 'id' | 'zh' | 'en') => ({
    value: group[name],
    maxLength: 30,
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <Window opened onClose={leave} title={props.isNew ? groupTexts.addTitle : groupTexts.editTitle} size="lg">
      <Stack gap="sm">
        <TextInput label={groupTexts.columns.zh} {...text('zh')} data-autofocus />
        <TextInput label={groupTexts.columns.en} {...text('en')} />
        {props.isNew && <TextInput label={texts.id} description={groupTexts.idHelp} {...text('id')} />}
        <NativeSelect
          size="md"
          label={groupTexts.columns.type}
          value={group.type}
          data={Object.entries(groupTexts.types).map(([value, label]) => ({ value, label }))}
          onChange={(event) => set({ type: event.currentTarget.value as RuleGroup['type'] })}
        />
        <Members group={group} groups={props.groups} onChange={(members) => set({ members })} />
        <NativeSelect
          size="md"
          label={groupTexts.addMember}
          value=""
          data={choices(props, group.type)}
          onChange={(event) => {
            const member = memberOf(event.currentTarget.value);
            if (member) set({ members: [...group.members, member] });
          }}
        />
        <FormEnd problem={problem} disabled={problem !== null} onCancel={leave} onConfirm={() => props.onSave(group)} />
      </Stack>
      {dialog}
    </Window>
  );
};

interface MembersProps {
  readonly group: RuleGroup;
  readonly groups: readonly RuleGroup[];
  readonly onChange: (members: GroupMember[]) => void;
}

const Members = ({ group: { members }, groups, onChange }: MembersProps): ReactNode => (
  <Input.Wrapper label={groupTexts.columns.members} labelElement="div">
    <Stack gap={6}>
      {members.map((member, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- members have no identity but their place
        <Member
          key={at}
          member={member}
          groups={groups}
          onChange={(next) => onChange(members.map((old, place) => (place === at ? next : old)))}
        >
          <ActionIcon
            variant="default"
            size={40}
            aria-label={groupTexts.upMember(memberLabel(member, groups))}
            disabled={at === 0}
            onClick={() => onChange(moved(members, at, -1))}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={40}
            aria-label={groupTexts.removeMember(memberLabel(member, groups))}
            onClick={() => onChange(members.filter((_, place) => place !== at))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Member>
      ))}
    </Stack>
  </Input.Wrapper>
);

interface MemberProps {
  readonly member: GroupMember;
  readonly groups: readonly RuleGroup[];
  readonly onChange: (member: GroupMember) => void;
  readonly children: ReactNode;
}

const Member = ({ member, groups, onChange, children }: MemberProps): ReactNode => {
  const codes = codesIn(member);
  const [typed, setTyped] = useState(codes?.join(' ') ?? '');
  if (codes !== undefined && codesOf(typed).join() !== codes.join()) setTyped(codes.join(' '));
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      {codes === undefined ? (
        <Text size="sm" flex={1} pt={6}>
          {memberLabel(member, groups)}
        </Text>
      ) : (
        <TextInput
          flex={1}
          aria-label={groupTexts.codes}
          value={typed}
          description={`${'notCountries' in member ? groupTexts.notCountries : groupTexts.countries}：${namesOfCodes(codes) || groupTexts.codesHelp}`}
          inputWrapperOrder={['input', 'description']}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onChange(withCodes(member, codesOf(event.currentTarget.value)));
          }}
        />
      )}
      {children}
    </Group>
  );
};
