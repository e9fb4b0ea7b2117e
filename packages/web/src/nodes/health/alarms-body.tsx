import { SegmentedControl } from '@mantine/core';
import { nodeHealthCalls as calls, type NodeAlarm } from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import { type ReactNode, useEffect, useState } from 'react';
import { useCall, useChange } from '../../api/index.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { alarmColumns, quarantineColumns } from './alarm-columns.ts';
import { AcceptForm } from './accept-form.tsx';
import { GapForm } from './gap-form.tsx';
import { gapTexts } from './gap-texts.ts';
import classes from './health.module.css';
import { type Decision, QuarantineForm } from './quarantine-form.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';
import { healthTexts } from './texts.ts';

type Tab = keyof typeof texts.tabs;

const ALARMS_MS = 15_000;

interface AlarmsBodyProps {
  /** Called with true while a form replaces the lists: the window is narrower then. */
  readonly onForm: (isForm: boolean) => void;
}

/** Alarms of nodes and quarantined reports, open ones and past ones. */
export default function AlarmsBody({ onForm }: AlarmsBodyProps): ReactNode {
  const [tab, setTab] = useState<Tab>('alarms');
  const [deciding, setDeciding] = useState<Decision>();
  const [accepting, setAccepting] = useState<NodeAlarm>();
  const isForm = deciding !== undefined || accepting !== undefined;
  useEffect(() => {
    onForm(isForm);
    return () => onForm(false);
  }, [isForm, onForm]);
  if (deciding) return <QuarantineForm decision={deciding} onClose={() => setDeciding(undefined)} />;
  if (accepting) {
    const Form = accepting.kind === 'gap' ? GapForm : AcceptForm;
    return <Form node={accepting} onClose={() => setAccepting(undefined)} />;
  }
  return (
    <div className="sp-stack">
      <SegmentedControl
        className={classes.lists ?? ''}
        aria-label={healthTexts.alarmsTitle}
        value={tab}
        onChange={(value) => setTab(value as Tab)}
        data={Object.entries(texts.tabs).map(([value, label]) => ({ value, label }))}
      />
      {tab === 'alarms' || tab === 'past' ? (
        <Alarms key={tab} closed={tab === 'past'} onAccept={setAccepting} />
      ) : (
        <Quarantine key={tab} decided={tab === 'decided'} onDecide={setDeciding} />
      )}
    </div>
  );
}

/** What an admin may decide about the usage journal of a node, by the alarm that asks for it. */
const decisions = { epoch: texts.accept, gap: gapTexts.open };

const list = { level: 2, search: null, exports: false } as const;

const Alarms = ({ closed, onAccept }: { closed: boolean; onAccept: (alarm: NodeAlarm) => void }): ReactNode => {
  const alarms = useCall(calls.alarms, { closed }, { refetchEvery: ALARMS_MS });
  const close = useChange(calls.closeAlarm, {
    done: texts.closed,
    failed: { prefix: texts.closeFailed },
    invalidates: [calls.alarms, calls.live],
  });
  // The answer with past alarms has the open ones too.
  const rows = alarms.data?.filter(({ closed_at }) => (closed_at !== null) === closed);
  return (
    <DataTable
      {...list}
      label={closed ? texts.tabs.past : texts.tabs.alarms}
      rows={rows}
      columns={closed ? alarmColumns : alarmColumns.filter(({ id }) => id !== 'closed')}
      rowKey={({ _id }) => _id}
      rowName={({ node_name, kind }) => `${node_name} ${texts.kinds[kind]}`}
      read={alarms}
      {...(!closed && {
        rowActions: (alarm: NodeAlarm) => [
          ...(alarm.kind === 'epoch' || alarm.kind === 'gap'
            ? [{ label: decisions[alarm.kind], first: true, run: () => onAccept(alarm) }]
            : []),
          { label: texts.close, first: true, run: () => void close.run({ id: alarm._id }) },
        ],
      })}
    />
  );
};

const Quarantine = ({ decided, onDecide }: { decided: boolean; onDecide: (decision: Decision) => void }): ReactNode => {
  const read = useCall(calls.heldBatches, { settled: decided }, { refetchEvery: ALARMS_MS });
  return (
    <DataTable
      {...list}
      label={decided ? texts.tabs.decided : texts.tabs.quarantined}
      rows={read.data}
      columns={quarantineColumns(decided)}
      rowKey={({ _id }) => _id}
      rowName={({ node_name, seq }) => `${node_name} ${seq}`}
      read={read}
      {...(!decided && {
        rowActions: (batch: QuarantinedReport) => [
          { label: texts.bill, first: true, run: () => onDecide({ batch, action: 'bill' }) },
          { label: texts.dismiss, first: true, danger: true, run: () => onDecide({ batch, action: 'dismiss' }) },
        ],
      })}
    />
  );
};
