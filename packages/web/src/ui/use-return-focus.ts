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
    // The page of now: the one that the window stands on, whatever has become of it when the time has passed.
    const page = document;
    const focused = page.activeElement;
    const opener = focused instanceof HTMLElement && focused !== page.body ? focused : undefined;
    return () => {
      const inside = page.activeElement;
      setTimeout(() => {
        const now = page.activeElement;
        if (now !== null && now !== page.body && now !== inside) return;
        if (opener?.isConnected) opener.focus({ preventScroll: true });
        else if (!isWindowOpen()) focusPage(page);
      }, GIVEN_UP_MS);
    };
  }, [opened]);
};
