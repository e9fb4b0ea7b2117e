/*
 * Each open window and drawer has an entry of its own in the browser's history, so that going back, which on a phone is
 * a gesture, closes it and does not leave the page. An entry is the page's own once more, with the number of
 * windows that are open on it in its state. The number of the entry that is shown is made equal to the number of
 * open windows whenever one of them has changed: entries of windows that somebody closed otherwise are left, and
 * missing ones are added.
 */

/** A window or drawer that is open. */
export interface OpenWindow {
  /** Asks it to close, as Escape does; it may ask back and stay. */
  readonly leave: () => void;
}

/** How long the browser may take to go back before the console goes on without it, in ms. */
const PATIENCE_MS = 5000;

let open: readonly OpenWindow[] = [];
const listeners = new Set<() => void>();

/** What is done once the browser has gone back; undefined while it is not going. */
let afterwards: (() => void) | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
let watching = false;

/** The page that the router shows: going back to the same one closes windows, any other way is the router's. */
let shownPage = '';

interface EntryState {
  /** Number of windows that are open at this entry. */
  readonly windows?: number;
  /** The router's name of the page that was visited. */
  readonly key?: string;
}

const entryState = (): EntryState => (window.history.state ?? {}) as EntryState;
const entryWindows = (): number => entryState().windows ?? 0;
const entryPage = (): string => `${entryState().key ?? ''} ${window.location.href}`;

const goneBack = (): void => {
  clearTimeout(patience);
  const then = afterwards;
  afterwards = undefined;
  then?.();
  settleSoon();
};

/** Going back did not happen: rewrites this history entry as the page's. */
const giveUp = (): void => {
  window.history.replaceState({ ...entryState(), windows: open.length }, '');
  goneBack();
};

const goBack = (entries: number, then: () => void): void => {
  afterwards = then;
  patience = setTimeout(giveUp, PATIENCE_MS);
  window.history.go(-entries);
};

const settle = (): void => {
  if (afterwards) return;
  shownPage = entryPage();
  const surplus = entryWindows() - open.length;
  if (surplus > 0) goBack(surplus, () => undefined);
  for (let at = entryWindows() + 1; at <= open.length; at++) {
    window.history.pushState({ ...entryState(), windows: at }, '');
  }
};

/** After the page was drawn: by then it is known which windows a change has closed and opened. */
const settleSoon = (): void => {
  clearTimeout(settling);
  if (watching) settling = setTimeout(settle);
};

const onPop = (event: PopStateEvent): void => {
  if (afterwards) {
    event.stopImmediatePropagation();
    return goneBack();
  }
  if (entryPage() === shownPage) {
    event.stopImmediatePropagation();
    if (entryWindows() < open.length) open.at(-1)?.leave();
  }
  return settleSoon();
};

/**
 * Begins to watch the browser's history, at the latest when the router does. Without that, as in a part of the console
 * that is shown by itself, windows have no entries.
 */
export const watchWindows = (): void => {
  if (watching) return;
  watching = true;
  window.addEventListener('popstate', onPop, true);
  // A page that was loaded again has the entries of windows that are gone.
  settleSoon();
};

/** Ends it. */
export const unwatchWindows = (): void => {
  watching = false;
  afterwards = undefined;
  clearTimeout(patience);
  clearTimeout(settling);
  window.removeEventListener('popstate', onPop, true);
};

/**
 * Closes open windows, leaving their history entries, before another page is shown: going back then leads to this one.
 */
export const leaveWindows = (go: () => void): void => {
  const on = (): void => {
    go();
    shownPage = entryPage();
    settleSoon();
  };
  if (afterwards) {
    const before = afterwards;
    afterwards = () => {
      before();
      on();
    };
  } else if (entryWindows() > 0) goBack(entryWindows(), on);
  else on();
};

const change = (next: readonly OpenWindow[]): void => {
  open = next;
  settleSoon();
  for (const listener of listeners) listener();
};

/** A window opens over those that are open; gives what takes it away again. */
export const addWindow = (opened: OpenWindow): (() => void) => {
  change([...open, opened]);
  return () => change(open.filter((other) => other !== opened));
};

/** Whether a window lies over all others: Escape is meant for that one only. */
export const isTopWindow = (opened: OpenWindow): boolean => open.at(-1) === opened;

/** Over how many open windows one lies; 0 for one that is not open. */
export const windowsBelow = (opened: OpenWindow): number => Math.max(0, open.indexOf(opened));

/** Whether any window is open. */
export const isWindowOpen = (): boolean => open.length > 0;

/** Whether a window is open or its history entry is still being removed. */
export const hasWindows = (): boolean => isWindowOpen() || afterwards !== undefined || entryWindows() > 0;

/** Calls back whenever a window has opened or closed; gives what ends that. */
export const onWindows = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
