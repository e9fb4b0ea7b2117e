import '../../ui/input-styles.ts';
import { Button, Checkbox, Text } from '@mantine/core';
import { nodeHealthCalls as calls } from '@skyport/contract/node-health';
import type { ChargedDay, UndoPreview, UndoProgress } from '@skyport/contract/node-use';
import { type ReactNode, useState } from 'react';
import { useCall, useChange } from '../../api/index.ts';
import { traffic } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { alarmTexts } from './alarm-texts.ts';
import { Consequences } from './journal-decision.tsx';
import { DecisionForm } from './decision-form.tsx';
import { undoTexts as texts } from './undo-texts.ts';

/** A button that opens the form by which the use that a node reported on chosen days is given back to its users. */
export const NodeUndo = ({ nodeId }: { nodeId: string }): ReactNode => {
  const [opened, setOpened] = useState(false);
  if (opened) return <Undo nodeId={nodeId} onClose={() => setOpened(false)} />;
  return (
    <div>
      <Button variant="default" onClick={() => setOpened(true)}>
        {texts.open}
      </Button>
    </div>
  );
};

const Undo = ({ nodeId, onClose }: { nodeId: string; onClose: () => void }): ReactNode => {
  const days = useCall(calls.undoPreview, { id: nodeId });
  return (
    <div className="sp-stack">
      <h3 className="sp-h2">{texts.title}</h3>
      <Loaded of={days} height={160}>
        {(found) => <Found nodeId={nodeId} found={found} onClose={onClose} />}
      </Loaded>
    </div>
  );
};

interface FoundProps {
  readonly nodeId: string;
  readonly found: UndoPreview;
  readonly onClose: () => void;
}

const Found = ({ nodeId, found: { days, under_way }, onClose }: FoundProps): ReactNode => {
  if (under_way) return <UnderWay nodeId={nodeId} progress={under_way} />;
  if (days.length === 0) return <Text size="sm">{texts.none}</Text>;
  return <Days nodeId={nodeId} days={days} onClose={onClose} />;
};

/** How often the progress of an undo is read again, ms. */
const PROGRESS_MS = 5000;

const UnderWay = ({ nodeId, progress }: { nodeId: string; progress: UndoProgress }): ReactNode => {
  useCall(calls.undoPreview, { id: nodeId }, { refetchEvery: PROGRESS_MS, silent: true });
  return (
    <Text size="sm" role="status">
      {texts.underWay(progress.days.length, progress.users, traffic(progress.returned))}
    </Text>
  );
};

interface DaysProps {
  readonly nodeId: string;
  readonly days: readonly ChargedDay[];
  readonly onClose: () => void;
}

const Days = ({ nodeId, days, onClose }: DaysProps): ReactNode => {
  const [chosen, setChosen] = useState<string[]>([]);
  const [missing, setMissing] = useState(false);
  const undo = useChange(calls.undoReports, {
    done: ({ users, returned, under_way }) => texts[under_way ? 'begun' : 'done'](users, traffic(returned)),
    failed: { prefix: texts.failed },
    invalidates: [calls.undoPreview],
    onDone: onClose,
  });
  const decide = async (reason: string): Promise<void> => {
    setMissing(chosen.length === 0);
    if (chosen.length > 0) await undo.run({ id: nodeId, days: chosen, reason });
  };
  return (
    <DecisionForm
      confirm={{ label: texts.confirm, missing: alarmTexts.unconfirmed }}
      submit={texts.submit}
      color="red"
      busy={undo.busy}
      onDecide={decide}
      onClose={onClose}
    >
      <Text size="sm">{texts.text}</Text>
      <Checkbox.Group
        label={texts.days}
        value={chosen}
        onChange={setChosen}
        error={missing && chosen.length === 0 ? texts.daysMissing : undefined}
      >
        <div className="sp-stack">
          {days.map((each) => (
            <Checkbox
              key={each.day}
              value={each.day}
              label={texts.day(each.day, each.users, traffic(each.spent), traffic(each.quota))}
              description={each.undone > 0 ? texts.undone(traffic(each.undone)) : undefined}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Preview days={days.filter(({ day }) => chosen.includes(day))} />
      <Consequences effects={texts.effects} />
    </DecisionForm>
  );
};

const Preview = ({ days }: { days: readonly ChargedDay[] }): ReactNode => {
  if (days.length === 0) return null;
  const users = days.reduce((sum, day) => sum + day.users, 0);
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  return (
    <Text size="sm" role="status">
      {texts.preview(days.length, users, traffic(spent))}
    </Text>
  );
};
