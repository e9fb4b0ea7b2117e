import { expect, test } from 'vitest';
import { withoutTail } from './link-tail.ts';

const LINK = '/api/subscript/clash/0198a1b2-0000-7000-8000-000000000001/Qm7ZxT2vB9nK4rWc8LhYd3Gf6JpSaE1u';

test.each(['', '/', '//', '%20', '%20%20', '/%20', '%0A', '%0d%0a', '%09', '+'])(
  'a link with %j behind its key is the link, with or without a query',
  (tail) => {
    expect(withoutTail(LINK + tail)).toBe(LINK);
    expect(withoutTail(`${LINK}${tail}?f=clash`)).toBe(`${LINK}?f=clash`);
  },
);

test('other addresses, and what stands in a query, stay as they are', () => {
  for (const url of ['/', '/api/user/login/', '/describe/rules/cn.yaml/', `${LINK}?name=a%20/`, `${LINK}&name=a`])
    expect(withoutTail(url)).toBe(url);
});

test('an endless tail is read in time in proportion to it', () => {
  // With time in proportion to its square this would take hours.
  const address = `/api/subscript/${'%20/'.repeat(500_000)}x`;
  expect(withoutTail(address)).toBe(address);
});
