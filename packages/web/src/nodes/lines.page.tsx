import '../ui/input-styles.ts';
import { Button, NativeSelect } from '@mantine/core';
import { LineForm } from '@skyport/contract/nodes-lines';
import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { permissionsCalls } from '@skyport/contract/permissions';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { copyWithToast } from '../ui/copy-button.tsx';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { useStaffRecords } from '../list-page/use-staff-records.tsx';
import { lineColumns, type NamedLine, namedLines } from './line-columns.tsx';
import { lineFields } from './line-fields.tsx';
import { LineTestWindow } from './line-test/line-test-window.tsx';
import { lineTestTexts } from './line-test/texts.ts';
import { newLine, nodeForNewLine } from './rules.ts';
import { lineTexts as texts } from './texts.ts';
import { useReset } from './use-reset.ts';

const none: readonly never[] = [];

const changes = { list: calls.lineList, save: calls.lineUpdate, remove: calls.lineDelete };

const toNodes = { to: '/admin_agents', label: texts.next.toNodes };

/** What comes before the first line: a node, and an agent on it. */
const nextStep = (nodes: readonly NodeView[]): ReactNode => {
  if (nodes.length === 0) return <NextStep text={texts.next.noNode} way={toNodes} />;
  if (!nodes.some(({ enrolled }) => enrolled)) return <NextStep text={texts.next.notJoined} way={toNodes} />;
  return <NextStep text={texts.next.first} />;
};

/** The lines of one node or of all, and what their form chooses from. */
const useLines = (nodeId: string) => {
  const read = useCall(calls.lineList, {});
  const { data: nodes } = useCall(calls.list, {});
  const { data: entries } = useCall(calls.entryList, {});
  const { data: permissions = none } = useCall(permissionsCalls.list, {});
  const rows = useMemo(() => {
    const lines = read.data?.filter((line) => nodeId === '' || line.agentID === nodeId);
    return lines && namedLines(lines, { nodes: nodes ?? none, entries: entries ?? none, permissions });
  }, [read.data, nodeId, nodes, entries, permissions]);
  const fields = useMemo(() => lineFields({ nodes, entries, permissions }), [nodes, entries, permissions]);
  const next = read.data?.length === 0 && nodes && nextStep(nodes);
  return { read, nodes: nodes ?? none, hasEntries: entries?.length !== 0, rows, fields, next };
};

/** /admin_agentLines: what customers get into their subscriptions. */
export default function LinesPage(): ReactNode {
  const [nodeId, setNodeId] = useState('');
  const [testing, setTesting] = useState<NamedLine>();
  const { read, nodes, hasEntries, rows, fields, next } = useLines(nodeId);
  const { add, actionsOf, ask, windows } = useStaffRecords({ texts, calls: changes, schema: LineForm, fields });
  const reset = useReset({ call: calls.lineResetHot, list: calls.lineList, texts, ask });
  const choices = [
    { value: '', label: texts.allNodes },
    ...nodes.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={lineColumns}
      next={next}
      filters={
        <NativeSelect
          aria-label={texts.byNode}
          value={nodeId}
          data={choices}
          onChange={(event) => setNodeId(event.currentTarget.value)}
        />
      }
      onAdd={() => add(newLine(nodeForNewLine(nodes, nodeId), hasEntries))}
      actions={() => (
        <Button variant="default" onClick={reset.askAll}>
          {texts.reset}
        </Button>
      )}
      rowActions={(row: NamedLine) => {
        const { edit, copy, remove } = actionsOf(row);
        const test = { label: lineTestTexts.test, first: true, run: () => setTesting(row) };
        const log = { label: texts.copyLog, disabled: row.msg === '', run: () => void copyWithToast(row.msg) };
        return [edit, test, copy, log, reset.actionOf(row), remove];
      }}
    >
      {windows}
      <LineTestWindow line={testing} onClose={() => setTesting(undefined)} />
    </ListPage>
  );
}
