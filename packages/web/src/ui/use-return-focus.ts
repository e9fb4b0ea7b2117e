import { useEffect } from 'react';
import { isWindowOpen } from '../device/open-windows.ts';
import { focusPage } from './focus-page.ts';

/** By then a window has given the focus up. */
const GIVEN_UP_MS = 20;

/**
 * Gives the focus back to what had it when a window opened, as soon as it closes; to the page's heading when that is
 * gone, like the button of a row that was deleted. Focus that somebody has moved on meanwhile stays where it is.
 */
export const useReturnFocus = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const opener = document.activeElement;
    return () => {
      const inside = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        if (now !== null && now !== document.body && now !== inside) return;
        if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) {
          opener.focus({ preventScroll: true });
        } else if (!isWindowOpen()) focusPage();
      }, GIVEN_UP_MS);
    };
  }, [opened]);
};
