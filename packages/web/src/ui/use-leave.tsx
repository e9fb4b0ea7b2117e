import type { ReactNode } from 'react';
import { commonTexts } from './common-texts.ts';
import { useConfirm } from './confirm.tsx';

/** A way out of something that may hold what is not saved. */
interface WayOut {
  readonly isUnsaved: () => boolean;
  readonly go: () => unknown;
  /** What will be lost, and the name of the way; by default those of a window that closes. */
  readonly text?: string;
  readonly action?: string;
}

/** Goes, after a question when something unsaved would be lost; `dialog` is the question's element. */
export const useLeave = ({
  isUnsaved,
  go,
  text = commonTexts.leaveText,
  action = commonTexts.leave,
}: WayOut): { leave: () => void; dialog: ReactNode } => {
  const { ask, dialog } = useConfirm();
  const leave = (): void => {
    if (isUnsaved()) ask({ title: commonTexts.unsaved, text, confirm: action, run: async () => go() });
    else void go();
  };
  return { leave, dialog };
};
