import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { enrolTexts as texts } from './enrol-texts.ts';
import type { Enrolment } from './enrol-window.tsx';
import classes from './nodes.module.css';
import { enrolCommand, timeLeft } from './rules.ts';

const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/** A one-time code, the command to run with it, and how long it is good for. */
export default function EnrolBody({
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
}): ReactNode {
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
          <Text size="sm" c={isOver ? 'var(--sp-bad)' : 'var(--sp-dim)'}>
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
}
