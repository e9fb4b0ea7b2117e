import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Window } from '../ui/window.tsx';
import { texts } from './texts.ts';

/** The link by which a customer sets a password, shown this once. */
export const LinkWindow = ({ link, onClose }: { link: string | undefined; onClose: () => void }): ReactNode => (
  <Window opened={link !== undefined} onClose={onClose} title={texts.link.title}>
    {link !== undefined && (
      <div className="sp-stack">
        <Text size="sm">{texts.link.explain}</Text>
        <code>{link}</code>
        <Group justify="flex-end" className="sp-foot">
          <CopyButton text={link} variant="filled">
            {texts.link.copy}
          </CopyButton>
        </Group>
      </div>
    )}
  </Window>
);
