import { type ReactNode, useState } from 'react';
import { useLeave } from '../ui/use-leave.tsx';

/** A window that asks before what is typed in it would be lost. */
interface TypedWindow {
  /** Hears whether something is typed and not sent. */
  readonly setTyped: (typed: boolean) => void;
  /** Closes it at once. */
  readonly close: () => void;
  /** Closes it, after a question where something is typed. */
  readonly leave: () => void;
  /** The question's element. */
  readonly dialog: ReactNode;
}

/** Watches over what is typed in a window that `onClose` closes. */
export const useTypedWindow = (onClose: () => void): TypedWindow => {
  const [typed, setTyped] = useState(false);
  const close = (): void => {
    setTyped(false);
    onClose();
  };
  return { setTyped, close, ...useLeave({ isUnsaved: () => typed, go: close }) };
};
