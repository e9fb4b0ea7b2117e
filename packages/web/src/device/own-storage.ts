/*
 * What a page keeps in the browser for the person at it, and for nobody after them, has this at the front of its key.
 */

/** Key of something that belongs to the person, in the storage of the tab or of the browser. */
export const ownKey = (name: string): string => `own:${name}`;

/**
 * Key of unsaved work in the storage of the tab. It outlives the page that it was made on, and counts as unsaved as
 * long as something stands there.
 */
export const draftKey = (name: string): string => ownKey(`draft:${name}`);

/** Whether the tab keeps unsaved work of the person. */
export const keepsDraft = (): boolean => {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(draftKey('')));
  } catch {
    return false;
  }
};

const forgetIn = (storage: Storage): void => {
  for (const key of Object.keys(storage)) if (key.startsWith(ownKey(''))) storage.removeItem(key);
};

/** Removes everything that was kept for the person. */
export const forgetOwn = (): void => {
  try {
    forgetIn(sessionStorage);
    forgetIn(localStorage);
  } catch {
    // A browser that lets nothing be read has kept nothing either.
  }
};
