import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address without its zone. */
const groupsOf = (address: string): string[] => {
  const [left = '', right = ''] = address.split('%', 1)[0]!.split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  return [...head, ...gap, ...tail];
};

/** The IPv4 address inside a mapped one (`::ffff:203.0.113.7`, or its last four bytes in hex), else the address. */
const unmapped = (address: string): string => {
  const match = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address);
  if (!match) return address;
  const [, dotted, high = '', low = ''] = match;
  if (dotted) return dotted;
  const [one, two] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [one >> 8, one & 255, two >> 8, two & 255].join('.');
};

/**
 * The network of an address, for what is kept of it, never the whole address: /24 of IPv4, /48 of IPv6, in one spelling
 * each; `unknown` for what is no address.
 */
export const networkOf = (address: string): string => {
  const plain = address.includes(':') ? unmapped(address) : address;
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  const prefix = groupsOf(plain).slice(0, 3);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/48`;
};
