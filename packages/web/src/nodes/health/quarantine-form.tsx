import { Alert, Text } from '@mantine/core';
import { nodeHealthCalls as calls } from '@skyport/contract/node-health';
import type { QuarantinedReport } from '@skyport/contract/node-reports';
import type { ReactNode } from 'react';
import { useChange } from '../../api/index.ts';
import { traffic } from '../../ui/format.ts';
import { Dated } from '../../ui/dated.tsx';
import { shopTime } from '../../ui/shop-time.ts';
import { sizeOf } from './alarm-columns.ts';
import { alarmTexts as texts } from './alarm-texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { reasonText } from './reason-texts.ts';

/** What is about to be decided about which report. */
export interface Decision {
  readonly batch: QuarantinedReport;
  readonly action: 'bill' | 'dismiss';
}

interface QuarantineFormProps {
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** Asks for the reason of a decision that cannot be taken back, and takes it. */
export const QuarantineForm = ({ decision: { batch, action }, onClose }: QuarantineFormProps): ReactNode => {
  const doubtful = action === 'bill' && (batch.beside !== null || batch.from === null);
  const change = useChange(calls.settleBatch, {
    done: ({ billed }) => (action === 'bill' ? texts.billed(traffic(billed)) : texts.dismissed),
    failed: { prefix: texts.decisionFailed },
    invalidates: [calls.heldBatches, calls.alarms, calls.live],
    onDone: onClose,
  });
  return (
    <DecisionForm
      confirm={doubtful ? { label: texts.twiceConfirm, missing: texts.unconfirmed } : undefined}
      submit={texts[action]}
      color={action === 'dismiss' || doubtful ? 'red' : 'indigo'}
      busy={change.busy}
      focusReason
      onDecide={(reason) => change.run({ id: batch._id, action, reason, beside: batch.beside?.reports ?? 0 })}
      onClose={onClose}
    >
      <About batch={batch} action={action} />
      {doubtful && <Twice batch={batch} />}
    </DecisionForm>
  );
};

/** Which report it is, and what becomes of it. */
const About = ({ batch, action }: Decision): ReactNode => (
  <>
    <h3 className="sp-h2">{texts.decisionTitle[action]}</h3>
    <Text size="sm">{texts.decisionText[action](batch.node_name, batch.seq, sizeOf(batch))}</Text>
    <Text size="sm" c="var(--sp-dim)">
      {texts.columns.reason}：{reasonText(batch.reason)}
    </Text>
    {batch.from !== null && batch.to !== null && (
      <Text size="sm" c="var(--sp-dim)">
        <Dated text={texts.span(shopTime(batch.from), shopTime(batch.to))} />
      </Text>
    )}
  </>
);

/** Why billing this report may charge the same bytes a second time. */
const Twice = ({ batch: { beside } }: { batch: QuarantinedReport }): ReactNode => (
  <Alert color="red" role="alert">
    <div className="sp-stack">
      <span>
        {beside === null
          ? texts.spanUnknown
          : texts.twice(beside.reports, sizeOf(beside), shopTime(beside.from), shopTime(beside.to))}
      </span>
      {beside?.same_number && <span>{texts.twiceNumber}</span>}
      <span>{texts.twiceWhy}</span>
    </div>
  </Alert>
);
