import { expect, test } from 'vitest';
import { clientPrefixes } from './client-prefixes.ts';

const prefixOf = (address: string): string => clientPrefixes(address).prefix;

test('a client is an IPv4 address, or the /64 of an IPv6 one, however it is written', () => {
  expect(prefixOf('203.0.113.9')).toBe('203.0.113.9');
  expect(prefixOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  const one = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:1:2:3', '2001:DB8:1:2::'];
  expect(new Set(one.map(prefixOf)).size).toBe(1);
  expect(prefixOf('2001:db8::1')).toBe(prefixOf('2001:db8:0:0:9::1'));
  expect(prefixOf('2001:db8:1:3::1')).not.toBe(prefixOf('2001:db8:1:2::1'));
  expect(prefixOf('fe80::1%eth0')).toBe(prefixOf('fe80::2'));
  // Interfaces of VLANs and bridges: a name that the library does not read must not end whoever asked.
  for (const zone of ['eth0.100', 'br-lan', '']) expect(prefixOf(`fe80::1%${zone}`)).toBe(prefixOf('fe80::2'));
  expect(prefixOf('::1')).toBe('0:0:0:0::/64');
});

test('a longer network is known of IPv6 clients only, and nothing of what is no address', () => {
  expect(clientPrefixes('2001:db8:5:6::1').wide).toBe('2001:db8:5::/48');
  expect(clientPrefixes('203.0.113.9').wide).toBeUndefined();
  expect(clientPrefixes('127.1')).toEqual({ prefix: 'unknown', wide: undefined });
});
