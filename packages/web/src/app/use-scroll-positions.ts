import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusPage } from '../ui/focus-page.ts';

/** How long a page may take to become as long as it was, or to show its heading, in ms. */
const PATIENCE_MS = 5000;

/** Key of the tab's own storage: positions survive a reload and a visit to another site. */
const STORED = 'scroll-places';

/** Visits whose positions are kept. */
const MOST_POSITIONS = 100;

const storedPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
};

const storePositions = (positions: ReadonlyMap<string, number>): void => {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...positions].slice(-MOST_POSITIONS)));
  } catch {
    // Without room or permission a reload begins at the top.
  }
};

/** Events that mean that somebody scrolls themselves. */
const USER_EVENTS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls down to `top` px as soon as the page is long enough, unless somebody scrolls first; gives what ends that. */
const scrollLater = (top: number): (() => void) => {
  const watch = new ResizeObserver(() => {
    const reached = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (!reached) return;
    window.scrollTo(0, top);
    end();
  });
  const end = (): void => {
    clearTimeout(timer);
    watch.disconnect();
    for (const event of USER_EVENTS) window.removeEventListener(event, end);
  };
  const timer = setTimeout(end, PATIENCE_MS);
  for (const event of USER_EVENTS) window.addEventListener(event, end, { passive: true });
  watch.observe(document.body);
  return end;
};

/** Each visit keeps its scroll position: going back returns to it, a new page begins at its top. */
export const useScrollPositions = (): void => {
  const { key, pathname, search } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const visit = `${key} ${pathname}${search}`;
  const shown = useRef({ visit: '', pathname: '' });
  const positions = useRef<Map<string, number>>(undefined);
  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    const note = (): void => void positions.current?.set(shown.current.visit, window.scrollY);
    const store = (): void => storePositions(positions.current ?? new Map());
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', store);
    };
  }, []);
  useLayoutEffect(() => {
    positions.current ??= storedPositions();
    const isOtherPage = shown.current.pathname !== pathname;
    shown.current = { visit, pathname };
    const top = isBack ? positions.current.get(visit) : undefined;
    if (top !== undefined && top > 0) return scrollLater(top);
    if (isOtherPage) window.scrollTo(0, 0);
    return undefined;
  }, [visit, pathname, isBack]);
};

/** Moves the focus to the heading of a new page once it is there, unless somebody has moved it on meanwhile. */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return undefined;
    before.current = pathname;
    const had = document.activeElement;
    const tryNow = (): boolean => {
      const now = document.activeElement;
      return (now !== had && now !== null && now !== document.body) || focusPage();
    };
    if (tryNow()) return undefined;
    const watch = new MutationObserver(() => {
      if (tryNow()) end();
    });
    const end = (): void => {
      clearTimeout(timer);
      watch.disconnect();
    };
    const timer = setTimeout(end, PATIENCE_MS);
    watch.observe(document.body, { childList: true, subtree: true });
    return end;
  }, [pathname]);
};
