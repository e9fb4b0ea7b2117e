import '@mantine/core/styles/Code.css';
import { auditKindName, auditWords } from '@skyport/contract/audit-columns';
import '@mantine/core/styles/Table.css';
import { Code, Group, ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { AuditRow } from '@skyport/contract/audit';
import type { ReactNode } from 'react';
import { shopTime } from '../ui/shop-time.ts';
import { changesOf, type FieldChange, notesOf } from './rules.ts';
import { ObjectLink } from './object-link.tsx';
import { texts } from './texts.ts';

/** What is in the window of one entry: who and where, the fields, and what else was noted. */
export default function ChangeBody({ entry }: { readonly entry: AuditRow }): ReactNode {
  const changes = changesOf(entry);
  const notes = notesOf(entry);
  return (
    <Stack gap="sm">
      <Facts entry={entry} />
      {changes.length === 0 ? <Text size="sm">{texts.noFields}</Text> : <Fields changes={changes} />}
      {notes.length > 0 && (
        <Stack gap={4} aria-label={texts.note}>
          <Text size="sm" fw={600}>
            {texts.note}
          </Text>
          {notes.map((note) => (
            <Text key={note} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {note}
            </Text>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const Facts = ({ entry }: { readonly entry: AuditRow }) => (
  <Stack gap={4}>
    <Text size="sm">
      {shopTime(entry.time)} · {entry.actor || auditWords.byCommand} · {entry.address || texts.none}
    </Text>
    <Group gap={6}>
      <Text size="sm">{auditKindName(entry.kind)}</Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <ObjectLink row={entry} />
      </Text>
      {entry.object_name !== '' && <Code style={{ overflowWrap: 'anywhere' }}>{entry.object}</Code>}
    </Group>
  </Stack>
);

const Fields = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <ScrollArea>
    <Table fz="sm" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.fields}</Table.Th>
          <Table.Th>{texts.before}</Table.Th>
          <Table.Th>{texts.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ name, before, after }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{before ?? texts.none}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{after ?? texts.none}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);
