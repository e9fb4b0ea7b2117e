import { Button } from '@mantine/core';
import type { NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useState } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { EnrolWindow, useEnrolment } from './enrol-window.tsx';
import { AlarmsWindow } from './health/alarms-window.tsx';
import { NodeWindow } from './health/node-window.tsx';
import { healthTexts } from './health/texts.ts';
import { KitProblems, KitVersions } from './install/kit-line.tsx';
import { installTexts } from './install/texts.ts';
import { useInstallWork } from './install/use-install-work.tsx';
import { nodeActions, useNodeChanges } from './node-actions.ts';
import { nodeColumns } from './node-columns.tsx';
import { useNodeRows } from './node-rows.ts';
import { newNode } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useNodeForm } from './use-node-form.tsx';

/** /admin_agents: the machines that carry traffic, their health, and the ways in for new ones. */
export default function NodesPage(): ReactNode {
  const { enrolment, start, busy, close } = useEnrolment();
  const { list, nodes, rows, installs, waiting } = useNodeRows(enrolment !== undefined);
  const changes = useNodeChanges();
  const form = useNodeForm(changes.save);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string>();
  const { ask, dialog } = useConfirm();
  const work = useInstallWork({ nodes, installs, ask });
  const show = ({ _id }: NodeView): void => setShown(_id);
  const doing = { edit: form.edit, ask, show, join: start, changes, work: work.actionsOf };
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
            <AlarmsButton waiting={waiting} />
            <Button variant="default" onClick={resetAll}>
              {texts.reset}
            </Button>
          </>
        )}
        rowActions={(row) => nodeActions(row, doing)}
      />
      <KitVersions />
      {form.window}
      <EnrolWindow
        enrolment={enrolment}
        node={nodes.find(({ _id }) => _id === enrolment?.node._id)}
        busy={busy}
        onRenew={(node) => void start(node)}
        onClose={close}
      />
      {work.window}
      <NodeWindow node={nodes.find(({ _id }) => _id === shown)} onClose={() => setShown(undefined)} />
      {dialog}
    </section>
  );
}

const AlarmsButton = ({ waiting }: { waiting: number }): ReactNode => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant={waiting > 0 ? 'light' : 'default'}
        color={waiting > 0 ? 'red' : 'gray'}
        onClick={() => setOpened(true)}
      >
        {healthTexts.alarms(waiting)}
      </Button>
      <AlarmsWindow opened={opened} onClose={() => setOpened(false)} />
    </>
  );
};
