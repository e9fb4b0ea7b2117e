import { NativeSelect } from '@mantine/core';
import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { auditKinds } from '@skyport/contract/audit-kinds';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { TableQuery } from '../ui/data-table/use-table-model.ts';
import { dateTime } from '../ui/format.ts';
import { ChangeWindow } from './change-window.tsx';
import { auditInput, changeText, MOST_ENTRIES, startQuery } from './rules.ts';
import { callName, kindName, texts } from './texts.ts';

const { columns: titles } = texts;

const actorOf = (row: AuditRow): string => row.actor || row.actor_id || texts.byCommand;

// The server's order is the chain's: no other one is offered.
const columns: readonly Column<AuditRow>[] = (
  [
    { id: 'call', title: titles.call, value: (row) => callName(row.call), heading: true },
    { id: 'time', title: titles.time, value: (row) => row.time, cell: (row) => dateTime(row.time) },
    { id: 'actor', title: titles.actor, value: actorOf },
    { id: 'kind', title: titles.kind, value: (row) => kindName(row.kind) },
    { id: 'changed', title: titles.changed, value: changeText },
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
  const [query, setQuery] = useState<TableQuery>(startQuery);
  const [kind, setKind] = useState('');
  const [shown, setShown] = useState<AuditRow>();
  const list = useCall(calls.list, auditInput(query, kind));
  const choose = (chosen: string): void => {
    setKind(chosen);
    setQuery({ ...query, page: 0 });
  };
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        rows={list.data?.entries}
        columns={columns}
        rowKey={(row) => row._id}
        rowName={(row) => callName(row.call)}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        remote={{ total: list.data?.total ?? 0, most: MOST_ENTRIES, query, onQuery: setQuery }}
        filters={
          <NativeSelect
            size="sm"
            aria-label={texts.kind}
            data={choices}
            value={kind}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        }
        rowActions={(row) => [{ label: texts.details, first: true, run: () => setShown(row) }]}
      />
      <ChangeWindow entry={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}
