import { NativeSelect } from '@mantine/core';
import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { auditKinds } from '@skyport/contract/audit-kinds';
import { type ReactNode, useState } from 'react';
import { ListPage } from '../list-page/list-page.tsx';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { ChangeWindow } from './change-window.tsx';
import { auditColumns as columns } from './columns.ts';
import { auditInput, MOST_ENTRIES, startQuery } from './rules.ts';
import { callName, texts } from './texts.ts';

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
