/*
 * The only script that is part of the page itself, so that it is there whatever else does not arrive. It gives the
 * outline its scheme, and watches the files that the console begins with: when one of them is lost, the page is loaded
 * once more, which also brings the files of a new version; when that did not help, the outline says so. A block, and no
 * imports: it is no module.
 */
{
  /** Tells a page that was loaded once more that it was; the console removes it when it stands. */
  const TRIED = 'firstFileLost';
  const PAUSE_MS = 800;
  const root = document.documentElement;

  let isLeaving = false;

  const reload = (): void => window.location.reload();

  /** What a storage keeps; null where a browser lets nobody ask. */
  const kept = (storage: () => Storage, key: string): string | null => {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  };

  /** Whether the page may be loaded once more by itself: once, with a network, and only where it can be remembered. */
  const mayTry = (): boolean => {
    try {
      if (!navigator.onLine || sessionStorage.getItem(TRIED) !== null) return false;
      sessionStorage.setItem(TRIED, '1');
      return true;
    } catch {
      return false;
    }
  };

  const isNeeded = (file: EventTarget | null): boolean =>
    (file instanceof HTMLScriptElement && !file.async) ||
    (file instanceof HTMLLinkElement && file.rel === 'stylesheet');

  const scheme = kept(() => localStorage, 'mantine-color-scheme-value');
  const isDark = scheme === 'dark' || (scheme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');

  window.addEventListener(
    'error',
    ({ target }) => {
      if (isLeaving || !isNeeded(target) || !document.getElementById('outline')) return;
      if (mayTry()) {
        isLeaving = true;
        setTimeout(reload, PAUSE_MS);
        return;
      }
      root.setAttribute('data-first-failed', '');
      window.addEventListener('online', reload);
    },
    true,
  );
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.id === 'load-again') reload();
  });
}
