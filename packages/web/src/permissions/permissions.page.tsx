import { type ListedPermission, PermissionForm, permissionsCalls as calls } from '@skyport/contract/permissions';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useCall } from '../api/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import type { FieldSpec } from '../ui/schema-form/field-spec.ts';
import { texts } from './texts.ts';

const columns: readonly Column<ListedPermission>[] = [
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc },
  { id: 'useTimes', title: texts.columns.useTimes, value: (row) => row.useTimes, numeric: true },
];

const fields: readonly FieldSpec<z.input<typeof PermissionForm>>[] = [{ name: 'name' }, { name: 'desc', wide: true }];

const removalText = ({ name, holders }: ListedPermission): string => texts.deleteHeld(name, holders);

const toCombos = { to: '/admin_combos', label: texts.toCombos };

const changes = { list: calls.list, save: calls.update, remove: calls.delete };

/** /admin_permissions: named permissions that combos give and lines ask for. */
export default function PermissionsPage(): ReactNode {
  const read = useCall(calls.list, {});
  const { add, actionsOf, windows } = useStaffRecords({
    texts,
    calls: changes,
    schema: PermissionForm,
    fields,
    removalText,
  });
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      next={<NextStep text={texts.next} way={toCombos} />}
      onAdd={() => add({ name: '', desc: '' })}
      rowActions={(row: ListedPermission) => [actionsOf(row).edit, actionsOf(row).remove]}
    >
      {windows}
    </ListPage>
  );
}
