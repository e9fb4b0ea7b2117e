import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { addWindow, isTopWindow, onWindows, type OpenWindow } from '../device/open-windows.ts';

/**
 * Gives an open window its entry in the browser's history: going back calls `leave`, as Escape does. Says whether the
 * window lies over all others, because Escape and going back are meant for that one only.
 */
export const useOpenWindow = (opened: boolean, leave: () => void): boolean => {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  const window = useMemo<OpenWindow>(() => ({ leave: () => latest.current() }), []);
  useEffect(() => (opened ? addWindow(window) : undefined), [opened, window]);
  const isTop = useSyncExternalStore(onWindows, () => isTopWindow(window));
  // Only from the next task on: the key that made this window appear must not close it, too.
  const [hearsKeys, setHearsKeys] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHearsKeys(isTop));
    return () => clearTimeout(timer);
  }, [isTop]);
  return isTop && hearsKeys;
};
