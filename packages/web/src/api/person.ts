import { useSyncExternalStore } from 'react';
import { forgetOwn } from '../device/own-storage.ts';

/*
 * Who the console works for. Two people may use one browser, one after the other, and each has to meet a console that
 * knows nothing of the other: answers are kept under the person they were given to, and thrown away with them.
 */

/** Who the page works for now: a number that grows with each person. */
interface CurrentPerson {
  readonly person: number;
  /** Grows whenever a person is gone: whatever is drawn under another number is drawn anew. */
  readonly resetKey: number;
}

/** Hears of a change; `left` when somebody is gone, and has not only just come. */
type Listener = (left: boolean) => void;

let current: CurrentPerson = { person: 0, resetKey: 0 };
const listeners = new Set<Listener>();

const begin = (next: CurrentPerson): void => {
  const left = next.resetKey !== current.resetKey;
  current = next;
  for (const listener of listeners) listener(left);
};

/** Somebody has logged in on this page, which stays as it is and reads everything anew. */
export const personCame = (): void => begin({ ...current, person: current.person + 1 });

/** Somebody has logged out, their session is over, or another tab has changed who it is: nothing of theirs may stay. */
export const personLeft = (): void => {
  forgetOwn();
  begin({ person: current.person + 1, resetKey: current.resetKey + 1 });
};

/** Calls back whenever the person has changed; gives what ends that. */
export const onPerson = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The number of the person the page works for. */
export const personNow = (): number => current.person;

/** The same, for a part of the page that is drawn again when it changes. */
export const usePerson = (): number => useSyncExternalStore(onPerson, personNow);

/** A number for `key`: what has it is drawn anew, with nothing left in it, once a person is gone. */
export const useResetKey = (): number => useSyncExternalStore(onPerson, () => current.resetKey);

/**
 * Gives what `ask` gives, and throws what it throws, while the person is the same. Whoever comes next gets nothing of
 * it: then this never returns, and nothing that would follow is done.
 */
export const forSamePerson = async <T>(ask: () => Promise<T>): Promise<T> => {
  const asker = personNow();
  const [settled] = await Promise.allSettled([ask()]);
  if (personNow() !== asker) return new Promise<T>(() => undefined);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
};
