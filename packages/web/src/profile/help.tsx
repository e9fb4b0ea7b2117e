import '@mantine/core/styles/Tooltip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A question mark that explains what stands beside it: under the mouse, with the keyboard, and by a touch. */
export const Help = ({ label, text }: { label: string; text: string }): ReactNode => (
  <Tooltip label={text} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} aria-description={text}>
      <IconHelpCircle size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
);
