import '@mantine/core/styles/Tooltip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useClickOutside, useDisclosure } from '@mantine/hooks';
import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A question mark with an explanation: under the mouse, by keyboard focus, or by a tap, which also keeps it open. */
export const Help = ({ label, text }: { label: string; text: string }): ReactNode => {
  const [isPinned, { close, toggle }] = useDisclosure();
  const target = useClickOutside<HTMLButtonElement>(close);
  return (
    <Tooltip
      label={text}
      multiline
      w={280}
      events={{ hover: true, focus: true, touch: false }}
      {...(isPinned && { opened: true })}
    >
      <ActionIcon
        ref={target}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        aria-description={text}
        onClick={toggle}
        onBlur={close}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <IconHelpCircle size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};
