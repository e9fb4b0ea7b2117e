import { Alert, Text } from '@mantine/core';
import { type MissingReports, nodeHealthCalls as calls } from '@skyport/contract/node-health';
import type { ReactNode } from 'react';
import { useCall, useChange } from '../../api/index.ts';
import { dateTime } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Nothing, type NodeOfBooks } from './accept-form.tsx';
import { DecisionForm } from './decision-form.tsx';
import { gapTexts as texts } from './gap-texts.ts';

/** Shows which reports of a node can no longer be had, what going on without them means, and takes the decision. */
export const GapForm = ({ node, onClose }: { node: NodeOfBooks; onClose: () => void }): ReactNode => {
  const live = useCall(calls.live, { id: node.node_id });
  return (
    <div className="sp-stack">
      <h3 className="sp-h2">{texts.title}</h3>
      <Loaded of={live} height={240}>
        {(rows) => {
          const now = rows.find(({ node_id }) => node_id === node.node_id);
          // Other numbers than those that were read here are a decision of their own.
          return now?.missing ? (
            <Decide
              key={`${now.missing.books} ${now.missing.last}`}
              node={node}
              missing={now.missing}
              onClose={onClose}
            />
          ) : (
            <Nothing text={texts.nothing(node.node_name)} onClose={onClose} />
          );
        }}
      </Loaded>
    </div>
  );
};

interface DecideProps {
  readonly node: NodeOfBooks;
  readonly missing: MissingReports;
  readonly onClose: () => void;
}

const Decide = ({ node, missing, onClose }: DecideProps): ReactNode => {
  const { books, first, last, since, until } = missing;
  const from = last + 1;
  const goOn = useChange(calls.acceptBooks, {
    done: texts.done,
    failed: { prefix: texts.failed },
    invalidates: [calls.alarms, calls.live, calls.heldBatches],
    onDone: onClose,
  });
  return (
    <DecisionForm
      confirm={{ label: texts.confirm, missing: texts.unconfirmed }}
      submit={texts.submit(from)}
      busy={goOn.busy}
      onDecide={(reason) => goOn.run({ id: node.node_id, epoch: books, from, reason })}
      onClose={onClose}
    >
      <Text size="sm">{texts.text(node.node_name, first, last)}</Text>
      {since !== null && until !== null && <Text size="sm">{texts.span(dateTime(since), dateTime(until))}</Text>}
      <ul className="sp-small">
        {texts.effects(from).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Alert color="orange">{texts.warning}</Alert>
    </DecisionForm>
  );
};
