import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/*
 * One place decides which client an address stands for. Every limiter, cache and journal takes its key from here, so that
 * no other spelling of an address gets round a limit.
 */

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Key of whatever is no address at all: all of that shares one. */
const UNKNOWN = 'unknown';

/** The first `count` groups of an IPv6 address, in hexadecimal without leading zeros. */
const groupsOf = ({ parts }: ipaddr.IPv6, count: number): string =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');

/** The IPv4 address inside a mapped one (::ffff:0:0/96) or one that a NAT64 made (64:ff9b::/96), else the address. */
const unwrapped = (address: Address): Address => {
  if (address.kind() === 'ipv4') return address;
  const six = address as ipaddr.IPv6;
  return six.isIPv4MappedAddress() || six.range() === 'rfc6052' ? new ipaddr.IPv4(six.toByteArray().slice(12)) : six;
};

/** Without brackets and port, which some proxies leave in their headers. */
const bare = (text: string): string =>
  /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? text;

/** An address by any of its spellings; undefined for what is none. Short forms of IPv4 (`127.1`) are none. */
const parse = (text: string): Address | undefined => {
  const address = bare(text);
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  return isIPv6(address) ? unwrapped(ipaddr.IPv6.parse(address)) : undefined;
};

/** The keys under which a client is counted. */
interface ClientKeys {
  readonly prefix: string;
  readonly wide: string | undefined;
}

const readClient = (address: string): ClientKeys => {
  const found = address.length > LONGEST ? undefined : parse(address);
  if (!found) return { prefix: UNKNOWN, wide: undefined };
  if (found.kind() === 'ipv4') return { prefix: found.toString(), wide: undefined };
  const six = found as ipaddr.IPv6;
  return { prefix: `${groupsOf(six, 4)}::/64`, wide: `${groupsOf(six, 3)}::/48` };
};

/** Characters of the longest text that may be an address, with brackets, zone and port. */
const LONGEST = 80;
/** Addresses whose keys are cached: parsing an IPv6 address takes some 10 µs, and most clients ask more than once. */
const MAX_CACHED = 10_000;
const cache = new LRUCache<string, ClientKeys>({ max: MAX_CACHED, memoMethod: readClient });

/** The keys of a client. What a proxy passes on may be of any length; longer texts are no addresses, and are not cached whole. */
const clientKeysOf = (text: string): ClientKeys => cache.memo(text.slice(0, LONGEST + 1));

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
  return widePrefix(address) ?? UNKNOWN;
};
