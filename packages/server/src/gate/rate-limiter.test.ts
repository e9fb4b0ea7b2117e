import { expect, test } from 'vitest';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const minutes = { now: new Date(1_800_000_000_000) };
const limits = (): RateLimiter => createRateLimiter({ now: () => minutes.now });
const tokens = (take: (n: number) => boolean, tries: number): number =>
  Array.from({ length: tries }, (_, n) => take(n)).filter(Boolean).length;

test('every spelling of an IPv6 client, and every address of its /64, uses up the same bucket', () => {
  const { allowsAddress } = limits();
  const spellings = ['2001:db8::1', '2001:0DB8:0:0::2', '2001:db8:0:0:ffff::', '2001:db8::a:b:c:d'];
  expect(tokens((n) => allowsAddress('guess', spellings[n % spellings.length]!), 100)).toBe(30);
  expect(allowsAddress('guess', '2001:db8:0:1::1')).toBe(true);
});

test('an IPv4 client is the same through a socket that maps it to IPv6', () => {
  const { allowsAddress } = limits();
  const spellings = ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107'];
  expect(tokens((n) => allowsAddress('guess', spellings[n % 3]!), 100)).toBe(30);
  expect(allowsAddress('guess', '203.0.113.8')).toBe(true);
});

test('who walks through the /64s of a /48 meets a bound, and a neighbour outside does not', () => {
  const { allowsAddress } = limits();
  expect(tokens((n) => allowsAddress('guess', `2001:db8:5:${n.toString(16)}::1`), 3000)).toBe(30 * 16);
  expect(allowsAddress('guess', '2001:db8:6::1')).toBe(true);
});

test('an account has a bucket of its own', () => {
  const { allowsAccount, allowsAddress } = limits();
  expect(tokens(() => allowsAccount('guess', 'one'), 100)).toBe(15);
  expect([allowsAccount('guess', 'other'), allowsAddress('guess', '203.0.113.7')]).toEqual([true, true]);
});
