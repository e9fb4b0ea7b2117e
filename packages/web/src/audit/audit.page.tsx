import '../ui/input-styles.ts';
import { Alert, NativeSelect } from '@mantine/core';
import { auditCallName } from '@skyport/contract/audit-calls';
import { type AuditRow, auditCalls as calls } from '@skyport/contract/audit';
import { auditKinds } from '@skyport/contract/audit-kinds';
import { type ReactNode, useState } from 'react';
import { useCall } from '../api/index.ts';
import { Days } from '../list-page/day-range.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import { useListExport } from '../list-page/use-list-export.ts';
import { usePagedList } from '../list-page/use-paged-list.ts';
import { shopTime } from '../ui/shop-time.ts';
import { ChangeWindow } from './change-window.tsx';
import { auditColumns as columns } from './columns.tsx';
import { auditFilter, auditInput, MOST_ENTRIES, noFilters, startQuery } from './rules.ts';
import { callChoices, texts } from './texts.ts';

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
    filters: noFilters,
    most: MOST_ENTRIES,
  });
  const exports = useListExport(calls.exportList, auditFilter(remote.query.search, filters));
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={read.data?.entries}
      columns={columns}
      rowName={(row) => auditCallName(row.call)}
      remote={remote}
      exports={exports}
      filters={
        <>
          <NativeSelect
            size="sm"
            aria-label={texts.kind}
            data={choices}
            value={filters.kind}
            onChange={(event) => choose({ kind: event.currentTarget.value })}
          />
          <NativeSelect
            size="sm"
            w={150}
            aria-label={texts.call}
            data={[{ value: '', label: texts.anyCall }, ...callChoices]}
            value={filters.call}
            onChange={(event) => choose({ call: event.currentTarget.value })}
          />
          <Days of={texts.done} days={filters} onChange={choose} />
        </>
      }
      rowActions={(row: AuditRow) => [{ label: texts.details, first: true, opens: true, run: () => setShown(row) }]}
    >
      <LastCheck />
      <ChangeWindow entry={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
}

/** What the last verification of the entries found. */
const LastCheck = (): ReactNode => {
  const { data } = useCall(calls.check, {}, { silent: true });
  if (data === undefined) return null;
  const { time, problems } = data;
  if (time === null) return <p className="sp-dim sp-small">{texts.check.never}</p>;
  if (problems === 0) return <p className="sp-dim sp-small">{texts.check.sound(shopTime(time))}</p>;
  return (
    <Alert color="red" role="alert" mt="md">
      {texts.check.broken(shopTime(time), problems)}
    </Alert>
  );
};
