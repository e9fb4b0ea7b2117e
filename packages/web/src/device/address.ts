/** What the page's address said when it was opened. */
export interface AddressFacts {
  /** Marketing channel code. */
  readonly c: string | null;
  /** Log-in token. */
  readonly token: string | null;
}

/**
 * Reads `c` and `token` from the page's address (before or inside the hash) and takes the token out of the address bar
 * and the history, before any request could carry it along.
 */
export const readAddress = (): AddressFacts => {
  const url = new URL(window.location.href);
  const [hashPath = '', hashQuery = ''] = url.hash.split('?', 2);
  const inHash = new URLSearchParams(hashQuery);
  const facts = {
    c: url.searchParams.get('c') ?? inHash.get('c'),
    token: url.searchParams.get('token') ?? inHash.get('token'),
  };
  if (facts.token !== null) {
    url.searchParams.delete('token');
    inHash.delete('token');
    const rest = inHash.toString();
    url.hash = rest ? `${hashPath}?${rest}` : hashPath;
    window.history.replaceState(window.history.state, '', url);
  }
  return facts;
};
