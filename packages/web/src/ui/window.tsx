import { useState, type ReactNode } from 'react';
import { Arriving } from './arriving.tsx';
import { lazyPart } from './lazy-part.ts';
import { windowFailed } from './plain-window.tsx';

export interface WindowProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Width at a desk; `sm` unless said otherwise. */
  readonly size?: string | number;
  /** Height in px that is kept free while the code of what is in it is being fetched; 120 unless said otherwise. */
  readonly waits?: number;
}

const WindowFrame = lazyPart(() => import('./window-frame.tsx'));

/** A window in the middle of the screen; on a phone it comes up from the bottom, where thumbs are. */
export const Window = (props: WindowProps): ReactNode => {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Arriving failed={windowFailed(props)}>
      <WindowFrame {...props} />
    </Arriving>
  );
};
