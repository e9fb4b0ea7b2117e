import '@mantine/core/styles/Code.css';
import { Button, Code, Group } from '@mantine/core';
import type { Push } from '@skyport/contract/push';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Pieces } from '../ui/pieces.tsx';
import { Window } from '../ui/window.tsx';
import { gigabytesText } from './rules.ts';
import { texts } from './texts.ts';

interface MadeWindowProps {
  /** The transfer that was just made; undefined keeps the window closed. */
  readonly made: Push | undefined;
  readonly onClose: () => void;
}

/** The code of a transfer that was just made, to be sent to somebody. */
export const MadeWindow = ({ made, onClose }: MadeWindowProps): ReactNode => (
  <Window opened={made !== undefined} onClose={onClose} title={texts.made.title}>
    {made && (
      <div className="sp-stack">
        <span>
          <Pieces text={texts.made.text(texts.gigabytes(gigabytesText(made.receiveNumber)))} />
        </span>
        <Code block fz={16} aria-label={texts.columns.code}>
          {made.code}
        </Code>
        <Group justify="flex-end" className="sp-foot">
          <Button variant="default" onClick={onClose}>
            {texts.made.close}
          </Button>
          <CopyButton text={made.code} variant="filled">
            {texts.copy}
          </CopyButton>
        </Group>
      </div>
    )}
  </Window>
);
