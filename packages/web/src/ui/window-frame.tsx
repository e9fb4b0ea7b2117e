import './window-styles.ts';
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from './use-phone.ts';
import type { WindowProps } from './window.tsx';

/** What a window is made of, apart from it because its code is fetched when the first one opens. */
export default function WindowFrame({ size = 'sm', ...props }: WindowProps): ReactNode {
  return usePhone() ? <Drawer {...props} position="bottom" size="auto" /> : <Modal {...props} size={size} />;
}
