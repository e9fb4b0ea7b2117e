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
