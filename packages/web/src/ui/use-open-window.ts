import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { addWindow, isTopWindow, onWindows, windowsBelow, type OpenWindow } from '../device/open-windows.ts';

/** Where an open window lies. */
interface Place {
  /** Over all others: Escape and going back are meant for that one only. */
  readonly hearsEscape: boolean;
  /** Over how many open windows. */
  readonly below: number;
}

/** Gives an open window its entry in the browser's history: going back calls `leave`, as Escape does. */
export const useOpenWindow = (opened: boolean, leave: () => void): Place => {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  const window = useMemo<OpenWindow>(() => ({ leave: () => latest.current() }), []);
  useEffect(() => (opened ? addWindow(window) : undefined), [opened, window]);
  const isTop = useSyncExternalStore(onWindows, () => isTopWindow(window));
  const below = useSyncExternalStore(onWindows, () => windowsBelow(window));
  // Only from the next task on: the key that made this window appear must not close it, too.
  const [hearsKeys, setHearsKeys] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHearsKeys(isTop));
    return () => clearTimeout(timer);
  }, [isTop]);
  return { hearsEscape: isTop && hearsKeys, below };
};
