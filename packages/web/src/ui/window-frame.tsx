import './window-styles.ts';
import { Drawer, Modal } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { Arriving } from './arriving.tsx';
import { Waiting } from './loaded.tsx';
import { useOpenWindow } from './use-open-window.ts';
import { usePhone } from './use-phone.ts';
import { useReturnFocus } from './use-return-focus.ts';
import type { WindowProps } from './window.tsx';

/** As high as what is in it, and never over the whole screen: the page stays in sight above. */
const sheet: CSSProperties = { height: 'auto', maxHeight: '90dvh', marginTop: 'auto', borderRadius: '14px 14px 0 0' };

interface FrameProps extends WindowProps {
  /** High on a phone, whatever is in it: for forms. */
  readonly tall?: boolean;
}

/** What a window is made of, apart from it because its code is fetched when the first one opens. */
export default function WindowFrame({ size = 'sm', waits = 120, tall, children, ...props }: FrameProps): ReactNode {
  const closeOnEscape = useOpenWindow(props.opened, props.onClose);
  useReturnFocus(props.opened);
  const inside = <Arriving fallback={<Waiting height={waits} />}>{children}</Arriving>;
  const frame = { ...props, closeOnEscape, returnFocus: false };
  return usePhone() ? (
    <Drawer {...frame} position="bottom" {...(tall ? { size: '92%' } : { size: 'auto', styles: { content: sheet } })}>
      {inside}
    </Drawer>
  ) : (
    <Modal {...frame} size={size}>
      {inside}
    </Modal>
  );
}
