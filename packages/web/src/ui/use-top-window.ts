import { useEffect, useId, useSyncExternalStore } from 'react';

/** Open windows, the one that was opened last at the end. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly string[]): void => {
  open = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether a window lies over all others: Escape is meant for that one only. */
export const useTopWindow = (opened: boolean): boolean => {
  const id = useId();
  useEffect(() => {
    if (!opened) return undefined;
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [id, opened]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
};
