import { Button, Group, Text } from '@mantine/core';
import { nodesCalls as calls, type NodeView } from '@skyport/contract/nodes';
import { type ReactNode, useEffect, useState } from 'react';
import { useChange } from '../api/index.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Window } from '../ui/window.tsx';
import classes from './nodes.module.css';
import { enrolCommand, hasJoined, timeLeft } from './rules.ts';
import { enrolTexts as texts } from './texts.ts';

/** What the window was opened with: a fresh code, and the node as it was then. */
export interface Enrolment {
  readonly node: NodeView;
  readonly code: string;
  /** When the code ends. */
  readonly expires: string;
  /** When it was made, in ms since 1970. */
  readonly since: number;
}

/** Makes codes with which nodes join. */
export const useEnrolment = () => {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const make = useChange(calls.enrolCode, { failed: { prefix: texts.failed }, invalidates: [calls.list] });
  const start = async (node: NodeView): Promise<void> => {
    const since = Date.now();
    const made = await make.run({ id: node._id });
    if (made) setEnrolment({ node, ...made, since });
  };
  return { enrolment, start, busy: make.busy, close: () => setEnrolment(undefined) };
};

const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

interface EnrolWindowProps {
  readonly enrolment: Enrolment | undefined;
  /** The node as the list has it now. */
  readonly node: NodeView | undefined;
  readonly busy: boolean;
  readonly onRenew: (node: NodeView) => void;
  readonly onClose: () => void;
}

/** The one-time code of a node, the command to run on its machine, and whether it has joined. */
export const EnrolWindow = ({ enrolment, node, busy, onRenew, onClose }: EnrolWindowProps): ReactNode => (
  <Window
    opened={enrolment !== undefined}
    onClose={onClose}
    size="lg"
    title={enrolment && texts.title(enrolment.node.name)}
  >
    {enrolment && (
      <EnrolBody
        enrolment={enrolment}
        joined={node !== undefined && hasJoined(enrolment, node)}
        busy={busy}
        onRenew={() => onRenew(node ?? enrolment.node)}
        onClose={onClose}
      />
    )}
  </Window>
);

const EnrolBody = ({
  enrolment,
  joined,
  busy,
  onRenew,
  onClose,
}: {
  enrolment: Enrolment;
  joined: boolean;
  busy: boolean;
  onRenew: () => void;
  onClose: () => void;
}) => {
  const left = Date.parse(enrolment.expires) - useNow();
  const command = enrolCommand(enrolment.code, enrolment.node.ctrl_port);
  const isOver = left <= 0 && !joined;
  return (
    <div className="sp-stack">
      <Text size="sm">{texts.hint}</Text>
      <div className={classes.code} data-large aria-label={texts.code}>
        {enrolment.code}
      </div>
      <div className={classes.code} aria-label={texts.command}>
        {command}
      </div>
      <Group gap="xs">
        <CopyButton text={command} variant="filled" disabled={isOver}>
          {texts.copyCommand}
        </CopyButton>
        <CopyButton text={enrolment.code} disabled={isOver}>
          {texts.copyCode}
        </CopyButton>
      </Group>
      <Group justify="space-between" role="status">
        {joined ? (
          <span className="sp-pill">{texts.joined}</span>
        ) : (
          <Text size="sm" c={isOver ? 'red' : 'dimmed'}>
            {isOver ? texts.expired : `${texts.waiting} ${texts.left(timeLeft(left))}`}
          </Text>
        )}
        {joined || !isOver ? (
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <Button onClick={onRenew} loading={busy}>
            {texts.renew}
          </Button>
        )}
      </Group>
    </div>
  );
};
