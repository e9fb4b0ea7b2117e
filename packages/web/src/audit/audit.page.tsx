import { NativeSelect } from '@mantine/core';
import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { auditKinds } from '@skyport/contract/audit-kinds';
import { type ReactNode, useState } from 'react';
import type { Column } from '../ui/data-table/column.ts';
import { dateTime } from '../ui/format.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { ChangeWindow } from './change-window.tsx';
import { auditInput, changeText, MOST_ENTRIES, startQuery } from './rules.ts';
import { callName, kindName, texts } from './texts.ts';

const { columns: titles } = texts;

const actorOf = (row: AuditRow): string => row.actor || row.actor_id || texts.byCommand;

// The server answers in the order of the audit chain and sorts by nothing else.
const columns: readonly Column<AuditRow>[] = (
  [
    { id: 'call', title: titles.call, value: (row) => callName(row.call), heading: true },
    { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => dateTime(row.time), card: true },
    { id: 'actor', title: titles.actor, value: actorOf, card: true },
    { id: 'kind', title: titles.kind, value: (row) => kindName(row.kind) },
    { id: 'changed', title: titles.changed, value: changeText, card: true },
    { id: 'address', title: titles.address, value: (row) => row.address },
    { id: 'object', title: titles.object, value: (row) => row.object, hidden: true },
    { id: 'seq', title: titles.seq, value: (row) => row.seq ?? texts.pending, numeric: true, hidden: true },
  ] satisfies readonly Column<AuditRow>[]
).map((column) => ({ ...column, sortable: false }));

const choices = [
  { value: '', label: texts.anyKind },
  ...Object.entries(auditKinds).map(([value, label]) => ({ value, label })),
];

/** /admin_audit: what staff changed, with before and after. */
export default function AuditPage(): ReactNode {
  const [shown, setShown] = useState<AuditRow>();
  const { read, filters, choose, remote } = usePagedList({
    call: calls.list,
    input: auditInput,
    start: startQuery,
    filters: { kind: '' },
    most: MOST_ENTRIES,
  });
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.entries}
      columns={columns}
      rowName={(row) => callName(row.call)}
      remote={remote}
      filters={
        <NativeSelect
          size="sm"
          aria-label={texts.kind}
          data={choices}
          value={filters.kind}
          onChange={(event) => choose({ kind: event.currentTarget.value })}
        />
      }
      rowActions={(row: AuditRow) => [{ label: texts.details, first: true, run: () => setShown(row) }]}
    >
      <ChangeWindow entry={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
}
