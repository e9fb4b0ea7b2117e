import { Alert, Text } from '@mantine/core';
import type { MissingReports } from '@skyport/contract/node-health';
import type { ReactNode } from 'react';
import { Dated } from '../../ui/dated.tsx';
import { shopTime } from '../../ui/shop-time.ts';
import { alarmTexts } from './alarm-texts.ts';
import { Consequences, JournalDecision, type JournalNode, useAcceptJournal } from './journal-decision.tsx';
import { DecisionForm } from './decision-form.tsx';
import { gapTexts as texts } from './gap-texts.ts';

/** Shows which reports of a node are lost, what going on without them means, and takes the decision. */
export const GapForm = ({ node, onClose }: { node: JournalNode; onClose: () => void }): ReactNode => (
  <JournalDecision node={node} title={texts.title} nothing={texts.nothing(node.node_name)} onClose={onClose}>
    {({ missing }) =>
      missing && <Decide key={`${missing.books} ${missing.last}`} node={node} missing={missing} onClose={onClose} />
    }
  </JournalDecision>
);

interface DecideProps {
  readonly node: JournalNode;
  readonly missing: MissingReports;
  readonly onClose: () => void;
}

const Decide = ({ node, missing, onClose }: DecideProps): ReactNode => {
  const { books, first, last, since, until } = missing;
  const from = last + 1;
  const goOn = useAcceptJournal({ done: texts.done, failed: { prefix: texts.failed }, onDone: onClose });
  return (
    <DecisionForm
      confirm={{ label: texts.confirm, missing: alarmTexts.unconfirmed }}
      submit={texts.submit(from)}
      color="red"
      busy={goOn.busy}
      onDecide={(reason) => goOn.run({ id: node.node_id, epoch: books, from, reason })}
      onClose={onClose}
    >
      <Text size="sm">{texts.text(node.node_name, first, last)}</Text>
      {since !== null && until !== null && (
        <Text size="sm">
          <Dated text={texts.span(shopTime(since), shopTime(until))} />
        </Text>
      )}
      <Consequences effects={texts.effects(from)} />
      <Alert color="orange">{texts.warning}</Alert>
    </DecisionForm>
  );
};
