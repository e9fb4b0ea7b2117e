import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { nodeHealthCalls as calls, type HeldBatch } from '@skyport/contract/node-health';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/index.ts';
import { dateTime, traffic } from '../../ui/format.ts';
import { sizeOf } from './alarm-columns.ts';
import { alarmTexts as texts } from './alarm-texts.ts';

/** What is about to be decided about which report. */
export interface Decision {
  readonly batch: HeldBatch;
  readonly action: 'bill' | 'dismiss';
}

const MOST_REASON = 500;

interface SettleFormProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks for the reason of a decision that cannot be taken back, and takes it. */
export const SettleForm = ({ decision: { batch, action }, onClose }: SettleFormProps): ReactNode => {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [sure, setSure] = useState(false);
  const doubtful = action === 'bill' && (batch.beside !== null || batch.from === null);
  const settle = useChange(calls.settleBatch, {
    done: ({ billed }) => (action === 'bill' ? texts.billed(traffic(billed)) : texts.dismissed),
    failed: { prefix: texts.settleFailed },
    invalidates: [calls.heldBatches, calls.alarms, calls.live],
    onDone: onClose,
  });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (reason.trim() === '' || (doubtful && !sure)) return;
    await settle.run({ id: batch._id, action, reason: reason.trim(), beside: batch.beside?.reports ?? 0 });
  };
  return (
    <form
      className="sp-stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <About batch={batch} action={action} />
      {doubtful && (
        <>
          <Twice batch={batch} />
          <Checkbox
            label={texts.twiceConfirm}
            checked={sure}
            error={tried && !sure ? texts.twiceUnconfirmed : undefined}
            onChange={(event) => setSure(event.currentTarget.checked)}
          />
        </>
      )}
      <TextInput
        label={texts.reason}
        data-autofocus
        maxLength={MOST_REASON}
        value={reason}
        error={tried && reason.trim() === '' ? texts.reasonMissing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={settle.busy}>
          {texts.cancel}
        </Button>
        <Button type="submit" color={action === 'dismiss' ? 'red' : 'indigo'} loading={settle.busy}>
          {texts[action]}
        </Button>
      </Group>
    </form>
  );
};

/** Which report it is, and what becomes of it. */
const About = ({ batch, action }: Decision): ReactNode => (
  <>
    <h3 className="sp-h2">{texts.settleTitle[action]}</h3>
    <Text size="sm">{texts.settleText[action](batch.node_name, batch.seq, sizeOf(batch))}</Text>
    <Text size="sm" c="var(--sp-dim)">
      {texts.columns.reason}：{batch.reason}
    </Text>
    {batch.from !== null && batch.to !== null && (
      <Text size="sm" c="var(--sp-dim)">
        {texts.span(dateTime(batch.from), dateTime(batch.to))}
      </Text>
    )}
  </>
);

/** Why billing this report may charge the same bytes a second time. */
const Twice = ({ batch: { beside } }: { batch: HeldBatch }): ReactNode => (
  <Alert color="red" role="alert">
    <p>
      {beside === null
        ? texts.spanUnknown
        : texts.twice(beside.reports, sizeOf(beside), dateTime(beside.from), dateTime(beside.to))}
    </p>
    {beside?.same_number && <p>{texts.twiceNumber}</p>}
    <p>{texts.twiceWhy}</p>
  </Alert>
);
