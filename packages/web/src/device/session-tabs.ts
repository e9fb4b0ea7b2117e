import { rawCookie } from './cookies.ts';

/*
 * A browser has one session for all of its tabs. A tab that logs in or out tells the others; a tab that could not hear
 * it, because it slept or came back by the history, looks for itself when somebody returns to it.
 */

const CHANNEL = 'skyport-session';

let known: string | undefined;
/** Undefined before the watch, and in older browsers: their tabs look when somebody comes to them. */
let channel: BroadcastChannel | undefined;

/** The log-in token has just been set or removed by this tab: the others are told. */
export const sessionChangedHere = (): void => {
  known = rawCookie('token');
  channel?.postMessage('changed');
};

/** Calls back when another tab has changed the session, also to that of another account; gives what ends that. */
export const watchSession = (changed: () => void): (() => void) => {
  known = rawCookie('token');
  const look = (): void => {
    const now = rawCookie('token');
    if (now === known) return;
    known = now;
    changed();
  };
  const opened = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL);
  channel = opened;
  const places: readonly (readonly [EventTarget, string])[] = [
    [window, 'focus'],
    [window, 'pageshow'],
    [document, 'visibilitychange'],
    ...(opened ? ([[opened, 'message']] as const) : []),
  ];
  for (const [place, event] of places) place.addEventListener(event, look);
  return () => {
    for (const [place, event] of places) place.removeEventListener(event, look);
    opened?.close();
    if (channel === opened) channel = undefined;
  };
};
