import './window-styles.ts';
import { Drawer, Modal } from '@mantine/core';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { Arriving } from './arriving.tsx';
import { Waiting } from './loaded.tsx';
import { useOpenWindow } from './use-open-window.ts';
import { usePhone } from './use-phone.ts';
import { useReturnFocus } from './use-return-focus.ts';
import type { WindowProps } from './window.tsx';

/** As high as what is in it, and never over the whole screen: the page stays in sight above. */
const sheet: CSSProperties = { height: 'auto', maxHeight: '90dvh', marginTop: 'auto', borderRadius: '14px 14px 0 0' };

/**
 * The layer of a window over the page. Windows keep their place in the document from when they first opened, so the one
 * that opened last has to be laid over the others; menus inside of windows lie higher, at 300.
 */
const LOWEST = 200;

/** Whether a window is a sheet of a phone. An open window keeps its frame: another one would empty its form. */
const useSheet = (opened: boolean): boolean => {
  const isPhone = usePhone();
  const [isSheet, setSheet] = useState(isPhone);
  if (!opened && isSheet !== isPhone) setSheet(isPhone);
  return isSheet;
};

interface FrameProps extends WindowProps {
  /** High on a phone, whatever is in it: for forms. */
  readonly tall?: boolean;
}

/** What a window is made of, apart from it because its code is fetched when the first one opens. */
export default function WindowFrame({ size = 'sm', waits = 120, tall, children, ...props }: FrameProps): ReactNode {
  const { hearsEscape, below } = useOpenWindow(props.opened, props.onClose);
  useReturnFocus(props.opened);
  const inside = <Arriving fallback={<Waiting height={waits} />}>{children}</Arriving>;
  const frame = { ...props, closeOnEscape: hearsEscape, returnFocus: false, zIndex: LOWEST + below };
  return useSheet(props.opened) ? (
    <Drawer {...frame} position="bottom" {...(tall ? { size: '92%' } : { size: 'auto', styles: { content: sheet } })}>
      {inside}
    </Drawer>
  ) : (
    <Modal {...frame} size={size}>
      {inside}
    </Modal>
  );
}
