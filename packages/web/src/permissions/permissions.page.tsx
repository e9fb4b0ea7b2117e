import { Button } from '@mantine/core';
import { type Permission, PermissionForm, permissionsCalls as calls } from '@skyport/contract/permissions';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useCall, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { type FieldSpec, valuesFor } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { texts } from './texts.ts';

type Values = z.input<typeof PermissionForm>;

const columns: readonly Column<Permission>[] = [
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc },
  { id: 'useTimes', title: texts.columns.useTimes, value: (row) => row.useTimes, numeric: true },
];

const fields: readonly FieldSpec<Values>[] = [{ name: 'name' }, { name: 'desc', wide: true }];

/** /admin_permissions: named permissions that combos give and lines ask for. */
export default function PermissionsPage(): ReactNode {
  const list = useCall(calls.list, {});
  const [editing, setEditing] = useState<Values>();
  const { ask, dialog } = useConfirm();
  const save = useChange(calls.update, {
    done: texts.saved,
    failed: { prefix: texts.saveFailed },
    invalidates: [calls.list],
  });
  const remove = useChange(calls.delete, {
    done: texts.deleted,
    failed: { prefix: texts.deleteFailed },
    invalidates: [calls.list],
  });
  const askDelete = ({ _id, name }: Permission): void =>
    ask({ title: texts.deleteTitle, text: texts.deleteText(name), run: () => remove.run({ id: _id }) });
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        rows={list.data}
        columns={columns}
        rowKey={(row) => row._id}
        rowName={(row) => row.name}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        actions={() => <Button onClick={() => setEditing({ name: '', desc: '' })}>{texts.add}</Button>}
        rowActions={(row) => [
          {
            label: texts.edit,
            first: true,
            run: () => setEditing(valuesFor(PermissionForm, row, 'edit')),
          },
          { label: texts.delete, danger: true, run: () => askDelete(row) },
        ]}
      />
      <FormWindow
        title={editing?._id === undefined ? texts.addTitle : texts.editTitle}
        schema={PermissionForm}
        fields={fields}
        value={editing}
        onSave={async (values) => (await save.run(values)) !== undefined}
        onClose={() => setEditing(undefined)}
      />
      {dialog}
    </section>
  );
}
