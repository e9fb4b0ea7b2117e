import { type ReactNode, useEffect, useRef } from 'react';
import { addWindow, leaveWindows } from '../device/open-windows.ts';
import { guardPage } from '../device/unsaved.ts';
import { commonTexts } from './common-texts.ts';
import { useConfirm } from './confirm.tsx';

/**
 * Asks, as long as something would be lost with the page, before another one takes its place: by a link, by the menu or
 * by going back. `text` says what is lost, below `title`; the answer is the question's element.
 */
export const useWayOut = (loses: boolean, text: string, title: string = commonTexts.unsaved): ReactNode => {
  const { ask, dialog } = useConfirm();
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!loses) return undefined;
    const question = (go: () => void): void =>
      latest.current({
        title,
        text,
        confirm: commonTexts.leave,
        run: async () => {
          end();
          go();
        },
      });
    const unguard = guardPage(question);
    // An entry of its own in the browser's history, as a window has one: going back comes to it first.
    const removeEntry = addWindow({ leave: () => question(() => leaveWindows(() => window.history.back())) });
    const end = (): void => {
      unguard();
      removeEntry();
    };
    return end;
  }, [loses, text, title]);
  return dialog;
};
