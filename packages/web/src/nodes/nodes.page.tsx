import { Button } from '@mantine/core';
import { nodesCalls as calls } from '@skyport/contract/nodes';
import { type ReactNode, useMemo, useState } from 'react';
import { useCall } from '../api/index.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { EnrolWindow, useEnrolment } from './enrol-window.tsx';
import { KitProblems, KitVersions } from './install/kit-line.tsx';
import { installTexts } from './install/texts.ts';
import { useInstalls } from './install/use-installs.ts';
import { useInstallWork } from './install/use-install-work.tsx';
import { nodeActions, useNodeChanges } from './node-actions.ts';
import { nodeColumns } from './node-columns.tsx';
import { nodeRows } from './node-rows.ts';
import { newNode } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useNodeForm } from './use-node-form.tsx';

/** How often the states of nodes are read again, in ms: sooner while one is about to join. */
const LIST_MS = 15_000;
const JOIN_MS = 2000;

const none: readonly never[] = [];

/** /admin_agents: the machines that carry traffic, their health, and the ways in for new ones. */
export default function NodesPage(): ReactNode {
  const { enrolment, start, busy, close } = useEnrolment();
  const list = useCall(calls.list, {}, { refetchEvery: enrolment ? JOIN_MS : LIST_MS });
  const installs = useInstalls();
  const rows = useMemo(() => list.data && nodeRows(list.data, installs), [list.data, installs]);
  const changes = useNodeChanges();
  const form = useNodeForm(changes.save);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ask, dialog } = useConfirm();
  const work = useInstallWork({ nodes: list.data ?? none, installs, ask });
  const resetAll = (): void =>
    ask({ title: texts.resetTitle, text: texts.resetAllText, run: () => changes.reset.run({}) });
  return (
    <section className="sp-card">
      <KitProblems />
      <DataTable
        label={texts.title}
        rows={rows}
        columns={nodeColumns}
        rowKey={(row) => row._id}
        rowName={(row) => row.name}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        search={texts.search}
        selection={{ keys: chosen, onChange: setChosen }}
        selectionActions={<Button onClick={() => work.upgradeMany(chosen)}>{installTexts.upgradeChosen}</Button>}
        actions={() => (
          <>
            <Button onClick={() => form.edit('add', newNode())}>{texts.add}</Button>
            <Button variant="default" onClick={resetAll}>
              {texts.reset}
            </Button>
          </>
        )}
        rowActions={(row) => nodeActions(row, { edit: form.edit, ask, join: start, changes, work: work.actionsOf })}
      />
      <KitVersions />
      {form.window}
      <EnrolWindow
        enrolment={enrolment}
        node={list.data?.find((node) => node._id === enrolment?.node._id)}
        busy={busy}
        onRenew={(node) => void start(node)}
        onClose={close}
      />
      {work.window}
      {dialog}
    </section>
  );
}
