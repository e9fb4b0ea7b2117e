import { isIPv4 } from 'node:net';
import {
  clientPrefixes,
  type ClientPrefixes,
  LONGEST_ADDRESS,
  UNKNOWN_CLIENT,
} from '@skyport/contract/client-prefixes';
import { LRUCache } from 'lru-cache';

/*
 * One place decides which client an address stands for. Every limiter, cache and journal takes its key from here, so
 * that no other spelling of an address gets round a limit.
 */

/** Addresses whose keys are cached: parsing an IPv6 address takes some 10 µs, and most clients ask more than once. */
const MAX_CACHED = 10_000;
const cache = new LRUCache<string, ClientPrefixes>({ max: MAX_CACHED, memoMethod: clientPrefixes });

/**
 * The keys of a client. What a proxy passes on may be of any length; longer texts are no addresses, and are
 * not cached whole.
 */
const clientKeysOf = (text: string): ClientPrefixes => cache.memo(text.slice(0, LONGEST_ADDRESS + 1));

/** The key of a client in every limiter and cache: an IPv4 address, or the /64 that an IPv6 client owns. */
export const clientPrefix = (address: string): string =>
  // Nearly all addresses are IPv4 as the kernel writes it: the subscription links' path must not pay for the others.
  isIPv4(address) ? address : clientKeysOf(address).prefix;

/**
 * The /48 around an IPv6 client, which one customer of a provider may own: counted beside `clientPrefix`, with a larger
 * allowance. Undefined for IPv4.
 */
export const widePrefix = (address: string): string | undefined =>
  address.includes(':') ? clientKeysOf(address).wide : undefined;

/**
 * The network of an address, for what is kept of it, never the whole address: /24 of IPv4, /48 of IPv6, in one spelling
 * each; `unknown` for what is no address.
 */
export const networkOf = (address: string): string => {
  const prefix = clientPrefix(address);
  if (isIPv4(prefix)) return `${prefix.slice(0, prefix.lastIndexOf('.'))}.0/24`;
  return widePrefix(address) ?? UNKNOWN_CLIENT;
};
