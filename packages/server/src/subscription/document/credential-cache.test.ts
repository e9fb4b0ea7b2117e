import { credentialFor, type LineSource } from '@skyport/documents';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCredentialCache, credentialCaches } from './credential-cache.ts';

const lineIds = ['0b8cbd3c-9f2b-4d51-8d7a-0e2f3c4b5a60', '1b8cbd3c-9f2b-4d51-8d7a-0e2f3c4b5a61'];
const protocols = ['reality', 'ss'] as const;
const lines = lineIds.map((id, index) => ({
  id,
  num: index + 1,
  protocol: protocols[index],
})) as unknown as readonly LineSource['line'][];
/** HMAC, credentials of both lines, and what the cache counts beside them. */
const ROW_BYTES = 32 + 36 + 24 + 256;
const mac = (text: string): Buffer => Buffer.alloc(32, text);

test('credentials are cached by key, within their room, and are always those of the asking key', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (asked, rows) => {
      const cache = createCredentialCache(lines, rows * ROW_BYTES);
      for (const number of asked) {
        const key = `key-${number}`;
        const row = cache.get(key) ?? cache.add(key, mac(key));
        expect(cache.macOf(row)).toEqual(mac(key));
        for (const { id, num, protocol } of lines) {
          const place = cache.layout.get(num)!;
          place.ensure(row, key);
          const text = row.toString('latin1', place.offset, place.offset + place.width);
          expect(text).toBe(credentialFor(protocol, id, key));
        }
      }
      const known = [...new Set(asked)].filter((number) => cache.get(`key-${number}`) !== undefined);
      expect(known.length).toBeLessThanOrEqual(rows);
    }),
  );
});

test('the cache outlives a new catalogue, but not another line or protocol', () => {
  const cacheFor = credentialCaches(100_000);
  const catalogue = (some: readonly LineSource['line'][]) => ({ all: some.map((line) => ({ line }) as LineSource) });
  const first = cacheFor(catalogue(lines));
  expect(cacheFor(catalogue(lines.toReversed()))).toBe(first);
  expect(cacheFor(catalogue(lines.slice(1)))).not.toBe(first);
  expect(cacheFor(catalogue(lines.map((line) => ({ ...line, protocol: 'compat' as const }))))).not.toBe(first);
});
