import '@mantine/core/styles/Table.css';
import { ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { AuditRow } from '@skyport/contract/audit';
import { auditColumnTitles as titles, auditKindName, auditWords } from '@skyport/contract/audit-columns';
import type { ReactNode } from 'react';
import { Facts } from '../ui/facts.tsx';
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
      <About entry={entry} />
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

const About = ({ entry }: { readonly entry: AuditRow }) => (
  <Facts
    label={texts.about}
    facts={[
      [titles.time, shopTime(entry.time)],
      [titles.actor, entry.actor || auditWords.byCommand],
      [titles.address, entry.address || texts.none],
      [auditKindName(entry.kind), <ObjectLink key="object" row={entry} />],
      ...(entry.object_name === '' ? [] : ([[titles.object, entry.object]] as const)),
    ]}
  />
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
