import { Alert, Button, Group, Text } from '@mantine/core';
import { nodeHealthCalls as calls } from '@skyport/contract/node-health';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../../api/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';
import { DecisionForm } from './decision-form.tsx';

/** The node whose books are decided about. */
export interface NodeOfBooks {
  readonly node_id: string;
  readonly node_name: string;
}

/** Shows the books that a node began anew, what accepting them means, and takes the decision with its reason. */
export const AcceptForm = ({ node, onClose }: { node: NodeOfBooks; onClose: () => void }): ReactNode => {
  const live = useCall(calls.live, { id: node.node_id });
  return (
    <div className="sp-stack">
      <h3 className="sp-h2">{texts.acceptTitle}</h3>
      <Loaded of={live} height={240}>
        {(rows) => {
          const epoch = rows.find(({ node_id }) => node_id === node.node_id)?.new_books;
          // Other books than those that were read here are a decision of their own.
          return epoch ? (
            <Decide key={epoch} node={node} epoch={epoch} onClose={onClose} />
          ) : (
            <Nothing text={texts.acceptNothing(node.node_name)} onClose={onClose} />
          );
        }}
      </Loaded>
    </div>
  );
};

/** Says that there is nothing to decide, any more or at all. */
export const Nothing = ({ text, onClose }: { text: string; onClose: () => void }): ReactNode => (
  <>
    <Text size="sm">{text}</Text>
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
    </Group>
  </>
);

interface DecideProps {
  readonly node: NodeOfBooks;
  readonly epoch: string;
  readonly onClose: () => void;
}

const Decide = ({ node, epoch, onClose }: DecideProps): ReactNode => {
  const accept = useChange(calls.acceptBooks, {
    done: texts.accepted,
    failed: { prefix: texts.acceptFailed },
    invalidates: [calls.alarms, calls.live, calls.heldBatches],
    onDone: onClose,
  });
  return (
    <DecisionForm
      confirm={{ label: texts.acceptConfirm, missing: texts.acceptUnconfirmed }}
      submit={texts.accept}
      busy={accept.busy}
      onDecide={(reason) => accept.run({ id: node.node_id, epoch, reason })}
      onClose={onClose}
    >
      <Text size="sm">{texts.acceptText(node.node_name)}</Text>
      <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {texts.acceptBooks(epoch)}
      </Text>
      <ul className="sp-small">
        {texts.acceptEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Alert color="orange">{texts.acceptWarning}</Alert>
    </DecisionForm>
  );
};
