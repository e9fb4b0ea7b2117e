import '@mantine/core/styles/Code.css';
import { Button, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { copyText } from '../device/clipboard.ts';
import { copyTexts } from '../ui/copy-texts.ts';
import { showToast } from '../ui/toasts.ts';
import { texts } from './texts.ts';
import { useBindCode } from './use-bind-code.ts';

interface UnboundProps {
  readonly bot: string;
  readonly userId: string;
  /** Whether this is what to do next; where somebody asks to be bound, the answer to them is. */
  readonly main: boolean;
  /** Staff get a code by a step-up, so they ask for it. */
  readonly isStaff: boolean;
}

/** Both ways to bind: a link that does it with one tap, and a command for the bot. */
export const Unbound = ({ bot, userId, main, isStaff }: UnboundProps): ReactNode => {
  const { code, ask } = useBindCode({ byHand: isStaff });
  const command = texts.command(userId);
  const copy = async (): Promise<void> => {
    const done = await copyText(code?.command ?? command);
    showToast(done ? copyTexts.done : texts.copyFailed, done ? 'success' : 'error');
  };
  if (isStaff && !code)
    return (
      <div>
        <Button variant={main ? 'filled' : 'default'} onClick={ask}>
          {texts.ask}
        </Button>
      </div>
    );
  return (
    <>
      <div>
        <Button
          component="a"
          variant={main ? 'filled' : 'default'}
          href={code?.link || bot}
          target="_blank"
          rel="noreferrer"
        >
          {texts.open}
        </Button>
      </div>
      <span>{texts.or}</span>
      <div className="sp-row">
        <Code aria-label={texts.commandLabel} fz={14} p="xs">
          {command}
        </Code>
        <Button variant="default" onClick={() => void copy()}>
          {texts.copy}
        </Button>
      </div>
      <span className="sp-dim sp-small">{texts.copyHint}</span>
    </>
  );
};
