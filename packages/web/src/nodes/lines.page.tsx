import { Button, NativeSelect } from '@mantine/core';
import { LineForm, nodesCalls as calls } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall, useChange } from '../api/index.ts';
import { type Question, useConfirm } from '../ui/confirm.tsx';
import { copyAndTell } from '../ui/copy-button.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { valuesFor } from '../ui/schema-form/field-spec.ts';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { lineColumns, type NamedLine, namedLines } from './line-columns.tsx';
import { lineFields } from './line-fields.ts';
import { LineTestWindow } from './line-test/line-test-window.tsx';
import { lineTestTexts } from './line-test/texts.ts';
import { type FormKind, formTitle, type LineValues, newLine } from './rules.ts';
import { lineTexts as texts } from './texts.ts';

const invalidates = [calls.lineList];
const none: readonly never[] = [];

const useLineChanges = () => ({
  save: useChange(calls.lineUpdate, { done: texts.saved, failed: { prefix: texts.saveFailed }, invalidates }),
  remove: useChange(calls.lineDelete, { done: texts.deleted, failed: { prefix: texts.deleteFailed }, invalidates }),
  reset: useChange(calls.lineResetHot, { done: texts.resetDone, failed: { prefix: texts.resetFailed }, invalidates }),
});

/** The lines of one node or of all, and what their form chooses from. */
const useLines = (nodeId: string) => {
  const list = useCall(calls.lineList, {});
  const { data: nodes = none } = useCall(calls.list, {});
  const { data: entries = none } = useCall(calls.entryList, {});
  const { data: permissions = none } = useCall(permissionsCalls.list, {});
  const rows = useMemo(() => {
    const lines = list.data?.filter((line) => nodeId === '' || line.agentID === nodeId);
    return lines && namedLines(lines, { nodes, entries, permissions });
  }, [list.data, nodeId, nodes, entries, permissions]);
  const fields = useMemo(() => lineFields({ nodes, entries, permissions }), [nodes, entries, permissions]);
  return { list, nodes, rows, fields };
};

/** /admin_agentLines: what customers get into their subscriptions. */
export default function LinesPage(): ReactNode {
  const [nodeId, setNodeId] = useState('');
  const { list, nodes, rows, fields } = useLines(nodeId);
  const changes = useLineChanges();
  const [editing, setEditing] = useState<{ title: string; values: LineValues }>();
  const [testing, setTesting] = useState<NamedLine>();
  const { ask, dialog } = useConfirm();
  const edit = (kind: FormKind, values: LineValues): void => setEditing({ title: formTitle(kind, texts), values });
  const resetAll = (): void =>
    ask({ title: texts.resetTitle, text: texts.resetAllText, run: () => changes.reset.run({}) });
  return (
    <section className="sp-card">
      <DataTable
        label={texts.title}
        rows={rows}
        columns={lineColumns}
        rowKey={(row) => row._id}
        rowName={(row) => row.name}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        filters={
          <NativeSelect
            aria-label={texts.byNode}
            value={nodeId}
            data={[
              { value: '', label: texts.allNodes },
              ...nodes.map((node) => ({ value: node._id, label: node.name })),
            ]}
            onChange={(event) => setNodeId(event.currentTarget.value)}
          />
        }
        actions={() => (
          <>
            <Button onClick={() => edit('add', newLine(nodes.find((node) => node._id === nodeId)))}>{texts.add}</Button>
            <Button variant="default" onClick={resetAll}>
              {texts.reset}
            </Button>
          </>
        )}
        rowActions={(row) => actionsOf(row, { edit, ask, changes, test: setTesting })}
      />
      <FormWindow
        title={editing?.title ?? ''}
        schema={LineForm}
        fields={fields}
        value={editing?.values}
        onSave={async (values) => (await changes.save.run(values)) !== undefined}
        onClose={() => setEditing(undefined)}
      />
      <LineTestWindow line={testing} onClose={() => setTesting(undefined)} />
      {dialog}
    </section>
  );
}

interface Doing {
  readonly edit: (kind: FormKind, values: LineValues) => void;
  readonly ask: (question: Question) => void;
  readonly changes: ReturnType<typeof useLineChanges>;
  readonly test: (line: NamedLine) => void;
}

const actionsOf = (line: NamedLine, { edit, ask, changes, test }: Doing): readonly RowAction[] => [
  { label: texts.edit, first: true, run: () => edit('edit', valuesFor(LineForm, line, 'edit')) },
  { label: lineTestTexts.test, first: true, run: () => test(line) },
  { label: texts.copy, run: () => edit('copy', valuesFor(LineForm, line, 'copy')) },
  { label: texts.copyLog, disabled: line.msg === '', run: () => void copyAndTell(line.msg) },
  {
    label: texts.reset,
    run: () =>
      ask({
        title: texts.resetTitle,
        text: texts.resetText(line.name),
        run: () => changes.reset.run({ id: line._id }),
      }),
  },
  {
    label: texts.delete,
    danger: true,
    run: () =>
      ask({
        title: texts.deleteTitle,
        text: texts.deleteText(line.name),
        run: () => changes.remove.run({ id: line._id }),
      }),
  },
];
