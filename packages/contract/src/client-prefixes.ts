import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/*
 * What an address is counted as, by the panel and by agents alike, so that writing it differently does
 * not evade a limit.
 */

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Prefixes that stand for a client in limits and memories. */
export interface ClientPrefixes {
  /** An IPv4 address, or the /64 that an IPv6 client owns; `unknown` for whatever is no address. */
  readonly prefix: string;
  /** The /48 around an IPv6 client. */
  readonly wide: string | undefined;
}

/** Characters of the longest text that may be an address, with brackets, zone and port. */
export const LONGEST_ADDRESS = 80;

/** Key of whatever is no address at all: all of that shares one. */
export const UNKNOWN_CLIENT = 'unknown';

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

/**
 * Without brackets and port, which some proxies leave in their headers, and without the zone of a link-local address
 * (RFC 4007 §11): Node appends any interface's name (`fe80::1%eth0.100`), which is more than the library reads.
 */
const bare = (text: string): string => withoutPort(text).replace(/%.*$/, '');

const withoutPort = (text: string): string =>
  /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^(\d[\d.]*):\d{1,5}$/.exec(text)?.[1] ?? text;

/** An address by any of its spellings; undefined for what is none. Short forms of IPv4 (`127.1`) are none. */
const parse = (text: string): Address | undefined => {
  const address = bare(text);
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  return isIPv6(address) ? unwrapped(ipaddr.IPv6.parse(address)) : undefined;
};

/** The prefixes of a client's address; reading an IPv6 address takes some 10 µs. */
export const clientPrefixes = (address: string): ClientPrefixes => {
  const found = address.length > LONGEST_ADDRESS ? undefined : parse(address);
  if (!found) return { prefix: UNKNOWN_CLIENT, wide: undefined };
  if (found.kind() === 'ipv4') return { prefix: found.toString(), wide: undefined };
  const six = found as ipaddr.IPv6;
  return { prefix: `${groupsOf(six, 4)}::/64`, wide: `${groupsOf(six, 3)}::/48` };
};
