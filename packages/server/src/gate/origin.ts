import { codes } from '@skyport/contract/codes';
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

/** A host without the dot that ends a full name: proxies drop it from Host, browsers keep it in Origin. */
const withoutDot = (host: string): string => host.replace(/\.(?=(?::\d+)?$)/, '');

const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** Whether a Host header names the page's host, also where it names the port that the page's scheme implies. */
const isHostOf = (page: URL, host: string): boolean =>
  page.host === host ||
  (isWeb(page) && URL.canParse(`${page.protocol}//${host}`) && new URL(`${page.protocol}//${host}`).host === page.host);

/**
 * Whether a request with a body comes from one of the product's own pages, or from something that is not a browser.
 * A browser always names the page's site in Origin or Sec-Fetch-Site; `null` and foreign origins are refused.
 */
export const comesFromOwnSite = ({ origin, fetchSite, host, ownHosts }: OriginFacts): boolean => {
  if (origin !== undefined) {
    const page = URL.parse(withoutDot(origin));
    if (!page) return false;
    return isHostOf(page, withoutDot(host)) || ownHosts().has(page.hostname);
  }
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
};

/** A host that only a proxy asks for: an IP address, or a name without a dot. */
const isInternal = (host: string): boolean => /^(?:\[.*\]|[\d.]+|[^.]*)(?::\d+)?$/.test(host);

/**
 * Which setting most likely makes the panel's own page look foreign; undefined for an Origin that is no web page.
 * A real foreign page cannot read the answer.
 */
export const settingProblem = (origin: string, host: string, hasPublicUrl: boolean): string | undefined => {
  const page = URL.parse(withoutDot(origin));
  if (!page || !isWeb(page)) return undefined;
  if (withoutDot(host).replace(/:\d+$/, '') === page.hostname)
    return '让反向代理连同端口传递 Host（nginx：proxy_set_header Host $http_host;）';
  if (isInternal(host)) return '让反向代理传递 Host（nginx：proxy_set_header Host $host;）';
  return hasPublicUrl ? `将 ${page.hostname} 加入 DOMAINS` : `将 PUBLIC_URL 设为 ${page.origin}`;
};

/** Why a request is refused as one of a foreign page; undefined when it is not. `SiteLog` bounds what it logs. */
export const foreignSiteProblem = (gate: Gate, { headers, ip }: FastifyRequest): string | undefined => {
  const { origin } = headers;
  const host = (headers.host ?? '').toLowerCase();
  const fetchSite = headerText(headers['sec-fetch-site']);
  if (comesFromOwnSite({ origin, fetchSite, host, ownHosts: () => ownHostsOf(gate) })) return undefined;
  const fix = origin && settingProblem(origin, host, gate.deps.env.PUBLIC_URL !== '');
  if (!origin || !fix) return codes.foreignSite.msg;
  const shown = new URL(origin).origin.slice(0, 100);
  if (gate.siteLog.take(ip, `${host} ${shown}`, gate.deps.clock.now().getTime()))
    gate.deps.log.warn({ host, origin: shown, fix }, 'page of a foreign site, or a wrong setting');
  return `站点设置有误，与您的操作无关：页面地址是 ${shown}，服务器收到的 Host 是 ${host}。请管理员${fix}。`;
};

const ownHostsOf = ({ deps: { env, settings } }: Gate): ReadonlySet<string> => {
  const { describe_host, preferDomain, agency_user_domain } = settings.current();
  const domains = [...env.DOMAINS, preferDomain, agency_user_domain].map((host) => `https://${host}`);
  const urls = [env.PUBLIC_URL, describe_host, ...domains];
  return new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])));
};

const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
