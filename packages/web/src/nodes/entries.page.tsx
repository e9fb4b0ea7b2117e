import { Button } from '@mantine/core';
import { entriesCalls as calls, EntryForm, type EntryView } from '@skyport/contract/nodes-entries';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { useCall, useChange } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { type FieldSpec, valuesFor } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { RelayWindow } from './relay/relay-window.tsx';
import { relayTexts } from './relay/texts.ts';
import { formTitle } from './rules.ts';
import { entryTexts as texts } from './texts.ts';

type Values = z.input<typeof EntryForm>;

const columns: readonly Column<EntryView>[] = [
  { id: 'index', title: texts.columns.index, value: (row) => row.index, numeric: true },
  { id: 'name', title: texts.columns.name, value: (row) => row.name, heading: true },
  { id: 'ip', title: texts.columns.ip, value: (row) => row.ip },
  { id: 'ipList', title: texts.columns.ipList, value: (row) => row.ipList.join(' ') },
  { id: 'visible', title: texts.columns.visible, value: (row) => row.visible },
  { id: 'desc', title: texts.columns.desc, value: (row) => row.desc },
];

const fields: readonly FieldSpec<Values>[] = [
  { name: 'name' },
  { name: 'index' },
  { name: 'ip' },
  { name: 'visible' },
  { name: 'ipList' },
  { name: 'desc', wide: true },
];

/** /admin_entrys: relays that clients dial instead of the node itself. */
export default function EntriesPage(): ReactNode {
  const list = useCall(calls.entryList, {});
  const [editing, setEditing] = useState<{ title: string; values: Values }>();
  const [relayed, setRelayed] = useState<EntryView>();
  const { ask, dialog } = useConfirm();
  const invalidates = [calls.entryList];
  const save = useChange(calls.entryUpdate, { done: texts.saved, failed: { prefix: texts.saveFailed }, invalidates });
  const remove = useChange(calls.entryDelete, {
    done: texts.deleted,
    failed: { prefix: texts.deleteFailed },
    invalidates,
  });
  const edit = (kind: 'add' | 'edit' | 'copy', values: Values): void =>
    setEditing({ title: formTitle(kind, texts), values });
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
        actions={() => (
          <Button onClick={() => edit('add', { name: '', ip: '', index: 0, ipList: [], desc: '', visible: true })}>
            {texts.add}
          </Button>
        )}
        rowActions={(row) => [
          { label: texts.edit, first: true, run: () => edit('edit', valuesFor(EntryForm, row, 'edit')) },
          { label: relayTexts.open, first: true, run: () => setRelayed(row) },
          { label: texts.copy, run: () => edit('copy', valuesFor(EntryForm, row, 'copy')) },
          {
            label: texts.delete,
            danger: true,
            run: () =>
              ask({
                title: texts.deleteTitle,
                text: texts.deleteText(row.name),
                run: () => remove.run({ id: row._id }),
              }),
          },
        ]}
      />
      <FormWindow
        title={editing?.title ?? ''}
        schema={EntryForm}
        fields={fields}
        value={editing?.values}
        onSave={async (values) => (await save.run(values)) !== undefined}
        onClose={() => setEditing(undefined)}
      />
      <RelayWindow entry={relayed} onClose={() => setRelayed(undefined)} />
      {dialog}
    </section>
  );
}
