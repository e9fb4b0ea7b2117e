/** Remembers for which version this tab has been loaded anew, so that it never happens twice for one. */
const RELOADED = 'reloadedFor';
/** How long the server may take to say which version it serves, in ms. */
const PATIENCE_MS = 5000;

/** The scripts that a page of ours begins with; their names change with every version. Empty for any other page. */
const versionOf = (page: Document): string =>
  [...page.querySelectorAll('script[src*="assets/"]')].map((script) => script.getAttribute('src')).join(' ');

/** The version that the server serves now; undefined when it does not say. */
const servedVersion = async (): Promise<string | undefined> => {
  try {
    const patience = new AbortController();
    setTimeout(() => patience.abort(), PATIENCE_MS);
    const answer = await fetch(window.location.pathname, { cache: 'no-store', signal: patience.signal });
    if (!answer.ok) return undefined;
    return versionOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) || undefined;
  } catch {
    return undefined;
  }
};

/** Whether this tab may be loaded anew for a version: once. Where nothing can be remembered, never. */
const mayReloadFor = (version: string): boolean => {
  try {
    if (sessionStorage.getItem(RELOADED) === version) return false;
    sessionStorage.setItem(RELOADED, version);
    return true;
  } catch {
    return false;
  }
};

/**
 * Loads the page anew when the server serves another version than this tab runs: the files of this one are gone there.
 * True when the page is about to go; at most once for each version.
 */
export const reloadIfReplaced = async (reload: () => void = () => window.location.reload()): Promise<boolean> => {
  const served = await servedVersion();
  if (served === undefined || served === versionOf(document) || !mayReloadFor(served)) return false;
  reload();
  return true;
};
