import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from './use-phone.ts';

/** A window in the middle of the screen; on a phone it comes up from the bottom, where thumbs are. */
export const Window = (props: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode => (usePhone() ? <Drawer {...props} position="bottom" size="auto" /> : <Modal {...props} size="sm" />);
