import './window-styles.ts';
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Arriving } from './arriving.tsx';
import { Waiting } from './loaded.tsx';
import { usePhone } from './use-phone.ts';
import { useTopWindow } from './use-top-window.ts';
import type { WindowProps } from './window.tsx';

/** As high as what is in it, and never over the whole screen: the page stays in sight above. */
const sheet = { height: 'auto', maxHeight: '90dvh', marginTop: 'auto', borderRadius: '14px 14px 0 0' } as const;

/** What a window is made of, apart from it because its code is fetched when the first one opens. */
export default function WindowFrame({ size = 'sm', waits = 120, children, ...props }: WindowProps): ReactNode {
  const inside = <Arriving fallback={<Waiting height={waits} />}>{children}</Arriving>;
  const closeOnEscape = useTopWindow(props.opened);
  return usePhone() ? (
    <Drawer {...props} closeOnEscape={closeOnEscape} position="bottom" size="auto" styles={{ content: sheet }}>
      {inside}
    </Drawer>
  ) : (
    <Modal {...props} closeOnEscape={closeOnEscape} size={size}>
      {inside}
    </Modal>
  );
}
