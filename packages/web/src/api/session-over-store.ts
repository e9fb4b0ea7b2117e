import { useSyncExternalStore } from 'react';
import { onPerson } from './person.ts';

let asked = false;
const listeners = new Set<() => void>();

const set = (next: boolean): void => {
  asked = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether somebody is asked to log in again over the page, because what they typed there is not saved yet. */
export const useSessionOver = (): boolean => useSyncExternalStore(subscribe, () => asked);

/** Opens the window in which somebody logs in again. */
export const askToLogIn = (): void => set(true);

/** Closes it. */
export const endAskingToLogIn = (): void => set(false);

// Closes the window when the person changes: it asks for the password of the one before.
onPerson((left) => {
  if (left) endAskingToLogIn();
});
