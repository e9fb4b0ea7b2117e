/** What the Origin rule looks at. */
export interface OriginFacts {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** Host header of the request, lower-case, with port. */
  readonly host: string;
  /** Host names (without port) of the product's other sites; asked for only when the page's host is another one. */
  readonly ownHosts: () => ReadonlySet<string>;
}

/**
 * Whether a request with a body comes from one of the product's own pages, or from something that is not a browser.
 * A browser always names the page's site in Origin or Sec-Fetch-Site; `null` and foreign origins are refused.
 */
export const comesFromOwnSite = ({ origin, fetchSite, host, ownHosts }: OriginFacts): boolean => {
  if (origin !== undefined) {
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host || ownHosts().has(page.hostname);
  }
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
};
