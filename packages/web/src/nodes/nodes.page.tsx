import { Button } from '@mantine/core';
import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useState } from 'react';
import { ListPage } from '../list-page/list-page.tsx';
import { NextStep } from '../list-page/next-step.tsx';
import { EnrolWindow, useEnrolment } from './enrol-window.tsx';
import { AlarmsWindow } from './health/alarms-window.tsx';
import { NodeWindow } from './health/node-window.tsx';
import { healthTexts } from './health/texts.ts';
import { KitProblems, KitVersions } from './install/kit-line.tsx';
import { installTexts } from './install/texts.ts';
import { useInstallWork } from './install/use-install-work.tsx';
import { nodeColumns } from './node-columns.tsx';
import { type NodeRow, useNodeRows } from './node-rows.ts';
import { newNode } from './rules.ts';
import { nodeTexts as texts } from './texts.ts';
import { useNodeStaffRecords } from './use-node-staff-records.ts';
import { useReset } from './use-reset.ts';

/** /admin_agents: the machines that carry traffic, their health, and the ways in for new ones. */
export default function NodesPage(): ReactNode {
  const { enrolment, start, busy, close } = useEnrolment();
  const { read, nodes, rows, installs, waiting } = useNodeRows(enrolment !== undefined);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string>();
  const { add, actionsOf, ask, windows } = useNodeStaffRecords();
  const reset = useReset({ call: calls.clearUpdatetimes, list: calls.list, texts, ask });
  const work = useInstallWork({ nodes, installs, ask, edit: (node) => actionsOf(node).edit.run() });
  const nodeOf = (id: string | undefined): NodeView | undefined => nodes.find(({ _id }) => _id === id);
  return (
    <ListPage
      texts={texts}
      read={read}
      rows={rows}
      columns={nodeColumns}
      next={<NextStep text={texts.next} />}
      notice={<KitProblems />}
      selection={{ keys: chosen, onChange: setChosen }}
      selectionActions={<Button onClick={() => work.upgradeMany(chosen)}>{installTexts.upgradeChosen}</Button>}
      onAdd={() => add(newNode())}
      actions={() => (
        <>
          <AlarmsButton waiting={waiting} />
          <Button variant="default" onClick={reset.askAll}>
            {texts.reset}
          </Button>
        </>
      )}
      rowActions={(row: NodeRow) => {
        const { edit, copy, remove } = actionsOf(row);
        const { enrolled } = row;
        const details = { label: healthTexts.details, first: enrolled, opens: enrolled, run: () => setShown(row._id) };
        const join = { label: enrolled ? texts.joinAgain : texts.join, first: !enrolled, run: () => void start(row) };
        return [edit, details, ...work.actionsOf(row), join, copy, reset.actionOf(row), remove];
      }}
    >
      <KitVersions />
      {windows}
      <EnrolWindow
        enrolment={enrolment}
        node={nodeOf(enrolment?.node._id)}
        busy={busy}
        onRenew={(node) => void start(node)}
        onClose={close}
      />
      {work.window}
      <NodeWindow node={nodeOf(shown)} onClose={() => setShown(undefined)} />
    </ListPage>
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
