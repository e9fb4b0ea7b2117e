import { lookup, type LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that never lead to a node of the product: IANA's special-purpose registries, v4 and v6. */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Names that resolvers and clouds answer with an address of their own inside. */
const INNER_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan)$/;

/**
 * Whether a host name or address is loopback, private, link-local, multicast or a cloud's metadata service. A name is
 * judged by its spelling only; `guardedLookup` judges what it resolves to. Accepts `host:port` and `[v6]:port` too.
 */
export const isPrivateAddress = (address: string): boolean => {
  const host = bareHost(address);
  const version = isIP(host);
  if (version === 4) return special.check(host, 'ipv4');
  if (version === 6) return special.check(host, 'ipv6') || hidesPrivateV4(host);
  return INNER_NAME.test(host) || isOddV4(host);
};

/** Host without brackets, zone, port and trailing dot, in lower case. */
const bareHost = (address: string): string => {
  const text = address.trim().toLowerCase();
  const bracketed = /^\[([^\]]*)\]/.exec(text);
  const host = bracketed?.[1] ?? (isIP(text) === 6 ? text : text.replace(/:\d+$/, ''));
  return host.replace(/%.*$/, '').replace(/\.$/, '');
};

/** IPv4 inside IPv6: mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96), 6to4 (2002::/16) and the old compatible form. */
const hidesPrivateV4 = (host: string): boolean => {
  const all = ipaddr.IPv6.parse(host).parts;
  const prefix = all.slice(0, 6).join(',');
  const at = all[0] === SIX_TO_FOUR ? 1 : V4_PREFIXES.includes(prefix) ? 6 : undefined;
  if (at === undefined) return false;
  const [high = 0, low = 0] = all.slice(at, at + 2);
  return special.check([high >> 8, high & 255, low >> 8, low & 255].join('.'), 'ipv4');
};

const SIX_TO_FOUR = 0x2002;
/** First six groups of addresses whose last two are an IPv4 address. */
const V4_PREFIXES = ['0,0,0,0,0,0', `0,0,0,0,0,${0xffff}`, `${0x64},${0xff9b},0,0,0,0`];

/** Old spellings of IPv4 (`127.1`, `0x7f000001`, `2130706433`) that libraries may still understand. */
const isOddV4 = (host: string): boolean => /^(?:0x[0-9a-f]+|\d+)(?:\.(?:0x[0-9a-f]+|\d+)){0,3}$/.test(host);

/**
 * A DNS look-up for outgoing connections that fails when a name leads to a private address, so that a name cannot be
 * turned against the panel's own network after it was saved.
 */
export const guardedLookup = (allowPrivate: boolean): LookupFunction =>
  ((host: string, options: LookupOptions, callback: (...result: unknown[]) => void) => {
    lookup(host, { ...options, all: true }, (fault, found) => {
      if (fault) return callback(fault);
      const usable = found.filter(({ address }) => allowPrivate || !isPrivateAddress(address));
      const [first] = usable;
      if (!first) return callback(new Error(`${host} leads to a private address`));
      return options.all ? callback(null, usable) : callback(null, first.address, first.family);
    });
  }) as LookupFunction;
