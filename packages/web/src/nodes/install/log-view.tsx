import { Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import paper from '../../ui/paper.module.css';
import classes from './install.module.css';
import { progressTexts as texts } from './window-texts.ts';

/** Pixels from the end within which a reader counts as following the log. */
const NEAR_END = 40;

/** A log that follows its own end, until somebody scrolls up to read. */
export const LogView = ({ text, failed }: { text: string; failed: boolean }): ReactNode => {
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <div>
      <Group justify="space-between" pb={6}>
        <Text size="sm" c={failed ? 'var(--sp-bad)' : 'var(--sp-dim)'} role={failed ? 'alert' : undefined}>
          {failed ? texts.readFailed : texts.log}
        </Text>
        <CopyButton text={text} disabled={text === ''}>
          {texts.copyLog}
        </CopyButton>
      </Group>
      {/* It scrolls, so the keyboard must reach it. */}
      <pre
        ref={box}
        className={`${paper.paper} ${classes.log}`}
        role="log"
        tabIndex={0}
        aria-label={texts.log}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
        }}
      >
        {text === '' ? texts.noLog : text}
      </pre>
    </div>
  );
};
