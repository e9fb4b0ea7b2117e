import type { Deps } from '../platform/deps.ts';

const hostOf = (address: string): string => {
  const text = address === '' || address.includes('://') ? address : `https://${address}`;
  return (URL.parse(text)?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
};

/** Hosts of subscription links as far as settings and environment say, the one that links have first; bare. */
export const ownHostsOf = ({ settings, env }: Pick<Deps, 'settings' | 'env'>): string[] => [
  ...new Set(
    [settings.current().describe_host, env.PUBLIC_URL, ...env.DOMAINS].map(hostOf).filter((host) => host !== ''),
  ),
];

/**
 * The host that rules must send straight out: that of the links, else the one that a request came to (may have a port).
 */
export const selfHostOf = (deps: Pick<Deps, 'settings' | 'env'>, requestHost: string): string =>
  ownHostsOf(deps)[0] ?? hostOf(requestHost);
