import { Button, Group, Text } from '@mantine/core';
import { nodeHealthCalls as calls, type NodeLive } from '@skyport/contract/node-health';
import type { ReactElement, ReactNode } from 'react';
import { type Change, type ChangeOptions, useCall, useChange } from '../../api/index.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { alarmTexts as texts } from './alarm-texts.ts';

/** The node whose usage journal is decided about. */
export interface JournalNode {
  readonly node_id: string;
  readonly node_name: string;
}

interface JournalDecisionProps {
  readonly node: JournalNode;
  readonly title: string;
  /** Shown when there is nothing to decide (any more). */
  readonly nothing: string;
  /**
   * The form for the state that was read; null when there is nothing to decide. Its key names that state, so that
   * another one starts a new form.
   */
  readonly children: (now: NodeLive) => ReactElement | null;
  readonly onClose: () => void;
}

/**
 * Reads a node as it is right now, and shows the form of a decision about its usage journal, or that there
 * is none to take.
 */
export const JournalDecision = ({ node, title, nothing, children, onClose }: JournalDecisionProps): ReactNode => {
  const live = useCall(calls.live, { id: node.node_id });
  return (
    <div className="sp-stack">
      <h3 className="sp-h2">{title}</h3>
      <Loaded of={live} height={240}>
        {(rows) => {
          const now = rows.find(({ node_id }) => node_id === node.node_id);
          return (now && children(now)) ?? <Nothing text={nothing} onClose={onClose} />;
        }}
      </Loaded>
    </div>
  );
};

const Nothing = ({ text, onClose }: { text: string; onClose: () => void }): ReactNode => (
  <>
    <Text size="sm">{text}</Text>
    <Group justify="flex-end" className="sp-foot">
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
    </Group>
  </>
);

/** Lists what a decision brings about. */
export const Consequences = ({ effects }: { effects: readonly string[] }): ReactNode => (
  <ul className="sp-small" style={{ margin: 0, paddingLeft: '1.4em' }}>
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </ul>
);

type Accept = typeof calls.acceptBooks;

/** Accepts a journal, or resolves a gap; invalidates what shows it. The texts are the caller's. */
export const useAcceptJournal = (options: Pick<ChangeOptions<Accept>, 'done' | 'failed' | 'onDone'>): Change<Accept> =>
  useChange(calls.acceptBooks, { ...options, invalidates: [calls.alarms, calls.live, calls.heldBatches] });
