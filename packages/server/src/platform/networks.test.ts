import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientPrefix, networkOf, widePrefix } from './networks.ts';

test.each([
  ['203.0.113.77', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['203.0.113.77:4711', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['::FFFF:cb00:714d', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['0:0:0:0:0:ffff:cb00:714d', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['64:ff9b::cb00:714d', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['64:ff9b::203.0.113.77', '203.0.113.77', undefined, '203.0.113.0/24'],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64', '2001:db8:5::/48', '2001:db8:5::/48'],
  ['2001:0DB8:0005:0006::1', '2001:db8:5:6::/64', '2001:db8:5::/48', '2001:db8:5::/48'],
  ['[2001:db8:5:6::1]:443', '2001:db8:5:6::/64', '2001:db8:5::/48', '2001:db8:5::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8:0::/48'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0::/64', '2001:db8:0::/48', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48', 'fe80:0:0::/48'],
  ['127.1', 'unknown', undefined, 'unknown'],
  ['0x7f000001', 'unknown', undefined, 'unknown'],
  ['203.0.113.256', 'unknown', undefined, 'unknown'],
  ['not an address', 'unknown', undefined, 'unknown'],
  ['1:2:3', 'unknown', undefined, 'unknown'],
  ['', 'unknown', undefined, 'unknown'],
  [`fe80::1%${'x'.repeat(100)}`, 'unknown', undefined, 'unknown'],
])('%s is counted as %s', (address, prefix, wide, network) => {
  expect([clientPrefix(address), widePrefix(address), networkOf(address)]).toEqual([prefix, wide, network]);
});

test('every spelling of an IPv6 address has one prefix, and a neighbour in its /64 the same', () => {
  const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (groups, host) => {
        fc.pre(groups[0] !== 0 && groups[0] !== 0x64);
        const long = groups.map((one) => one.toString(16).padStart(4, '0').toUpperCase()).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        const neighbour = [...groups.slice(0, 4), ...host].map((one) => one.toString(16)).join(':');
        expect(clientPrefix(short)).toBe(clientPrefix(long));
        expect(clientPrefix(neighbour)).toBe(clientPrefix(long));
        expect(widePrefix(neighbour)).toBe(widePrefix(long));
      },
    ),
  );
});
