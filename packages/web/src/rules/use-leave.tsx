import type { ReactNode } from 'react';
import { useConfirm } from '../ui/confirm.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { texts } from './texts.ts';

/** Closes a form, after a question when something in it would be lost; `dialog` is the question's element. */
export const useLeave = (dirty: boolean, close: () => void): { leave: () => void; dialog: ReactNode } => {
  const { ask, dialog } = useConfirm();
  useUnsaved(dirty);
  const leave = (): void => {
    if (dirty)
      ask({ title: texts.discardTitle, text: texts.leaveText, confirm: texts.leave, run: async () => close() });
    else close();
  };
  return { leave, dialog };
};
