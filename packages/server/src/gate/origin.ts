import type { FastifyRequest } from 'fastify';
import type { Gate } from './gate.ts';

/** What the Origin rule decides by. */
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

/** Whether a request comes from one of the product's own pages, or from no page at all. */
export const isFromOwnSite = (gate: Gate, request: FastifyRequest): boolean =>
  comesFromOwnSite({
    origin: request.headers.origin,
    fetchSite: headerText(request.headers['sec-fetch-site']),
    host: (request.headers.host ?? '').toLowerCase(),
    ownHosts: () => ownHostsOf(gate),
  });

const ownHostsOf = ({ deps: { env, settings } }: Gate): ReadonlySet<string> => {
  const { describe_host, preferDomain, agency_user_domain } = settings.current();
  const domains = [...env.DOMAINS, preferDomain, agency_user_domain].map((host) => `https://${host}`);
  const urls = [env.PUBLIC_URL, describe_host, ...domains];
  return new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])));
};

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
