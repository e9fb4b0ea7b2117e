import type { JoinProblem } from '@skyport/contract/join-problem';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useNow } from '../ui/use-now.ts';
import { KitProblems } from './install/kit-line.tsx';
import { enrolTexts as texts } from './enrol-texts.ts';
import type { Enrolment } from './enrol-window.tsx';
import classes from './nodes.module.css';
import { joinProblemText } from './join-problems.ts';
import { loopbackIn, timeLeft } from './rules.ts';

/** How long a code is still good for, in ms; or why it is not any more. */
const Wait = ({ left, ended }: { left: number; ended: boolean }): ReactNode => (
  <Text size="sm" c={ended || left <= 0 ? 'var(--sp-bad)' : 'var(--sp-dim)'}>
    {ended ? texts.ended : left <= 0 ? texts.expired : `${texts.waiting} ${texts.left(timeLeft(left))}`}
  </Text>
);

/** The port is closed until the command has been run. */
const isYetToRun = ({ code, ended }: JoinProblem): boolean => code === 'portClosed' && !ended;

/** A one-time code, the command to run with it, and how long it is good for. */
export default function EnrolBody({
  enrolment,
  problem,
  joined,
  busy,
  onRenew,
  onClose,
}: {
  enrolment: Enrolment;
  /** What the panel's last try ended with; null when there was none. */
  problem: JoinProblem | null;
  joined: boolean;
  busy: boolean;
  onRenew: () => void;
  onClose: () => void;
}): ReactNode {
  const left = Date.parse(enrolment.expires) - useNow();
  const isOver = left <= 0 || problem?.ended === true;
  if (joined) return <Joined isNew={!enrolment.node.enrolled} onClose={onClose} />;
  return (
    <div className="sp-stack">
      <KitProblems />
      <CommandAndCode enrolment={enrolment} isOver={isOver} />
      {problem && (
        <Text size="sm" role="status" c={isYetToRun(problem) ? 'var(--sp-dim)' : 'var(--sp-bad)'}>
          {texts.lastTry(joinProblemText(problem, enrolment.node.ctrl_port))}
        </Text>
      )}
      <Group justify="space-between" role="status">
        <Wait left={left} ended={problem?.ended === true} />
        {!isOver ? (
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <BusyButton onClick={onRenew} busy={busy}>
            {texts.renew}
          </BusyButton>
        )}
      </Group>
    </div>
  );
}

/** What follows once the node has joined: a new node needs a line. */
const Joined = ({ isNew, onClose }: { isNew: boolean; onClose: () => void }): ReactNode => (
  <div className="sp-stack" role="status">
    <Group>
      <span className="sp-pill" data-tone="ok">
        {texts.joined}
      </span>
    </Group>
    {isNew && <Text size="sm">{texts.next}</Text>}
    <Group justify="flex-end" className="sp-foot">
      <Button variant="default" onClick={onClose}>
        {texts.close}
      </Button>
      {isNew && (
        <Button component={Link} to="/admin_agentLines">
          {texts.addLine}
        </Button>
      )}
    </Group>
  </div>
);

/** What is pasted on the server, and the code in it for whoever starts the agent in another way. */
const CommandAndCode = ({ enrolment, isOver }: { enrolment: Enrolment; isOver: boolean }): ReactNode => {
  const { command, code, node } = enrolment;
  const loopback = loopbackIn(command);
  return (
    <>
      {loopback && <Alert color="orange">{texts.loopback(loopback)}</Alert>}
      <Text size="sm">{texts.hint}</Text>
      <div className={classes.code} aria-label={texts.command}>
        {command}
      </div>
      <Text size="sm" c="var(--sp-dim)">
        {texts.needs(node.ctrl_port)}
      </Text>
      <div className={classes.code} data-large aria-label={texts.code}>
        {code}
      </div>
      <Text size="sm" c="var(--sp-dim)">
        {texts.codeHint}
      </Text>
      <Group gap="xs">
        <CopyButton text={command} variant="filled" disabled={isOver}>
          {texts.copyCommand}
        </CopyButton>
        <CopyButton text={code} disabled={isOver}>
          {texts.copyCode}
        </CopyButton>
      </Group>
    </>
  );
};
