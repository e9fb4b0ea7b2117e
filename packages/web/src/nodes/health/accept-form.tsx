import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { alarmTexts as texts } from './alarm-texts.ts';
import { Consequences, JournalDecision, type JournalNode, useAcceptJournal } from './journal-decision.tsx';
import { DecisionForm } from './decision-form.tsx';

/** Shows the new usage journal of a node, what accepting it means, and takes the decision with its reason. */
export const AcceptForm = ({ node, onClose }: { node: JournalNode; onClose: () => void }): ReactNode => (
  <JournalDecision
    node={node}
    title={texts.acceptTitle}
    nothing={texts.acceptNothing(node.node_name)}
    onClose={onClose}
  >
    {({ new_books: epoch }) => (epoch ? <Decide key={epoch} node={node} epoch={epoch} onClose={onClose} /> : null)}
  </JournalDecision>
);

interface DecideProps {
  readonly node: JournalNode;
  readonly epoch: string;
  readonly onClose: () => void;
}

const Decide = ({ node, epoch, onClose }: DecideProps): ReactNode => {
  const accept = useAcceptJournal({ done: texts.accepted, failed: { prefix: texts.acceptFailed }, onDone: onClose });
  return (
    <DecisionForm
      confirm={{ label: texts.acceptConfirm, missing: texts.unconfirmed }}
      submit={texts.accept}
      color="red"
      busy={accept.busy}
      onDecide={(reason) => accept.run({ id: node.node_id, epoch, reason })}
      onClose={onClose}
    >
      <Text size="sm">{texts.acceptText(node.node_name)}</Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {texts.acceptEpoch(epoch)}
      </Text>
      <Consequences effects={texts.acceptEffects} />
      <Alert color="orange">{texts.acceptWarning}</Alert>
    </DecisionForm>
  );
};
