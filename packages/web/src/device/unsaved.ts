import { readCookie } from './cookies.ts';
import { keepsDraft } from './own-storage.ts';

/*
 * What somebody has typed and not saved: the browser asks before the page is left with it, and a session that ends does
 * not take it along.
 */

const places = new Set<symbol>();

const warn = (event: BeforeUnloadEvent): void => {
  if (hasUnsaved()) event.preventDefault();
};

/** Says that a place of the page holds something unsaved; gives what takes that back. */
export const noteUnsaved = (): (() => void) => {
  const place = Symbol('unsaved');
  places.add(place);
  window.addEventListener('beforeunload', warn);
  return () => {
    places.delete(place);
    if (!hasUnsaved()) window.removeEventListener('beforeunload', warn);
  };
};

/** From the start of the console on a draft that waits for its page is asked about, too: it goes with the tab. */
export const watchDrafts = (): void => {
  if (keepsDraft()) window.addEventListener('beforeunload', warn);
};

/** Whether anything is typed and not saved: on the page, or in a draft that waits for its page to be opened again. */
export const hasUnsaved = (): boolean => places.size > 0 || keepsDraft();

/** Asks whether the page is left; `go` leaves it. */
type AskToLeave = (go: () => void) => void;

/** Who asks, in the order in which they began to. */
let asking: readonly AskToLeave[] = [];

/**
 * From now on `ask` decides when another page is to take the place of this one, as long as nobody else on it began
 * later; gives what ends that.
 */
export const guardPage = (ask: AskToLeave): (() => void) => {
  asking = [...asking, ask];
  return () => {
    asking = asking.filter((one) => one !== ask);
  };
};

/** Leaves the page, after its question where it has one. Without a log-in nobody is there to be asked. */
export const leavePage = (go: () => void): void => {
  const ask = asking.at(-1);
  if (ask && readCookie('token') !== undefined) ask(go);
  else go();
};
