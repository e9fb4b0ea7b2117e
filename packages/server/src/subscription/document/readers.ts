import { clientAppOf, type Client } from '@skyport/documents';
import { LRUCache } from 'lru-cache';
import { linkAddressesOf, type LinkAddresses } from './rules.ts';
import { digestOf } from './validators.ts';

/*
 * What reading the same text again would give: most requests name one of a few clients and hosts.
 */

/** Texts that are remembered at most: they come from outside. */
const MAX_REMEMBERED = 1000;

/** `clientAppOf` for requests. Links with options in their query are read each time. */
export const createClientAppReader = (): ((userAgent: string, query: Readonly<Record<string, string>>) => Client) => {
  const byAgent = new LRUCache<string, Client>({
    max: MAX_REMEMBERED,
    memoMethod: (userAgent) => clientAppOf(userAgent),
  });
  return (userAgent, query) => {
    for (const _option in query) return clientAppOf(userAgent, query);
    return byAgent.memo(userAgent);
  };
};

/** `linkAddressesOf` for requests. */
export const createAddressReader = (
  publicUrl: string,
): ((describeHost: string, host: string, secure: boolean) => LinkAddresses) => {
  const byHosts = new LRUCache<string, LinkAddresses>({ max: MAX_REMEMBERED });
  return (describeHost, host, secure) => {
    const key = `${describeHost}\n${host}\n${secure ? 's' : ''}`;
    const found = byHosts.get(key);
    if (found) return found;
    const made = linkAddressesOf(describeHost, publicUrl, { host, secure });
    byHosts.set(key, made);
    return made;
  };
};

/** A digest of some texts. */
export const createDigester = (): ((...texts: readonly string[]) => string) => {
  const byTexts = new LRUCache<string, string>({ max: MAX_REMEMBERED, memoMethod: digestOf });
  return (...texts) => byTexts.memo(texts.join('\n'));
};
