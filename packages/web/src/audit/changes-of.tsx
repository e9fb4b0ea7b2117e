import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { auditCallName } from '@skyport/contract/audit-calls';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { ChangeWindow } from './change-window.tsx';
import { auditColumns } from './columns.tsx';
import { texts } from './texts.ts';

/** Entries that are shown of one thing. */
const SHOWN = 200;

/** What staff changed of one thing, by its id, as a part of a page. */
export default function ChangesOf({ object }: { object: string }): ReactNode {
  const [shown, setShown] = useState<AuditRow>();
  const read = useCall(calls.list, { object, limit: SHOWN });
  return (
    <>
      <DataTable
        label={texts.title}
        level={2}
        rows={read.data?.entries}
        columns={auditColumns}
        rowKey={(row) => row._id}
        rowName={(row) => auditCallName(row.call)}
        read={read}
        search={null}
        folds
        rowActions={(row: AuditRow) => [{ label: texts.details, first: true, opens: true, run: () => setShown(row) }]}
      />
      <ChangeWindow entry={shown} onClose={() => setShown(undefined)} />
    </>
  );
}
