import { UNSAFE_createHashHistory as createHashHistory, type To } from 'react-router';
import { leaveWindows, watchWindows } from './open-windows.ts';
import { leavePage } from './unsaved.ts';

/**
 * The history that the router works with: hash routes of the browser. Open windows have history entries of their own;
 * they are closed before the route changes, so that going back leads to the page before.
 */
export type PageHistory = ReturnType<typeof createHashHistory>;

let current: PageHistory | undefined;

/** Makes the history of the console; the last one made is what `goTo` uses. */
export const newPageHistory = (): PageHistory => {
  watchWindows();
  const hash = createHashHistory({ v5Compat: true });
  const leaveFor = (to: To, go: () => void): void => {
    const path = typeof to === 'string' ? to.split(/[?#]/, 1)[0] : to.pathname;
    if (path === hash.location.pathname) leaveWindows(go);
    else leavePage(() => leaveWindows(go));
  };
  current = {
    get action() {
      return hash.action;
    },
    get location() {
      return hash.location;
    },
    listen: (listener) => hash.listen(listener),
    createHref: (to) => hash.createHref(to),
    createURL: (to) => hash.createURL(to),
    encodeLocation: (to) => hash.encodeLocation(to),
    push: (to, state) => leaveFor(to, () => hash.push(to, state)),
    replace: (to, state) => leaveFor(to, () => hash.replace(to, state)),
    go: (steps) => hash.go(steps),
  };
  return current;
};

/** Goes to a hash route from outside React, e.g. `goTo('/login')`, with something that the page is told. */
export const goTo = (path: string, state?: unknown): void => {
  if (current) current.push(path, state);
  else window.location.hash = `#${path}`;
};

/** The route that is shown now, with its query. */
export const routeNow = (): string => window.location.hash.replace(/^#/, '') || '/';
