import { Button } from '@mantine/core';
import { NodeForm, nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { EnrolWindow, useEnrolment } from './enrol-window.tsx';
import { nodeColumns } from './node-columns.tsx';
import { nodeFields } from './node-fields.ts';
import { type FormKind, formTitle, newNode, nodeValues, type NodeValues } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useCountries } from './use-countries.ts';

/** How often the states of nodes are read again, in ms: sooner while one is about to join. */
const LIST_MS = 15_000;
const JOIN_MS = 2000;

const invalidates = [calls.list];

const useNodeChanges = () => ({
  save: useChange(calls.update, { done: texts.saved, failed: { prefix: texts.saveFailed }, invalidates }),
  remove: useChange(calls.delete, { done: texts.deleted, failed: { prefix: texts.deleteFailed }, invalidates }),
  reset: useChange(calls.clearUpdatetimes, {
    done: texts.resetDone,
    failed: { prefix: texts.resetFailed },
    invalidates,
  }),
});

interface Editing {
  readonly title: string;
  readonly values: NodeValues;
  readonly keepsPassword: boolean;
}

/** /admin_agents: the machines that carry traffic, their health, and the way in for new ones. */
export default function NodesPage(): ReactNode {
  const { enrolment, start, busy, close } = useEnrolment();
  const list = useCall(calls.list, {}, { refetchEvery: enrolment ? JOIN_MS : LIST_MS });
  const countries = useCountries();
  const changes = useNodeChanges();
  const [editing, setEditing] = useState<Editing>();
  const { ask, dialog } = useConfirm();
  const keepsPassword = editing?.keepsPassword ?? false;
  const fields = useMemo(() => nodeFields(countries, keepsPassword), [countries, keepsPassword]);
  const edit = (kind: FormKind, values: NodeValues, node?: NodeView): void =>
    setEditing({ title: formTitle(kind, texts), values, keepsPassword: node?.has_ssh_password ?? false });
  const resetAll = (): void =>
    ask({ title: texts.resetTitle, text: texts.resetAllText, run: () => changes.reset.run({}) });
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        rows={list.data}
        columns={nodeColumns}
        rowKey={(row) => row._id}
        rowName={(row) => row.name}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        actions={() => (
          <>
            <Button onClick={() => edit('add', newNode())}>{texts.add}</Button>
            <Button variant="default" onClick={resetAll}>
              {texts.reset}
            </Button>
          </>
        )}
        rowActions={(row) => actionsOf(row, { edit, ask, start, changes })}
      />
      <FormWindow
        title={editing?.title ?? ''}
        schema={NodeForm}
        fields={fields}
        value={editing?.values}
        onSave={async (values) => (await changes.save.run(values)) !== undefined}
        onClose={() => setEditing(undefined)}
      />
      <EnrolWindow
        enrolment={enrolment}
        node={list.data?.find((node) => node._id === enrolment?.node._id)}
        busy={busy}
        onRenew={(node) => void start(node)}
        onClose={close}
      />
      {dialog}
    </section>
  );
}

interface Doing {
  readonly edit: (kind: FormKind, values: NodeValues, node: NodeView) => void;
  readonly ask: (question: Question) => void;
  readonly start: (node: NodeView) => Promise<void>;
  readonly changes: ReturnType<typeof useNodeChanges>;
}

const actionsOf = (node: NodeView, { edit, ask, start, changes }: Doing): readonly RowAction[] => [
  { label: texts.edit, first: true, run: () => edit('edit', nodeValues(node, 'edit'), node) },
  { label: node.enrolled ? texts.joinAgain : texts.join, first: !node.enrolled, run: () => void start(node) },
  { label: texts.copy, run: () => edit('copy', nodeValues(node, 'copy'), node) },
  {
    label: texts.reset,
    run: () =>
      ask({
        title: texts.resetTitle,
        text: texts.resetText(node.name),
        run: () => changes.reset.run({ id: node._id }),
      }),
  },
  {
    label: texts.delete,
    danger: true,
    run: () =>
      ask({
        title: texts.deleteTitle,
        text: texts.deleteText(node.name),
        run: () => changes.remove.run({ id: node._id }),
      }),
  },
];
