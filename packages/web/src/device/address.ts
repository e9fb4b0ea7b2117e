/** What the page's address said when it was opened. */
export interface AddressFacts {
  /** Marketing channel code. */
  readonly c: string | null;
  /** Log-in token. */
  readonly token: string | null;
  /** A hand-off token of another domain, which is exchanged for a session of this one. */
  readonly handoff: string | null;
}

/** How a `token` begins that is no log-in token itself. */
const HANDOFF = 'h.';

/**
 * Reads `c` and `token` from the page's address (before or inside the hash) and takes the token out of the address bar
 * and the history, before any request could carry it along.
 */
export const readAddress = (): AddressFacts => {
  const url = new URL(window.location.href);
  const [hashPath = '', hashQuery = ''] = url.hash.split('?', 2);
  const inHash = new URLSearchParams(hashQuery);
  const given = url.searchParams.get('token') ?? inHash.get('token');
  const isHandoff = given?.startsWith(HANDOFF) === true;
  const facts = {
    c: url.searchParams.get('c') ?? inHash.get('c'),
    token: isHandoff ? null : given,
    handoff: isHandoff ? given : null,
  };
  if (given !== null) {
    url.searchParams.delete('token');
    inHash.delete('token');
    const rest = inHash.toString();
    url.hash = rest ? `${hashPath}?${rest}` : hashPath;
    window.history.replaceState(window.history.state, '', url);
  }
  return facts;
};
